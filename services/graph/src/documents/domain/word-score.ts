/** How much of two lists of terms is in both, 0 to 1: 1 for the same words. */
export function wordScore(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [new Set(a), new Set(b)];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared === 0 ? 0 : shared / (left.size + right.size - shared);
}
