/** The process that parses documents, told its limits as JSON on the command line and asked over the process channel. */
import { Worker } from "node:worker_threads";
import { LociError } from "@loci/kernel";
import { defaultLimits, type ParserLimits } from "./limits.ts";
import type { Asked, Said } from "./protocol.ts";
import { readDocument } from "./read-document.ts";

const limits = { ...defaultLimits, ...(JSON.parse(process.argv[2] ?? "{}") as Partial<ParserLimits>) };
const say = (said: Said) => process.send?.(said);

const MiB = 1024 * 1024;
/** Bytes of this process beyond which its document is too large; moves with the size of the file, which is copied on its way. */
const allowed = new BigInt64Array(new SharedArrayBuffer(8));
const allow = (fileBytes: number) => Atomics.store(allowed, 0, BigInt(limits.memoryMiB * MiB + 4 * fileBytes));
allow(0);

// Typed arrays lie outside the heap that V8 limits, and a parser that is busy sees no timer: another thread watches, and ends the
// process also where the one that started it is gone.
new Worker(new URL("./watch.ts", import.meta.url), { workerData: { allowed, parent: process.ppid }, execArgv: [] }).unref();

/** Where an error arose, without its message: a parser's may quote the document, which belongs in no log. */
function placeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  return [cause.name, ...(cause.stack ?? "").split("\n").filter((line) => /^ +at /.test(line))].join("\n");
}

process.on("message", (file: Asked) => {
  allow(file.bytes.length);
  readDocument(file, limits).then(
    (document) => say({ kind: "parsed", document }),
    (thrown: unknown) => {
      const { code, message, cause } = LociError.from(thrown);
      say({ kind: "failed", code, message, cause: placeOf(cause) });
    },
  );
});
process.on("disconnect", () => process.exit(0));
say({ kind: "ready" });
