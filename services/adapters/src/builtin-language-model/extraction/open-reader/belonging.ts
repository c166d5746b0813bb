import { childOf, wordAt, type Tree } from "./tree.ts";

/** "has a subscription that renews in May": the thing is somebody's own. */
export function isHad(tree: Tree, thing: number): boolean {
  const { label, head, tag } = wordAt(tree, thing);
  if (label !== "dobj" || tag !== "NN" || childOf(tree, head, "neg", "aux") !== undefined) return false;
  return /^(?:have|own|keep|rent|lease|drive|use)$/.test(wordAt(tree, head).lemma) && childOf(tree, head, "nsubj") !== undefined;
}

/** "plays in a band that rehearses on Mondays": one's own band, club or clinic. */
export function isBelongedTo(tree: Tree, thing: number): boolean {
  const { label, head: prep, tag } = wordAt(tree, thing);
  if (label !== "pobj" || tag !== "NN" || !/^(?:in|at|for|with|to)$/.test(wordAt(tree, prep).lower)) return false;
  const verb = wordAt(tree, prep).head;
  const { lemma, tag: form } = wordAt(tree, verb);
  if (!/^(?:play|sing|work|dance|train|row|volunteer|belong|study|teach|live|perform|act|swim)$/.test(lemma)) return false;
  return /^VB[ZP]$/.test(form) && childOf(tree, verb, "neg", "aux") === undefined && childOf(tree, verb, "nsubj") !== undefined;
}
