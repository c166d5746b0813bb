import { documentStages, LociError, toTimestamp, type DocumentState } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import type { Parts } from "../rpc/deps.ts";
import { operationOf } from "../rpc/operation.ts";
import { storeDecisions } from "../store/apply.ts";
import { takeChunksUp } from "../store/chunks.ts";
import { storeDocument, type Document } from "../store/documents.ts";
import { announce, lockContext } from "../store/feed.ts";
import { once } from "../store/operations.ts";
import { noteProgress } from "../store/unfinished-documents.ts";
import { documentMessage } from "./messages.ts";
import { writableDocument } from "./writable-document.ts";

/**
 * Brings a failed document back to the stage that failed, and one that is ready to its reading where chunks were set aside: from then on
 * somebody has to work on it.
 * @throws LociError `conflict` for one of which nothing failed
 */
export async function retryDocument(parts: Parts, request: graph.RecordChange, call: Call): Promise<graph.Document> {
  const identity = principalOf(call);
  const { contextId } = identity;
  const region = regionFor(call, "memory:write");
  const now = toTimestamp(parts.clock());
  const retry = async (tx: Transaction): Promise<graph.Document> => {
    await lockContext(tx, contextId);
    const scopeSets = await parts.scopeSets.load(tx, contextId);
    const document = await writableDocument({ tx, contextId, scopeSets, region }, identity, request.id);
    const isUnread = document.status === "ready" && (await takeChunksUp(tx, contextId, document.id)) > 0;
    if (document.status !== "failed" && !isUnread)
      throw new LociError("conflict", "Only a document that failed, or of which chunks were set aside, may be tried again.");
    const stage = isUnread ? "extracting_nodes" : document.failedStage;
    const begun: Document = { ...document, ...begunAt(stage, document, now), updatedAt: now };
    await storeDocument(tx, contextId, begun);
    await noteProgress(tx, contextId, begun, now);
    const { principalId: principal, delegatedPrincipalId: delegated, keyId } = identity;
    const author = { principal, delegated, keyId, traceId: call.traceId, now };
    await storeDecisions(tx, contextId, [retriedDecision(parts, document.id)], author);
    const message = await documentMessage(tx, contextId, scopeSets, begun);
    await announce(tx, contextId, [document.id]);
    return message;
  };
  const operation = operationOf(call, request.operation);
  return parts.database.inContext(contextId, (tx) => once(tx, contextId, operation, now, () => retry(tx)));
}

export function retriedDecision({ ids }: Pick<Parts, "ids">, recordId: string) {
  return { id: ids("decision"), kind: "update", rule: "document_retried", recordId, turnId: "", evidence: {} } as const;
}

/** A failed document at the stage that failed. */
export function begunAt(failedStage: string, { processingStartedAt }: Document, now: string) {
  const status: DocumentState = documentStages.find((stage) => stage === failedStage) ?? "queued";
  const times = { processingStartedAt: status === "queued" ? "" : processingStartedAt || now, processingCompletedAt: "" };
  return { status, error: "", failedStage: "", attempts: 0, ...times };
}
