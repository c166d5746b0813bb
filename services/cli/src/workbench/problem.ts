/** Errors of the memory and of the disk as events. */
import { isLociError } from "@loci/client";
import { Failure } from "../failure.ts";
import type { WorkbenchEvent } from "./event.ts";

const gone = new Set(["unreachable", "timeout", "not_loci"]);

/** One clear text for an error, and whether the server is gone. */
export function problemOf(error: unknown): Extract<WorkbenchEvent, { type: "problem" }> {
  if (error instanceof Failure) return { type: "problem", kind: "input", text: error.message };
  if (!isLociError(error))
    return { type: "problem", kind: "failed", text: error instanceof Error ? error.message : String(error) };
  const fields = error.fields
    .filter(({ detail }) => !error.message.includes(detail))
    .map(({ pointer, detail }) => `  ${pointer}: ${detail}`);
  const kind = gone.has(error.code) ? "unreachable" : "refused";
  return { type: "problem", kind, text: [error.message, ...fields].join("\n") };
}

export function isCancelled(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (isLociError(error) && error.code === "cancelled");
}
