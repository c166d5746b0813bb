/** Long work gives way to requests after this many milliseconds. */
const sliceMs = 10;

/** What long work calls between its steps: it lets others run from time to time, and ends when the signal is aborted. */
export function pauser(signal?: AbortSignal): () => Promise<void> {
  let until = performance.now() + sliceMs;
  return async () => {
    if (performance.now() <= until) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    until = performance.now() + sliceMs;
  };
}
