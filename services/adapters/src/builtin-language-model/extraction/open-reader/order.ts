/** Orders: what is asked for, and states nothing. */
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";

/** "Write a poem about a sailor named Finn" tells of nobody; "Remember that my sister Anna …" and "Meet our dog Pickle!" do. */
export function isOrder(tree: Tree): boolean {
  const root = tree.words.findIndex((word, i) => word.head === i);
  const word = tree.words[root];
  return (
    word?.tag === "VB" &&
    !/^(?:remember|note|remind|forget|know|meet|welcome)$/.test(word.lemma) &&
    childOf(tree, root, "nsubj", "nsubjpass", "ccomp") === undefined
  );
}

/** "Alarm code 4402, don't tell anyone": "do" does not agree with one thing, so it is an order. */
export function isOrderBeside(tree: Tree, verb: number, [subject, ...others]: readonly number[]): boolean {
  if (
    subject === undefined ||
    others.length > 0 ||
    !/^NNP?$/.test(wordAt(tree, subject).tag) ||
    childOf(tree, subject, "conj") !== undefined
  )
    return false;
  return (
    childrenOf(tree, verb, "aux").some((i) => /^do$/.test(wordAt(tree, i).lower)) &&
    tree.words.slice(subject, verb).some((word) => word.text === ",")
  );
}
