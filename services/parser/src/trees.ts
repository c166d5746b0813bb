/** Heads (a root's is its own index) and labels of a text's words. */
export interface Trees {
  readonly heads: Int32Array;
  readonly labels: string[];
}

const delimiter = "||";

/**
 * Undoes the projection of crossing arcs (Nivre & Nilsson 2005, scheme HEAD): "nsubj||ccomp" says that the head is the first word below
 * the one given, level by level, that is a "ccomp".
 */
export function deprojectivize({ heads, labels }: Trees, isSpace: readonly boolean[]): void {
  for (let word = 0; word < heads.length; word++) {
    const [label = "", wanted] = (labels[word] ?? "").split(delimiter);
    if (wanted === undefined) continue;
    heads[word] = newHead(word, wanted, { heads, labels }, isSpace);
    labels[word] = label;
  }
}

function newHead(word: number, wanted: string, { heads, labels }: Trees, isSpace: readonly boolean[]): number {
  const top = heads[word] ?? word;
  const children = childrenOf(heads);
  const seen = new Set([top]);
  let level = [top];
  while (level.length > 0) {
    const below: number[] = [];
    for (const one of level) {
      for (const child of children.get(one) ?? []) {
        if (isSpace[child] === true || child === word || seen.has(child)) continue;
        if (labels[child] === wanted) return child;
        seen.add(child);
        below.push(child);
      }
    }
    level = below;
  }
  return top;
}

function childrenOf(heads: Int32Array): Map<number, number[]> {
  const children = new Map<number, number[]>();
  heads.forEach((head, word) => {
    if (head === word) return;
    const known = children.get(head);
    if (known) known.push(word);
    else children.set(head, [word]);
  });
  return children;
}

/** Where sentences start: at the leftmost word below each root. */
export function sentenceStarts(heads: Int32Array): boolean[] {
  const left = leftEdges(heads);
  const starts = Array.from(heads, () => false);
  heads.forEach((head, word) => {
    if (head === word) starts[left[word] ?? word] = true;
  });
  if (starts.length > 0) starts[0] = true;
  return starts;
}

/** Crossing arcs can need some rounds; spaCy stops after so many. */
const maxRounds = 12;

function leftEdges(heads: Int32Array): Int32Array {
  const left = Int32Array.from(heads, (_, word) => word);
  const pull = (word: number): boolean => {
    const head = heads[word] ?? word;
    if ((left[word] ?? word) >= (left[head] ?? head)) return false;
    left[head] = left[word] ?? word;
    return true;
  };
  for (let round = 0, changed = true; changed && round < maxRounds; round++) {
    changed = false;
    for (let word = 0; word < heads.length; word++) changed = pull(word) || changed;
    for (let word = heads.length - 1; word >= 0; word--) changed = pull(word) || changed;
  }
  return left;
}
