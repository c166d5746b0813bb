import type { Assets } from "./assets.ts";
import type { Hasher } from "./hasher.ts";

export type Lemmatiser = (text: string, pos: string, morph: string) => string;

const maxCached = 4_096;

interface Table {
  /** Hashes of the forms that are lemmas, in order. */
  readonly index: Uint32Array;
  readonly irregular: ReadonlyMap<string, readonly string[]>;
  readonly endings: readonly (readonly [string, string])[];
}

/**
 * spaCy's lemmatiser for English, by rules: a base form stands as it is, an irregular form is looked up, of any other the ending is
 * replaced where that gives a known word.
 */
export function createLemmatiser(assets: Assets, hasher: Hasher): Lemmatiser {
  const { irregular, endings } = assets.tables.lemmas;
  const tables = new Map(
    Object.entries(endings).map(([pos, pairs]): [string, Table] => [
      pos,
      {
        index: `lemmas.${pos}` in assets.tables.arrays ? assets.numbers(`lemmas.${pos}`) : new Uint32Array(),
        irregular: formsOf(irregular[pos] ?? ""),
        endings: pairs,
      },
    ]),
  );
  for (const pos of Object.keys(irregular)) {
    if (tables.has(pos)) continue;
    tables.set(pos, { index: assets.numbers(`lemmas.${pos}`), irregular: formsOf(irregular[pos] ?? ""), endings: [] });
  }
  const cache = new Map<string, string>();

  function lemmaOf(text: string, pos: string, morph: string): string {
    const lower = text.toLowerCase();
    const table = tables.get(pos.toLowerCase());
    if (isBaseForm(pos, morph)) return lower;
    if (!table) return pos === "PROPN" ? text : lower;
    const known: string[] = [];
    const unknown: string[] = [];
    for (const [old, replacement] of table.endings) {
      if (!lower.endsWith(old)) continue;
      const form = lower.slice(0, lower.length - old.length) + replacement;
      if (form === "") continue;
      if (includes(table.index, hasher.id(form))) known.unshift(form);
      else if (/^\p{L}+$/u.test(form)) unknown.push(form);
      else known.push(form);
    }
    const forms = [...new Set(known)];
    for (const form of table.irregular.get(lower) ?? []) if (!forms.includes(form)) forms.unshift(form);
    return forms[0] ?? unknown[0] ?? text;
  }

  return (text, pos, morph) => {
    const key = `${pos} ${morph} ${text}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const lemma = lemmaOf(text, pos, morph);
    if (cache.size >= maxCached) cache.clear();
    cache.set(key, lemma);
    return lemma;
  };
}

/** Whether a word in lower case is the base form of an English noun, verb, adjective or adverb (by the lemmatiser's own lists, WordNet's). */
export function createWordList(assets: Assets, hasher: Hasher): (lower: string) => boolean {
  const lists = ["noun", "verb", "adj", "adv"].flatMap((pos) =>
    `lemmas.${pos}` in assets.tables.arrays ? [assets.numbers(`lemmas.${pos}`)] : [],
  );
  return (lower) => {
    const id = hasher.id(lower);
    return lists.some((list) => includes(list, id));
  };
}

/** Each line is an irregular form and its lemmas. */
function formsOf(lines: string): Map<string, readonly string[]> {
  return new Map(
    lines.split("\n").map((line) => {
      const [form = "", ...lemmas] = line.split(" ");
      return [form, lemmas];
    }),
  );
}

function isBaseForm(pos: string, morph: string): boolean {
  const has = (feature: string) => morph === feature || morph.split("|").includes(feature);
  if (pos === "NOUN" && has("Number=Sing")) return true;
  if (pos === "VERB" && has("VerbForm=Fin") && has("Tense=Pres") && !morph.includes("Number=")) return true;
  return has("VerbForm=Inf") || has("Degree=Pos");
}

function includes(sorted: Uint32Array, value: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
