export interface Watched {
  /** How many texts are being read, and a number that grows with each round of the event loop while any is. */
  readonly loop: Int32Array;
  readonly stepMs: number;
  readonly parent: number;
}

/**
 * What a thread beside the reading one does: it ends the process where one step takes too much processor time, or where its parent
 * is gone. It is sent as its own source text and names nothing outside of itself, as a thread that strips types takes 18 MB for that.
 */
export function watch(): void {
  const { loop, stepMs, parent }: Watched = process.getBuiltinModule("node:worker_threads").workerData as Watched;
  let round = -1;
  let since = 0;
  // Processor time, not the clock: a crowded machine, or one that slept, is no text's fault.
  const look = () => {
    const { user, system } = process.cpuUsage();
    const spentMs = (user + system) / 1000;
    const now = Atomics.load(loop, 1);
    if (now !== round || Atomics.load(loop, 0) === 0) {
      round = now;
      since = spentMs;
    }
    if (spentMs - since > stepMs || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  };
  setInterval(look, Math.min(250, stepMs));
}
