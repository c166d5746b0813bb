/** The process that reads texts, told its limits and its rules on the command line and asked over the process channel. */
import { Worker } from "node:worker_threads";
import { LociError } from "@loci/kernel";
import type { LanguageModel } from "@loci/ports/language-model";
import type { Asked, Said } from "./protocol.ts";
import { watch, type Watched } from "./watch.ts";

const [rules = "", limitsJson = "{}"] = process.argv.slice(2);
const { stepMs } = JSON.parse(limitsJson) as { stepMs: number };
const say = (said: Said) => process.send?.(said);

/** Each place is a number: how many texts are being read, and how often the event loop went round meanwhile. */
const loop = new Int32Array(new SharedArrayBuffer(8));
const beatMs = 100;
let beating: NodeJS.Timeout | undefined;

// A pattern that goes on for ever sees no timer: another thread watches, and ends the process also where its parent is gone.
const watched: Watched = { loop, stepMs, parent: process.ppid };
new Worker(`(${watch.toString()})()`, {
  ...{ eval: true, workerData: watched },
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 4 },
}).unref();

const reading = new Map<number, AbortController>();

function count(): void {
  Atomics.store(loop, 0, reading.size);
  Atomics.add(loop, 1, 1);
  if (reading.size === 0) {
    clearInterval(beating);
    beating = undefined;
  } else beating ??= setInterval(() => Atomics.add(loop, 1, 1), beatMs);
}

/** Where an error arose, without its message: it may quote the text, which belongs in no log. */
function placeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  return [cause.name, ...(cause.stack ?? "").split("\n").filter((line) => /^ +at /.test(line))].join("\n");
}

async function answerOf(model: LanguageModel, asked: Extract<Asked, { kind: "read" }>, signal: AbortSignal): Promise<unknown> {
  // What is asked was checked by the types of the side that asks: both are one release.
  const ask = model[asked.method] as (request: unknown, signal: AbortSignal) => Promise<unknown> | AsyncIterable<unknown>;
  const answer = ask(asked.request, signal);
  if (!(Symbol.asyncIterator in answer)) return answer;
  const parts: unknown[] = [];
  for await (const part of answer) parts.push(part);
  return parts;
}

async function read(asked: Extract<Asked, { kind: "read" }>): Promise<void> {
  const { id } = asked;
  const abort = new AbortController();
  reading.set(id, abort);
  try {
    // What it takes to load the rules is no text's doing.
    const loaded = await model;
    count();
    say({ kind: "read", id, answer: await answerOf(loaded, asked, abort.signal) });
  } catch (thrown) {
    const { code, message, cause } = LociError.from(thrown);
    say({ kind: "failed", id, code, message, cause: placeOf(cause) });
  } finally {
    reading.delete(id);
    count();
  }
}

process.on("message", (asked: Asked) => {
  if (asked.kind === "read") void read(asked);
  else reading.get(asked.id)?.abort();
});
process.on("disconnect", () => process.exit(0));

const model = import(rules).then((module: { createBuiltinLanguageModel: () => LanguageModel }) =>
  module.createBuiltinLanguageModel(),
);
await model;
say({ kind: "ready" });
