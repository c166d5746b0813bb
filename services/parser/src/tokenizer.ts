import type { Part, Tables } from "./assets.ts";
import { urlTest } from "./urls.ts";

/** A word, a mark or a run of white space; the spans of all words of a text, with the spaces behind them, make up the text. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Its spelling as the model reads it, where an exception names one. */
  readonly norm: string | undefined;
  /** A space follows it, which belongs to no word. */
  spaced: boolean;
}

export type Tokenizer = (text: string, start: number, end: number) => Word[];

/** White space as Python has it. */
const space = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;
const run = new RegExp(`${space.source}+|[^${space.source.slice(1, -1)}]+`, "gu");
/** A longer run without white space is one word: it is no language. */
const maxRun = 1_000;
/** Nor is one that falls apart into more than this. */
const maxParts = 100;
/** No suffix but a row of dots is longer. */
const suffixWindow = 16;
/** Nothing is ever cut from letters alone. */
const plain = /^[A-Za-z]+$/;
const maxCached = 4_096;

/**
 * spaCy's tokenizer for English: runs of white space or of anything else, of which prefixes and suffixes are cut off one by one until an
 * exception fits; what is left is a URL, or is cut at infixes. Exceptions that affixes have cut are put together again at the end.
 */
export function createTokenizer(tables: Tables["tokenizer"]): Tokenizer {
  const exceptions = new Map(Object.entries(tables.exceptions));
  const prefix = new RegExp(tables.prefix, "uy");
  const suffix = new RegExp(tables.suffix, "u");
  const infix = new RegExp(tables.infix, "gu");
  const isUrl = urlTest(tables.lowerCase);
  const recut = createRecutter(tables, exceptions);
  const cache = new Map<string, readonly Part[]>();

  function suffixLength(text: string): number {
    const tail = text.slice(-suffixWindow);
    const found = suffix.exec(tail);
    if (found === null) return 0;
    if (found.index > 0 || !tail.endsWith("..")) return tail.length - found.index;
    return text.length - text.search(/(?<!\.)\.+$/);
  }

  function cut(text: string): Part[] {
    const before: Part[] = [];
    const behind: Part[] = [];
    let left = text;
    while (left !== "" && !exceptions.has(left) && !plain.test(left)) {
      prefix.lastIndex = 0;
      const first = prefix.exec(left)?.[0].length ?? 0;
      if (first > 0 && first < left.length && exceptions.has(left.slice(first))) {
        before.push([left.slice(0, first)]);
        left = left.slice(first);
        break;
      }
      const last = suffixLength(left.slice(first));
      if (last > 0 && last < left.length && exceptions.has(left.slice(0, -last))) {
        behind.push([left.slice(-last)]);
        left = left.slice(0, -last);
        break;
      }
      if (first === 0 && last === 0) break;
      if (first > 0) before.push([left.slice(0, first)]);
      if (last > 0) behind.push([left.slice(-last)]);
      left = left.slice(first, left.length - last);
    }
    return [...before, ...middle(left), ...behind.reverse()];
  }

  function middle(text: string): readonly Part[] {
    if (text === "") return [];
    const exception = exceptions.get(text);
    if (exception) return exception;
    if (plain.test(text) || isUrl(text)) return [[text]];
    const parts: Part[] = [];
    let start = 0;
    for (const { 0: mark, index } of text.matchAll(infix)) {
      if (index === 0) continue;
      if (index !== start) parts.push([text.slice(start, index)]);
      parts.push([mark]);
      start = index + mark.length;
    }
    if (start < text.length) parts.push([text.slice(start)]);
    return parts;
  }

  function partsOf(text: string): readonly Part[] {
    const known = exceptions.get(text) ?? cache.get(text);
    if (known) return known;
    if (text.length > maxRun) return [[text]];
    const cutParts = cut(text);
    const parts: readonly Part[] = cutParts.length > maxParts ? [[text]] : cutParts;
    if (cache.size >= maxCached) cache.clear();
    cache.set(text, parts);
    return parts;
  }

  return (text, from, to) => {
    const words: Word[] = [];
    for (const { 0: match, index } of text.slice(from, to).matchAll(run)) {
      let at = from + index;
      let piece = match;
      if (space.test(match)) {
        const previous = words.at(-1);
        if (previous && match.startsWith(" ")) {
          previous.spaced = true;
          piece = match.slice(1);
          at++;
        }
        if (piece === "") continue;
      }
      for (const [part, norm] of partsOf(piece)) {
        words.push({ text: part, start: at, end: at + part.length, norm, spaced: false });
        at += part.length;
      }
    }
    return recut(words);
  };
}

/** Finds exceptions among words that affixes have cut, and cuts them as the exception says: the longest first. */
function createRecutter(tables: Tables["tokenizer"], exceptions: ReadonlyMap<string, readonly Part[]>) {
  const byFirst = new Map<string, { readonly words: readonly string[]; readonly parts: readonly Part[] }[]>();
  for (const [text, words] of Object.entries(tables.recut)) {
    const first = words[0] ?? "";
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, parts: exceptions.get(text) ?? [] }]);
  }
  return (words: Word[]): Word[] => {
    const found: { readonly start: number; readonly end: number; readonly parts: readonly Part[] }[] = [];
    words.forEach((word, start) => {
      for (const one of byFirst.get(word.text) ?? []) {
        if (one.words.every((text, i) => words[start + i]?.text === text)) {
          found.push({ start, end: start + one.words.length, parts: one.parts });
        }
      }
    });
    if (found.length === 0) return words;
    found.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
    const taken = new Set<number>();
    const chosen = new Map<number, (typeof found)[number]>();
    for (const one of found) {
      if (!taken.has(one.start) && !taken.has(one.end - 1)) chosen.set(one.start, one);
      for (let i = one.start; i < one.end; i++) taken.add(i);
    }
    const result: Word[] = [];
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      const one = chosen.get(i);
      const last = one && words[one.end - 1];
      if (word === undefined) continue;
      // Where a space stands between them they are no exception after all.
      if (!one || !last || words.slice(i, one.end - 1).some(({ spaced }) => spaced)) {
        result.push(word);
        continue;
      }
      let at = word.start;
      for (const [text, norm] of one.parts) {
        result.push({ text, start: at, end: at + text.length, norm, spaced: false });
        at += text.length;
      }
      const final = result.at(-1);
      if (final) final.spaced = last.spaced;
      i = one.end - 1;
    }
    return result;
  };
}
