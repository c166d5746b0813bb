import { childOf, wordAt, type Tree } from "./tree.ts";

/** "Ms Lindgren, 58, type 2 diabetic": a verb would agree with the one person that it is said of. */
export function isNoVerb(tree: Tree, verb: number, [subject, ...others]: readonly number[]): boolean {
  const { tag, lower, lemma } = wordAt(tree, verb);
  if (subject === undefined || others.length > 0 || tag !== "VBP" || lower !== lemma || /^(?:be|have|do)$/.test(lemma))
    return false;
  const { tag: noun, name } = wordAt(tree, subject);
  return (
    noun === "NNP" && name === "PERSON" && childOf(tree, subject, "conj") === undefined && childOf(tree, verb, "aux") === undefined
  );
}
