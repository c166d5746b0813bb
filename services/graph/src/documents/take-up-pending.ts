import { toTimestamp, type DocumentStage } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import type { Parts } from "../rpc/deps.ts";
import { storeDecisions } from "../store/apply.ts";
import { readFailedIn, storeDocument, type Document } from "../store/documents.ts";
import { announce, lockContext } from "../store/feed.ts";
import { hasten, insertPending } from "../store/pending.ts";
import type { ContextScopeSets } from "../store/scope-sets.ts";
import { takeFailedTurns } from "../store/turns.ts";
import { noteProgress } from "../store/unfinished-documents.ts";
import { documentMessages } from "./messages.ts";
import { begunAt, retriedDecision } from "./retry-document.ts";

/** The stages that ask a model. */
export const modelStages: readonly DocumentStage[] = ["extracting_nodes", "embedding"];
/** Each is announced and told of: a call takes a bounded time. */
const documentsTogether = 100;

/** What failed for want of a model, brought back to where it goes on. What was set aside as it ended its reader stays so. */
export async function takeUpPending(
  parts: Parts,
  { principal, delegated, keyId }: graph.TakeUpPendingRequest,
  call: Call,
): Promise<graph.TakeUpPendingResponse> {
  const contextId = requireService(call);
  const now = toTimestamp(parts.clock());
  return parts.database.inContext(contextId, async (tx) => {
    await lockContext(tx, contextId);
    const failed = await takeFailedTurns(tx, contextId);
    const turns = failed.length + (await hasten(tx, contextId, now));
    await insertPending(
      tx,
      contextId,
      failed.map((id) => ({ id, endings: 0 })),
      { now, traceId: call.traceId },
    );
    const documents = await readFailedIn(tx, contextId, modelStages, documentsTogether);
    const messages = await takeUp(tx, contextId, await parts.scopeSets.load(tx, contextId), documents, now);
    const author = { principal, delegated, keyId, traceId: call.traceId, now };
    const decided = documents.map(({ id }) => retriedDecision(parts, id));
    await storeDecisions(tx, contextId, decided, author);
    await announce(
      tx,
      contextId,
      documents.map(({ id }) => id),
    );
    return { turns, documents: messages, more: documents.length === documentsTogether };
  });
}

async function takeUp(
  tx: Transaction,
  contextId: string,
  scopeSets: Pick<ContextScopeSets, "byKey">,
  documents: readonly Document[],
  now: string,
): Promise<graph.Document[]> {
  if (documents.length === 0) return [];
  const begun = documents.map((one): Document => ({ ...one, ...begunAt(one.failedStage, one, now), updatedAt: now }));
  for (const one of begun) {
    await storeDocument(tx, contextId, one);
    await noteProgress(tx, contextId, one, now);
  }
  return documentMessages(tx, contextId, scopeSets, begun);
}
