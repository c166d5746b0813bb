/** Of what a clause speaks: the subjects of its verb, and the noun that a relative clause is about. */
import { relationOf } from "../kinship.ts";
import { childOf, childrenOf, isBeforeHyphen, runOf, wordAt, type Tree } from "./tree.ts";

/** The words that are the subjects of a verb. */
export function subjectsOf(tree: Tree, verb: number): number[] {
  // The parser hangs a subject on the auxiliary now and then.
  const at = [verb, ...childrenOf(tree, verb, "aux", "auxpass")];
  const found = at.flatMap((one) => childrenOf(tree, one, "nsubj", "nsubjpass"));
  // "Mila and I have …": the parser takes the first name for a call.
  const called = childrenOf(tree, verb, "intj").filter(
    (i) => tree.words[i]?.tag === "NNP" && tree.words[i + 1]?.lower === "and" && found.includes(i + 2),
  );
  return [...called, ...found].filter((i) => !/^(?:WDT|WP|EX)$/.test(wordAt(tree, i).tag) && !isBeforeHyphen(tree, i));
}

/** "Priya, who leads the team": the noun that the relative clause is about, where the pronoun is its subject. */
export function relativeSubject(tree: Tree, verb: number): number[] {
  const pronoun = childOf(tree, verb, "nsubj", "nsubjpass");
  if (pronoun === undefined) return [];
  const isRelative =
    /^W/.test(wordAt(tree, pronoun).tag) || childrenOf(tree, pronoun, "poss").some((i) => wordAt(tree, i).tag === "WP$");
  if (!isRelative) return [];
  const found = nearest(tree, runOf(tree, verb, () => false).from, wordAt(tree, verb).head);
  const { name, label, head } = wordAt(tree, found);
  // "scored on Saturday, which puts him on top": no day does.
  if (/^(?:DATE|TIME)$/.test(name) && label !== "nsubj") return [];
  // "is 240 a year, which covers mooring": no figure does.
  if (label === "attr" && wordAt(tree, found).tag === "CD") return subjectsOf(tree, head);
  const preposition = label === "pobj" ? wordAt(tree, head).lower : "";
  // "a designer from Izmir who works for Canopy": no town does.
  const isThere =
    (preposition === "from" && !isSomebody(tree, found)) ||
    (/^(?:GPE|LOC|FAC)$/.test(name) && /^(?:in|near|around)$/.test(preposition));
  return wordAt(tree, pronoun).lower === "who" && isThere ? whoIsThere(tree, found) : [found];
}

/** "bought it from Ingrid, who …", "from my uncle, who …" */
function isSomebody(tree: Tree, i: number): boolean {
  const { name, tag, lower } = wordAt(tree, i);
  if (name === "PERSON" && /^NNP/.test(tag) && tree.words[i + 1]?.text === ",") return true;
  return relationOf(lower) !== undefined && childOf(tree, i, "poss") !== undefined;
}

/** "is a dietitian based in Ljubljana who sees clients": no town does. */
function whoIsThere(tree: Tree, place: number): number[] {
  let at = place;
  for (let step = 0; step < 8; step++) {
    const { head, label } = wordAt(tree, at);
    if (label === "attr") return subjectsOf(tree, head);
    if (head === at) return [];
    at = head;
    if (/^NN/.test(wordAt(tree, at).tag) && !/^(?:attr|pobj)$/.test(wordAt(tree, at).label)) return [at];
  }
  return [];
}

/** "a half-brother, Karim, who …", "Noor, Idris and Sami, who was …": of several words for it, or of a list, the one right before. */
function nearest(tree: Tree, pronoun: number, head: number): number {
  let before = pronoun - 1;
  while (before > head && /^[,(]$/.test(wordAt(tree, before).text)) before -= 1;
  for (let at = before; at > head && /^(?:appos|conj)$/.test(wordAt(tree, at).label); at = wordAt(tree, at).head)
    if (wordAt(tree, at).head === head) return before;
  return head;
}
