/** Maps items with at most `limit` of them under way at once; the results keep the items' order. The first failure ends it. */
export async function inOrder<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}

/** Long work gives way to requests after this many milliseconds. */
const sliceMs = 10;

/** What long work calls between its steps: it lets others run from time to time, and ends when the signal is aborted. */
export function pauser(signal: AbortSignal): () => Promise<void> {
  let until = performance.now() + sliceMs;
  return async () => {
    if (performance.now() <= until) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    until = performance.now() + sliceMs;
  };
}
