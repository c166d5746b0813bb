/** Errors of the memory and of the disk as events. */
import { failureOf, isApiError } from "../explain.ts";
import { exitCodes } from "../failure.ts";
import type { ProblemKind, WorkbenchEvent } from "./event.ts";

/** What is no answer of this server: it may be one again later. */
const gone = new Set(["unreachable", "timeout", "not_loci", "unavailable"]);

/** One clear text for an error, and what kind it is. */
export function problemOf(error: unknown): Extract<WorkbenchEvent, { type: "problem" }> {
  const { message, exitCode } = failureOf(error, undefined);
  if (isApiError(error) && gone.has(error.code)) return { type: "problem", kind: "unreachable", text: message };
  return { type: "problem", kind: kindOf(exitCode), text: message };
}

export function isCancelled(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (isApiError(error) && error.code === "cancelled");
}

function kindOf(exitCode: number): ProblemKind {
  if (exitCode === exitCodes.usage) return "input";
  return exitCode === exitCodes.unauthorised ? "unauthorised" : "failed";
}
