import type { Who } from "./pronouns.ts";
import type { Tree } from "./tree.ts";

interface Asking {
  /** Whom the words of one sentence stand for, as far as it has been found. */
  readonly found: Map<number, Who | undefined>;
  depth: number;
}

/**
 * So many words may be asked for to find one: a chain of owners ("the manager of the manager of …") that is longer stands for nobody.
 * Each of its words is asked for by itself, and each would ask for all behind it.
 */
const deepest = 16;

const askings = new WeakMap<Tree, Asking>();

/**
 * Finds whom a word stands for, and meanwhile each other word at most once: a pronoun is asked for what stands before it, which may be told by the
 * same pronoun ("Six weeks of it …"), and would be asked for ever. A word that is being asked for is nobody.
 */
export function askedOnce(tree: Tree, i: number, find: () => Who | undefined): Who | undefined {
  const asking = askings.get(tree) ?? { found: new Map<number, Who | undefined>(), depth: 0 };
  askings.set(tree, asking);
  if (asking.found.has(i)) return asking.found.get(i);
  if (asking.depth >= deepest) return undefined;
  asking.found.set(i, undefined);
  asking.depth++;
  try {
    const who = find();
    asking.found.set(i, who);
    return who;
  } finally {
    asking.depth--;
    // What was said before may be known otherwise when it is asked for anew.
    if (asking.depth === 0) askings.delete(tree);
  }
}
