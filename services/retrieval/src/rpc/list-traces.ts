import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { blankTrace } from "../trace/blank.ts";
import { isAdministrator, sightOf } from "../trace/sight.ts";

const defaultLimit = 100;
const maxLimit = 500;

/** Traces, newest first: the caller's own that lie within its region, or everybody's for an administrator of the context, as far as it may read. */
export async function listTraces(
  request: retrieval.ListTracesRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.ListTracesResponse> {
  const identity = principalOf(call);
  const region = regionFor(call, "memory:read");
  const { principal, limit, ...rest } = request;
  if (!isAdministrator(identity) && principal !== "" && principal !== identity.principalId) return { traces: [] };
  const filter = { ...rest, limit: Math.min(limit || defaultLimit, maxLimit) };
  const traces = await deps.traces.list(identity.contextId, filter, sightOf(identity, region, principal));
  return { traces: traces.map((trace) => ({ ...blankTrace, ...trace })) };
}
