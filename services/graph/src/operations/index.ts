import { toTimestamp } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { graph, GraphService } from "@loci/protos";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { operationWindowMs, type Operation } from "../store/operations.ts";
import { release, reserve, storeAnswer } from "../store/reservations.ts";
import { holdOperation } from "./hold-operation.ts";

/** How long a request may be under way before its twin may take over. */
const leaseMs = 60_000;

/** Requests that may be repeated: which are under way, and the answers of those whose own service keeps none. */
export function operationMethods(parts: Parts) {
  return {
    holdOperation: (request, call) => holdOperation(parts, request, call),
    async reserveOperation(request, call): Promise<graph.OperationReservation> {
      const { contextId, operation } = named(request, call);
      const now = parts.clock();
      const times = {
        now: toTimestamp(now),
        leaseUntil: toTimestamp(now + leaseMs),
        oldest: toTimestamp(now - operationWindowMs),
      };
      const sealed = await parts.database.inContext(contextId, (tx) => reserve(tx, contextId, operation, times));
      return { sealed: sealed ?? new Uint8Array() };
    },
    async storeOperation(request, call) {
      const { contextId, operation } = named(request.operation ?? { id: "", hash: new Uint8Array() }, call);
      const answer = { sealed: request.sealed, recordIds: request.ofAny ? null : request.recordIds };
      await parts.database.inContext(contextId, (tx) => storeAnswer(tx, contextId, operation, answer));
      return {};
    },
    async releaseOperation(request, call) {
      const { contextId, operation } = named(request, call);
      await parts.database.inContext(contextId, (tx) => release(tx, contextId, operation));
      return {};
    },
  } satisfies Partial<GraphService<Call>>;
}

function named(request: graph.Operation, call: Call): { readonly contextId: string; readonly operation: Operation } {
  const { contextId, principalId: principal, delegatedPrincipalId: delegated } = principalOf(call);
  return { contextId, operation: { principal, delegated, id: text("/id", request.id, 256), hash: request.hash } };
}
