import type { Logger } from "../telemetry/index.ts";

/** Things to close, in the opposite order of their opening. */
export interface Lifecycle {
  onClose(name: string, close: () => Promise<void> | void): void;
  /** Closes everything once; a part that fails is logged and the others are closed all the same. */
  close(): Promise<void>;
}

export function createLifecycle(logger: Logger): Lifecycle {
  const parts: { name: string; close: () => Promise<void> | void }[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    for (const part of parts.reverse()) {
      try {
        await part.close();
      } catch (error) {
        logger.error({ err: error, part: part.name }, "close failed");
      }
    }
  };
  return {
    onClose: (name, close) => parts.push({ name, close }),
    close: () => (closing ??= closeAll()),
  };
}

/** Resolves with the first SIGINT or SIGTERM. A second one ends the process at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (signal: NodeJS.Signals) => {
      if (asked) process.exit(130);
      asked = true;
      resolve(signal);
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
