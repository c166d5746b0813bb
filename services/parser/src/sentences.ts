import type { Attributes } from "./attributes.ts";
import type { WordSpan } from "./names.ts";
import type { Word } from "./tokenizer.ts";
import type { Name, Sentence, Token } from "./types.ts";

export interface Analysed {
  readonly words: readonly Word[];
  readonly attributes: readonly Attributes[];
  readonly heads: Int32Array;
  readonly starts: readonly boolean[];
  readonly names: readonly WordSpan[];
}

/** Puts what was found together, sentence by sentence, without white space. */
export function sentencesOf(analysed: Analysed): Sentence[] {
  const { words, starts } = analysed;
  const sentences: Sentence[] = [];
  for (let first = 0; first < words.length;) {
    let end = first + 1;
    while (end < words.length && starts[end] !== true) end++;
    const sentence = sentenceOf(analysed, first, end);
    if (sentence) sentences.push(sentence);
    first = end;
  }
  return sentences;
}

function sentenceOf({ words, attributes, heads, names }: Analysed, first: number, end: number): Sentence | undefined {
  /** The index among the sentence's tokens of each word that is one. */
  const places = new Map<number, number>();
  for (let word = first; word < end; word++) if (attributes[word]?.isSpace !== true) places.set(word, places.size);
  const tokens: Token[] = [];
  for (const [index, place] of places) {
    const word = words[index];
    const { lemma = "", tag, pos, morph, label } = attributes[index] ?? blank;
    if (!word) continue;
    const head = headOf(index, heads, places) ?? place;
    const { text, start, end } = word;
    tokens.push({ text, start, end, lemma, tag, pos, morph, head, label: head === place ? "ROOT" : label });
  }
  const [firstToken, lastToken] = [tokens[0], tokens.at(-1)];
  if (!firstToken || !lastToken) return undefined;
  const inside = names.filter((name) => name.first >= first && name.first < end);
  return { start: firstToken.start, end: lastToken.end, tokens, names: inside.flatMap((name) => nameOf(name, places, tokens)) };
}

const blank: Attributes = { lower: "", isSpace: false, tag: "", label: "", pos: "", morph: "", lemma: "" };

/** The nearest word above that is no white space; undefined where there is none, or it is in another sentence. */
function headOf(word: number, heads: Int32Array, places: ReadonlyMap<number, number>): number | undefined {
  let head = heads[word] ?? word;
  for (let above = heads[head] ?? head; !places.has(head) && above !== head; above = heads[head] ?? head) head = above;
  return places.get(head);
}

function nameOf({ first, end, type }: WordSpan, places: ReadonlyMap<number, number>, tokens: readonly Token[]): Name[] {
  let last = end - 1;
  while (last > first && !places.has(last)) last--;
  const [from, to] = [places.get(first), places.get(last)];
  const [start, stop] = [tokens[from ?? -1], tokens[to ?? -1]];
  if (from === undefined || to === undefined || !start || !stop) return [];
  return [{ start: start.start, end: stop.end, firstToken: from, endToken: to + 1, type }];
}
