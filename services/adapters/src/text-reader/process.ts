import { fork } from "node:child_process";
import { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import type { ReaderLimits } from "./limits.ts";
import type { Asked, Said } from "./protocol.ts";
import { giveSources, sourcesFile, takingSources } from "./sources.ts";

export interface ReaderProcess {
  readonly pid: number | undefined;
  ask(asked: Asked): void;
  /** Whether the server waits for it: one that is idle keeps no other process alive. */
  hold(held: boolean): void;
  kill(): Promise<void>;
}

export interface Listener {
  said(said: Said): void;
  /** Told once, however it ended. */
  ended(): void;
}

/**
 * A process of its own, not a thread: a thread that runs out of memory inside of V8 takes the whole server with it. It has no
 * environment, so no secrets, and may not write files or start programs.
 */
export function startReader(rules: URL, limits: ReaderLimits, listener: Listener): ReaderProcess {
  const child = fork(fileURLToPath(new URL("./child.ts", import.meta.url)), [rules.href, JSON.stringify(limits)], {
    execArgv: [
      ...["--permission", "--allow-fs-read=*", "--allow-worker", `--import=${takingSources}`],
      // It reads little at a time: both together keep some 20 MB that it would take and not need, and cost no time.
      ...[`--max-old-space-size=${limits.memoryMiB}`, "--max-semi-space-size=1", "--optimize-for-size"],
    ],
    env: {},
    serialization: "json",
    stdio: ["ignore", "ignore", "ignore", "ipc", "pipe"],
  });
  const exited = Promise.withResolvers<undefined>();
  const end = () => {
    listener.ended();
    exited.resolve(undefined);
  };
  const sources = child.stdio[sourcesFile];
  if (sources instanceof Duplex) giveSources(sources);
  child.on("message", (said: Said) => {
    // All modules are loaded; an open channel would keep the server alive.
    if (said.kind === "ready" && sources instanceof Duplex) sources.destroy();
    listener.said(said);
  });
  // One that cannot be started has no exit; a channel that broke is no use.
  child.on("error", () => (child.pid === undefined ? end() : child.kill("SIGKILL")));
  child.once("exit", end);
  return {
    pid: child.pid,
    ask: (asked) => void child.send(asked),
    hold(held) {
      if (held) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    async kill() {
      child.ref();
      child.kill("SIGKILL");
      await exited.promise;
    },
  };
}
