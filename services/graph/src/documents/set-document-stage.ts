import { oneOfStatus } from "./stages.ts";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { integer, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { storeDocument, type Document } from "../store/documents.ts";
import { announce } from "../store/feed.ts";
import { noteProgress } from "../store/unfinished-documents.ts";
import { documentMessage } from "./messages.ts";
import { retireReplaced } from "./retire-replaced.ts";
import { isPastExtraction } from "./stages.ts";
import { documentWork } from "./work.ts";

/** Brings a document to another stage, with what was found out about it on the way. */
export async function setDocumentStage(parts: Parts, request: graph.SetDocumentStageRequest, call: Call): Promise<graph.Document> {
  const status = oneOfStatus("/status", request.status);
  const found = {
    error: status === "failed" ? text("/error", request.error, 2_048) : "",
    failedStage: status === "failed" ? text("/failedStage", request.failedStage, 64) : "",
    attempts: integer("/attempts", request.attempts, 0, 1_000),
    mimeType: text("/mimeType", request.mimeType, 256),
    title: text("/title", request.title, 1_024).trim(),
    pages: integer("/pages", request.pages, 0, 2 ** 31 - 1),
  };
  return documentWork(parts, call, request, async (work) => {
    const { tx, contextId, document, now } = work;
    const after: Document = {
      ...document,
      ...found,
      ...{ status, mimeType: found.mimeType || document.mimeType, title: found.title || document.title },
      ...{ pages: found.pages || document.pages, updatedAt: now },
      processingStartedAt: status === "queued" ? "" : document.processingStartedAt || now,
      processingCompletedAt: status === "ready" || status === "failed" ? now : "",
    };
    await storeDocument(tx, contextId, after);
    await noteProgress(tx, contextId, after, now);
    const ended = isPastExtraction(status) ? await retireReplaced(parts, { ...work, document: after }, call) : [];
    const scopeSets = await parts.scopeSets.load(tx, contextId);
    const message = await documentMessage(tx, contextId, scopeSets, after);
    await announce(tx, contextId, [document.id, ...ended]);
    return message;
  });
}
