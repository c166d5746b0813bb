import type { Token } from "../tokens.ts";

/** A parsed sentence with the children of each word, in the order of the text. */
export interface Tree {
  readonly content: string;
  readonly words: readonly Token[];
  readonly children: readonly (readonly number[])[];
}

export function treeOf(content: string, words: readonly Token[]): Tree {
  const children: number[][] = words.map(() => []);
  words.forEach((word, i) => {
    if (word.head !== i) children[word.head]?.push(i);
  });
  return { content, words, children };
}

export function wordAt(tree: Tree, i: number): Token {
  const word = tree.words[i];
  if (word === undefined) throw new RangeError(`a sentence of ${tree.words.length} words has no word ${i}`);
  return word;
}

export function childrenOf(tree: Tree, i: number, ...labels: readonly string[]): number[] {
  const all = tree.children[i] ?? [];
  return labels.length === 0 ? [...all] : all.filter((child) => labels.includes(wordAt(tree, child).label));
}

export function childOf(tree: Tree, i: number, ...labels: readonly string[]): number | undefined {
  return childrenOf(tree, i, ...labels)[0];
}

/** A word and what is coordinated with it ("Jonas", "Lea" and "Tim" of "Jonas, Lea and Tim"). */
export function conjunctsOf(tree: Tree, i: number): number[] {
  const found = [i];
  for (let at = 0; at < found.length && found.length < 32; at++)
    found.push(...childrenOf(tree, found[at] ?? i, "conj").filter((child) => !isOneFirm(tree, child)));
  return found.sort((a, b) => a - b);
}

/** "Pane & Olive": the second word of one firm's name, where the name finder takes neither for a person. */
export function isOneFirm(tree: Tree, i: number): boolean {
  const { label, head, tag, name } = wordAt(tree, i);
  const first = wordAt(tree, head);
  if (label !== "conj" || tree.words[i - 1]?.text !== "&" || head !== i - 2) return false;
  return /^NNPS?$/.test(tag) && /^NNPS?$/.test(first.tag) && name !== "PERSON" && first.name !== "PERSON";
}

/** The unbroken run of words around `i` that belong to its subtree, without the subtrees of children that `leave` names. */
export function runOf(tree: Tree, i: number, leave: (child: number) => boolean): { from: number; to: number } {
  const inside = new Set<number>();
  const add = (at: number, depth: number) => {
    inside.add(at);
    if (depth < 40) for (const child of childrenOf(tree, at)) if (!leave(child)) add(child, depth + 1);
  };
  add(i, 0);
  let from = i;
  let to = i + 1;
  while (inside.has(from - 1)) from -= 1;
  while (inside.has(to)) to += 1;
  return { from, to };
}

/** The words from..to (exclusive), as they stand in the content. */
export function textBetween(tree: Tree, from: number, to: number): string {
  return from < to ? tree.content.slice(wordAt(tree, from).start, wordAt(tree, to - 1).end) : "";
}

/** "My ex-husband Rune": the parser takes the parts of the compound for subjects of their own. */
export function isBeforeHyphen(tree: Tree, i: number): boolean {
  const [word, next] = [tree.words[i], tree.words[i + 1]];
  return word !== undefined && word.end === next?.start && (word.text === "-" || next.text === "-");
}

/** The words of the clause's own level, in lower case: for cues that stand anywhere in it. */
export function wordsOfLevel(tree: Tree, verb: number): string {
  const direct = childrenOf(tree, verb)
    .filter((i) => !/^(?:conj|ccomp|advcl|relcl|parataxis)$/.test(wordAt(tree, i).label))
    .flatMap((i) => [i, ...childrenOf(tree, i, "advmod", "neg", "amod", "pobj", "det")])
    .flatMap((i) => [i, ...childrenOf(tree, i, "advmod", "neg", "det")]);
  return [...new Set([verb, ...direct])]
    .sort((a, b) => a - b)
    .map((i) => wordAt(tree, i).lower)
    .join(" ");
}
