/** Ctrl-C as a signal that a job can act upon. */
import type { Terminal } from "./terminal.ts";

/** Runs a job that stops in order when its signal fires; a second Ctrl-C ends the process at once. */
export async function interruptible<T>(terminal: Terminal, job: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const release = terminal.onInterrupt(() => controller.abort());
  try {
    return await job(controller.signal);
  } finally {
    release();
  }
}
