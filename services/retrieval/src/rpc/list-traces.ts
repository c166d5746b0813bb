import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { blankTrace } from "../trace/blank.ts";
import { isAdministrator } from "../trace/sight.ts";

const defaultLimit = 100;
const maxLimit = 500;

/** Traces, newest first: the caller's own, or everybody's for an administrator of the context. */
export async function listTraces(
  request: retrieval.ListTracesRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.ListTracesResponse> {
  const identity = principalOf(call);
  regionFor(call, "memory:read");
  const { principal, limit, ...rest } = request;
  const own = identity.principalId;
  if (!isAdministrator(identity) && principal !== "" && principal !== own) return { traces: [] };
  const principalId = isAdministrator(identity) ? principal : own;
  const traces = await deps.traces.list(identity.contextId, {
    ...rest,
    principalId,
    limit: Math.min(limit || defaultLimit, maxLimit),
  });
  return { traces: traces.map((trace) => ({ ...blankTrace, ...trace })) };
}
