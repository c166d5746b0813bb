import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { LociError } from "@loci/kernel";
import type { ParsedDocument } from "@loci/ports/document-parser";
import { programMiB, type ParserLimits } from "./limits.ts";
import type { Asked, Said } from "./protocol.ts";

/** One parsing process. It takes one document at a time, and is of no more use once `parse` was rejected as it ended. */
export interface ParserProcess {
  parse(file: Asked): Promise<ParsedDocument>;
  /** Ends it at once; a document that it has is rejected with the error. */
  end(error: LociError): Promise<void>;
  readonly ended: boolean;
}

/**
 * A process of its own, not a thread: a thread that runs out of memory inside of V8 (one JSON.parse is enough) takes the whole
 * server with it. It has no environment, so no secrets, and may not write files or start programs.
 */
export function startProcess(limits: ParserLimits): ParserProcess {
  const child = fork(fileURLToPath(new URL("./child.ts", import.meta.url)), [JSON.stringify(limits)], {
    execArgv: ["--permission", "--allow-fs-read=*", "--allow-worker", `--max-old-space-size=${limits.memoryMiB - programMiB}`],
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let waiting: PromiseWithResolvers<ParsedDocument> | undefined;
  let ready = false;
  let ended: LociError | undefined;

  function settle(): PromiseWithResolvers<ParsedDocument> | undefined {
    const settled = waiting;
    waiting = undefined;
    // An idle process keeps no other alive.
    child.unref();
    child.channel?.unref();
    return settled;
  }
  function fail(error: LociError): void {
    ended ??= error;
    settle()?.reject(ended);
  }
  child.on("message", (said: Said) => {
    if (said.kind === "ready") ready = true;
    else if (said.kind === "parsed") settle()?.resolve(said.document);
    else settle()?.reject(new LociError(said.code, said.message, { cause: said.cause }));
  });
  child.on("error", (cause) => fail(new LociError("unavailable", "The document parser does not start.", { cause })));
  child.on("exit", () => {
    fail(
      ready
        ? new LociError("too_large", "The document takes more memory to read than is allowed.")
        : new LociError("unavailable", "The document parser does not start."),
    );
  });

  return {
    parse(file) {
      if (ended !== undefined) return Promise.reject(ended);
      waiting = Promise.withResolvers<ParsedDocument>();
      child.ref();
      child.channel?.ref();
      child.send(file);
      return waiting.promise;
    },
    async end(error) {
      fail(error);
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      child.kill("SIGKILL");
      await exited;
    },
    get ended() {
      return ended !== undefined;
    },
  };
}
