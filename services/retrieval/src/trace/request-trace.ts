import { kindOf } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { RetrievalDeps } from "../deps.ts";

/**
 * The id of the trace that a request's answer is kept under: the request's own, which its decisions and its row of the audit bear too. An
 * id that a caller's agent chose stands for many requests: then the trace has one of its own.
 */
export function requestTraceId({ traceId }: Pick<Call, "traceId">, { ids }: Pick<RetrievalDeps, "ids">): string {
  return kindOf(traceId) === "trace" ? traceId : ids("trace");
}
