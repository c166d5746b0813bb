import { isVisible, LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { asWhole, endedQuietly, endRecords, inForgetRegionTold } from "../forgetting/forget-records.ts";
import { forget, hiding, noTargets } from "../forgetting/forgetting.ts";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { writing } from "../rpc/writing.ts";
import { scopeSetOfDocument } from "../store/documents.ts";
import { noSuchDocument, visibleDocument } from "./messages.ts";

const coversDocument =
  "The document with its passages and its original, and what was read from it alone: rows and their versions, vectors, texts of decisions, kept answers.";

/** The document leaves recall with its chunks, and what was read from them alone is forgotten; with purge all of it is erased, also where it was deleted before. */
export async function deleteDocument(
  parts: Parts,
  request: graph.DeleteRecordRequest,
  call: Call,
): Promise<graph.ForgetRecordsResponse> {
  if (request.purge || request.dryRun) return endDocument(parts, request, call);
  return writing(
    parts,
    call,
    { verb: "memory:forget", operation: request.operation, deed: ["deleteDocument", request.id] },
    async (work) => {
      const { tx, contextId, author } = work;
      const document = await visibleDocument(work, request.id);
      if (!work.covers(document.scopeSet)) throw notCovered();
      const targets = { ...noTargets, documents: [document.id] };
      await forget(parts, tx, contextId, targets, hiding, author);
      return endedQuietly;
    },
  );
}

async function endDocument(
  parts: Parts,
  { operation, dryRun, purge, ...request }: graph.DeleteRecordRequest,
  call: Call,
): Promise<graph.ForgetRecordsResponse> {
  const id = text("/id", request.id, 256, 1);
  const seen = principalOf(call).grants["memory:read"] ?? [];
  return inForgetRegionTold(parts, call, { operation, dryRun, deed: ["deleteDocument", id] }, async (forgetting, tell) => {
    const { tx, contextId, covered, scopeSets } = forgetting;
    const document = await scopeSetOfDocument(tx, contextId, id);
    if (document === undefined) throw noSuchDocument();
    const { scopeSet, isDeleted } = document;
    if (isDeleted && !purge) throw noSuchDocument();
    const manner = { dryRun, purge, keep: false, reason: "", covers: coversDocument };
    if (covered === null || covered.includes(scopeSet)) return endRecords(parts, forgetting, [asWhole(id)], manner, tell);
    throw !isDeleted && isVisible(seen, scopeSets.byKey.get(scopeSet) ?? []) ? notCovered() : noSuchDocument();
  });
}

function notCovered(): LociError {
  return new LociError("forbidden", "memory:forget does not cover the document's scopes.");
}
