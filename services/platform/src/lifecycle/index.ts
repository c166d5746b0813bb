import type { Logger } from "../telemetry/index.ts";

/** Things to close, in the opposite order of their opening. */
export interface Lifecycle {
  onClose(name: string, close: () => Promise<void> | void): void;
  /** Closes everything once; a part that fails is logged and the others are closed all the same. */
  close(): Promise<void>;
  /** Ends the process, should not everything be closed after that time: a database whose thread hangs would hold it for ever. */
  endWithin(ms: number): void;
}

export function createLifecycle(logger: Logger, exit: (code: number) => void = (code) => process.exit(code)): Lifecycle {
  const parts: { name: string; close: () => Promise<void> | void }[] = [];
  let closing: Promise<void> | undefined;
  /** What is being closed. */
  let at: string | undefined;
  let limit: NodeJS.Timeout | undefined;
  const closeAll = async () => {
    for (const part of parts.reverse()) {
      at = part.name;
      try {
        await part.close();
      } catch (error) {
        logger.error({ err: error, part: part.name }, "close failed");
      }
    }
    clearTimeout(limit);
  };
  const endAnyway = () => {
    logger.error({ part: at }, "the process ends, though not everything could be closed");
    exit(1);
  };
  return {
    onClose: (name, close) => parts.push({ name, close }),
    close: () => (closing ??= closeAll()),
    endWithin: (ms) => void (limit ??= setTimeout(endAnyway, ms).unref()),
  };
}

/** One stop often arrives more than once: from the terminal, and passed on by npm. */
const sameStopMs = 1_000;

let stopped: Promise<NodeJS.Signals> | undefined;

/**
 * Resolves with the first SIGINT or SIGTERM since it was first asked for; whoever asks later learns of that one too. Another one, a second
 * or more later, ends the process at once.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  stopped ??= new Promise((resolve) => {
    let askedAt: number | undefined;
    const stop = (signal: NodeJS.Signals) => {
      if (askedAt !== undefined && performance.now() - askedAt >= sameStopMs) process.exit(130);
      askedAt ??= performance.now();
      resolve(signal);
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
  return stopped;
}
