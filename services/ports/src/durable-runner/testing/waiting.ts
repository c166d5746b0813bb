import type { DurableRunner } from "../port.ts";

export const never = new Promise<void>(() => undefined);
export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Far above what a busy machine needs. */
const longestMs = 500_000;

export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + longestMs;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`still not so after ${longestMs / 1_000} s: ${what.toString()}`);
    await sleep(10);
  }
}

/** Until nothing of the pipeline is queued or runs. */
export function idle(runner: DurableRunner, name: string): Promise<void> {
  return until(async () => {
    const { queued, running } = await runner.depth(name);
    return queued + running === 0;
  });
}
