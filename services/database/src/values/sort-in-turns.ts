/** So many are sorted or merged without a pause: some milliseconds, also where comparing takes long. */
const atOnce = 4_096;

/**
 * The same order as of `toSorted`, equal ones as they were; others have their turns in between. Where there are few it sorts at once.
 * @param turn lets others have a turn
 */
export function* sortInTurns<T, Pause>(
  items: readonly T[],
  order: (a: T, b: T) => number,
  turn: () => Generator<Pause, void, unknown>,
): Generator<Pause, readonly T[], unknown> {
  if (items.length <= atOnce) return items.toSorted(order);
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    yield* turn();
    runs.push(items.slice(at, at + atOnce).sort(order));
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], order, turn));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Two sorted lists as one; of equal ones the left goes first. */
function* merge<T, Pause>(
  left: readonly T[],
  right: readonly T[],
  order: (a: T, b: T) => number,
  turn: () => Generator<Pause, void, unknown>,
): Generator<Pause, readonly T[], unknown> {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    if (merged.length % atOnce === 0) yield* turn();
    const takesLeft = r >= right.length || (l < left.length && order(left[l] as T, right[r] as T) <= 0);
    merged.push((takesLeft ? left[l++] : right[r++]) as T);
  }
  return merged;
}
