import { isDate } from "./phrase.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";

/** What things do not do, but what is done to them; who does it would be named behind the verb. */
const doneTo = new Set(
  "postpone delay cancel reschedule approve reject scrap shelve merge sign extend shorten reassign terminate".split(" "),
);

/** "Falcon launch postponed to 9 June", "Offsite cancelled": a note leaves "was" out. */
export function isHeadlinePassive(tree: Tree, verb: number): boolean {
  const word = wordAt(tree, verb);
  if (!/^VB[DN]$/.test(word.tag) || !doneTo.has(word.lemma) || childOf(tree, verb, "aux", "auxpass") !== undefined) return false;
  // "terminated end of May"
  const object = childOf(tree, verb, "dobj");
  if (object !== undefined && !isDate(tree, object)) return false;
  return childrenOf(tree, verb, "nsubj").some(
    (i) => /^(?:NN|NNP|NNS|VBG)$/.test(wordAt(tree, i).tag) && wordAt(tree, i).name !== "PERSON",
  );
}
