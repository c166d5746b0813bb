/** Splits a list into runs of at most `maxCount` items and `maxSize` in all; an item larger than that gets a run of its own. */
export function batches<T>(items: readonly T[], sizeOf: (item: T) => number, maxCount: number, maxSize: number): T[][] {
  const runs: T[][] = [];
  let size = 0;
  for (const item of items) {
    const run = runs.at(-1);
    if (run && run.length < maxCount && size + sizeOf(item) <= maxSize) {
      run.push(item);
      size += sizeOf(item);
    } else {
      runs.push([item]);
      size = sizeOf(item);
    }
  }
  return runs;
}
