import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";

/** "so it is the tram again for me": "it" is nothing that was named before. */
export function isImpersonal(tree: Tree, verb: number, subjects: readonly number[]): boolean {
  const attribute = childOf(tree, verb, "attr");
  if (attribute === undefined || !subjects.some((i) => wordAt(tree, i).lower === "it")) return false;
  if (!childrenOf(tree, attribute, "det").some((i) => wordAt(tree, i).lower === "the")) return false;
  return [verb, attribute].some((head) => childrenOf(tree, head, "advmod").some((i) => wordAt(tree, i).lower === "again"));
}
