import { isVisible, LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { asWhole, endedQuietly, endRecords, inForgetRegionTold } from "../forgetting/forget-records.ts";
import { text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { scopeSetOfDocument } from "../store/documents.ts";
import { noSuchDocument } from "./messages.ts";

const coversDocument =
  "The document with its passages and its original, and what was read from it alone: rows and their versions, vectors, texts of decisions, kept answers.";

/**
 * The document leaves recall with its chunks, and what was read from them alone is forgotten; with purge all of it is erased, also where it
 * was deleted before. A dry run tells what would go.
 * @throws LociError `not_found` for a document that the caller does not see, `forbidden` for one that it may not forget
 */
export async function deleteDocument(
  parts: Parts,
  { operation, dryRun, purge, replies, ...request }: graph.DeleteRecordRequest,
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
    if (covered !== null && !covered.includes(scopeSet)) {
      throw !isDeleted && isVisible(seen, scopeSets.byKey.get(scopeSet) ?? []) ? notCovered() : noSuchDocument();
    }
    const manner = { dryRun, purge, keep: false, reason: "", covers: coversDocument };
    const ended = await endRecords(parts, forgetting, [id, ...replies].map(asWhole), manner, tell);
    return purge || dryRun ? ended : endedQuietly(ended);
  });
}

function notCovered(): LociError {
  return new LociError("forbidden", "memory:forget does not cover the document's scopes.");
}
