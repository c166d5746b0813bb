import { childOf, wordAt, type Tree } from "./tree.ts";

/**
 * Whether the words of a pattern stand behind a verb ("get rid of", "throw out"), and the head of the phrase that follows. The words decide,
 * not their labels: a small parser takes the particle of one verb for the preposition of another.
 */
export function phraseBehind(
  tree: Tree,
  verb: number,
  [lemma, ...rest]: readonly string[],
): { readonly object: number | undefined } | undefined {
  const word = wordAt(tree, verb);
  // The tagger takes "got rid" for a passive.
  if (lemma === "get" && word.lower === "rid" && rest[0] === "rid") return behindWords(tree, verb + 1, rest.slice(1));
  if (word.lemma !== lemma && word.lower !== lemma) return undefined;
  const direct = behindWords(tree, verb + 1, rest);
  if (direct !== undefined || rest.length !== 1) return direct;
  // "threw the sofa out"
  const object = childOf(tree, verb, "dobj");
  if (object === undefined) return undefined;
  const next = object + 1 < tree.words.length ? wordAt(tree, object + 1).lower : "";
  return next === rest[0] ? { object } : undefined;
}

function behindWords(tree: Tree, from: number, sequence: readonly string[]): { readonly object: number | undefined } | undefined {
  if (from + sequence.length > tree.words.length) return undefined;
  if (!sequence.every((word, k) => wordAt(tree, from + k).lower === word)) return undefined;
  return { object: headFrom(tree, from + sequence.length) };
}

const inside = /^(?:det|predet|amod|compound|poss|nummod|nmod|advmod|case|punct|npadvmod)$/;

/** The head of the noun phrase that begins at a word; undefined where none does. */
export function headFrom(tree: Tree, from: number): number | undefined {
  if (from >= tree.words.length) return undefined;
  let at = from;
  for (let step = 0; step < 8; step++) {
    const { head, label, tag } = wordAt(tree, at);
    if (step === 0 && /^(?:IN|TO|RB|CC|WRB|VB[DPZ]?|MD|[.,:]|-LRB-)$/.test(tag) && !inside.test(label)) return undefined;
    if (head <= at || head > at + 8 || !inside.test(label)) break;
    at = head;
  }
  return /^(?:NN|CD|PRP$|VBG|FW|JJ)/.test(wordAt(tree, at).tag) ? at : undefined;
}

/** The head of the phrase behind one of these words, somewhere behind a word of the clause. */
export function placeBehind(tree: Tree, from: number, prepositions: readonly string[]): number | undefined {
  for (let i = from + 1; i < Math.min(tree.words.length, from + 10); i++) {
    const word = wordAt(tree, i);
    if (/^(?:[,;.]|and|but|so)$/.test(word.lower)) return undefined;
    if (prepositions.includes(word.lower)) return headFrom(tree, i + 1);
  }
  return undefined;
}

/** The head of the phrase behind a sequence of words, somewhere behind a word. */
export function phraseAfter(tree: Tree, from: number, sequence: readonly string[]): number | undefined {
  for (let i = from + 1; i + sequence.length < tree.words.length; i++)
    if (sequence.every((word, k) => wordAt(tree, i + k).lower === word)) return headFrom(tree, i + sequence.length);
  return undefined;
}

/** Verbs that give what they move another date or figure. */
export const movers = new Set(
  "postpone push delay reschedule move shift raise lower cut reduce extend bring set increase decrease".split(" "),
);
