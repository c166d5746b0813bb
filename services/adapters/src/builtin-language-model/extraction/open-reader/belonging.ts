import { childOf, wordAt, type Tree } from "./tree.ts";

/** "has a subscription that renews in May": the thing is somebody's own. */
export function isHad(tree: Tree, thing: number): boolean {
  const { label, head, tag } = wordAt(tree, thing);
  if (label !== "dobj" || tag !== "NN" || childOf(tree, head, "neg", "aux") !== undefined) return false;
  return /^(?:have|own|keep|rent|lease|drive|use)$/.test(wordAt(tree, head).lemma) && childOf(tree, head, "nsubj") !== undefined;
}
