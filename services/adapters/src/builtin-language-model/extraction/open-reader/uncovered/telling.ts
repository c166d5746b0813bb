/** Which words of a predicate tell something, and which only fill it. */
import { petKind, relationOf } from "../../kinship.ts";
import type { Clause } from "../clause.ts";
import { figurative } from "../own-words.ts";
import { childOf, childrenOf, runOf, wordAt, type Tree } from "../tree.ts";
import { turning } from "./arguments.ts";
import type { Coverage } from "./coverage.ts";

/** The words of the phrases of a predicate that no fact holds; of "from X" and "of X" of a way of speaking none. */
export function openWords(tree: Tree, { verb }: Clause, { isOpen }: Coverage): number[] {
  return childrenOf(tree, verb)
    .filter((child) => !outside.test(wordAt(tree, child).label) && !isFromBefore(tree, child) && !isCondition(tree, child))
    .flatMap((child) => {
      const { from, to } = runOf(tree, child, (one) => isFromBefore(tree, one));
      const words = Array.from({ length: to - from }, (_, i) => from + i);
      // "is Tom, not Dana"
      const denied = words.find((i) => i > from && wordAt(tree, i).lower === "not") ?? to;
      return words.filter((i) => i < denied && isOpen(i));
    });
}

const outside = /^(?:nsubj|nsubjpass|csubj|conj|parataxis|punct|cc|mark|intj)$/;

/** "from Jira", behind a change; "of all places". */
function isFromBefore(tree: Tree, i: number): boolean {
  const { lower, label, head } = wordAt(tree, i);
  return (
    label === "prep" &&
    ((lower === "from" && turning.test(wordAt(tree, head).lemma)) || (lower === "of" && /^VB/.test(wordAt(tree, head).tag)))
  );
}

/** A clause beside, but for one that tells why. */
function isCondition(tree: Tree, i: number): boolean {
  if (wordAt(tree, i).label !== "advcl") return false;
  return !childrenOf(tree, i, "mark", "aux").some((one) => /^(?:because|to|since|as)$/.test(wordAt(tree, one).lower));
}

/** A name, a number, or a noun of which more is said; no time, which the facts hold. */
export function isNamed(tree: Tree, i: number): boolean {
  const { tag, lower, name } = wordAt(tree, i);
  if (/^(?:DATE|TIME)$/.test(name) || filling.test(lower)) return false;
  return /^(?:NNPS?|CD)$/.test(tag) || (/^NNS?$/.test(tag) && childOf(tree, i, "amod", "compound", "prep") !== undefined);
}

const filling = /^(?:job|home|place|life|spring|summer|autumn|fall|winter|morning|evening|night|day|week|month|year|weekend)s?$/;

/** "off sick", "closed": how something named is. */
export function isStateWord(tree: Tree, i: number): boolean {
  const { tag, lower } = wordAt(tree, i);
  return /^(?:JJ|VBN)$/.test(tag) && !praise.test(lower);
}

/** "is abroad": where somebody is, without a place's name. */
export const whereabouts = /^(?:abroad|away|overseas|ashore|offshore|offline|upstairs|downstairs|underground)$/;

const praise =
  /^(?:good|great|nice|fine|bad|awful|lovely|beautiful|amazing|awesome|cool|fun|funny|interesting|important|easy|hard|difficult|big|small|happy|sad|sure|ready|okay|ok|perfect|terrible|wonderful|brilliant|red|blue|green|true|right|wrong|clear|possible|able|likely)$/;

/** A name, a number, a day, or a noun of which more is said: not "a question", "fear", "tired". */
export function isTelling(tree: Tree, i: number): boolean {
  const { tag, lower, name, head } = wordAt(tree, i);
  if (tag === "CD" && isOfFamily(wordAt(tree, head).lower)) return false;
  if (/^(?:NNPS?|CD)$/.test(tag) || (name !== "" && !/^(?:DATE|TIME)$/.test(name))) return true;
  // "two kids", "32 years": the fact of the children, or of the age, has another word for it.
  if (!/^NNS?$/.test(tag) || figurative.test(lower) || isOfFamily(lower)) return false;
  if (/^(?:DATE|TIME)$/.test(name)) return false;
  if (tag === "NNS") return true;
  return (
    childOf(tree, i, "compound", "amod", "poss", "nummod", "prep", "acl", "relcl") !== undefined ||
    wordAt(tree, i).label === "compound" ||
    childrenOf(tree, i, "det").some((det) => !/^(?:an?|no|any|some)$/.test(wordAt(tree, det).lower))
  );
}

/** "gave fruit", "wants payment": any noun, where nothing else of the clause was read; no time and no way of speaking. */
export function isPlainNoun(tree: Tree, i: number): boolean {
  const { tag, name, lower } = wordAt(tree, i);
  return /^NN/.test(tag) && (!/^(?:DATE|TIME)$/.test(name) || /^\d/.test(lower)) && !figurative.test(lower);
}

function isOfFamily(noun: string): boolean {
  return relationOf(noun) !== undefined || petKind(noun) !== undefined;
}
