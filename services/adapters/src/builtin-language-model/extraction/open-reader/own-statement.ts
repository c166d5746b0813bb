import { childOf, childrenOf, runOf, wordAt, type Tree } from "./tree.ts";

/** "I'd rather sit by the window, and I always order tea": what somebody would do says nothing of a clause of its own behind a comma. */
export function isOwnStatement(tree: Tree, verb: number, child: number): boolean {
  const subject = childOf(tree, child, "nsubj", "nsubjpass");
  const joined = subject === undefined ? -1 : runOf(tree, subject, () => false).from - 1;
  if (tree.words[joined]?.tag !== "CC" || tree.words[joined - 1]?.text !== ",") return false;
  if (childOf(tree, verb, "advcl", "mark") !== undefined) return false;
  const isModal = childrenOf(tree, verb, "aux").some((i) => /^(?:would|could|should|'d|\u2019d)$/.test(wordAt(tree, i).lower));
  const own = childrenOf(tree, child, "aux").map((i) => wordAt(tree, i).lower);
  return isModal && (/^VB[ZDP]$/.test(wordAt(tree, child).tag) || own.length > 0);
}
