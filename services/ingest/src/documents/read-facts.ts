import { LociError } from "@loci/kernel";
import type { ExtractionTurn, LanguageModel } from "@loci/ports/language-model";
import type { graph } from "@loci/protos";
import { inOrder } from "../concurrency.ts";
import type { DocumentDeps } from "../deps.ts";
import { checkExtraction } from "../domain/check-extraction.ts";
import { embedMemory } from "../embed.ts";
import { extractWithin } from "../extract.ts";
import type { Step } from "./work.ts";

/** How many chunks a model is shown at once: enough to tell who "she" is, few enough to be read with care. */
const chunksTogether = 4;
/** What is written together. */
const groupSize = 32;
const concurrentExtractions = 2;
/** A passage that the model cannot read must not keep the others from being read; a model that is down is not asked further. */
const failuresBorne = 3;

/**
 * Reads facts from the chunks that were not read yet, up to the limit, and has graph reconcile them group by group; each group that is
 * written stays written.
 * @throws what the model threw first, once the rest was read, or the model failed several times
 */
export async function readFacts(deps: DocumentDeps, step: Step): Promise<void> {
  const { document, call, contextId } = step;
  const { id: documentId, version } = document;
  const model = await deps.models.model(contextId, "extraction");
  const failures: unknown[] = [];
  for (let afterPosition = -1; failures.length < failuresBorne;) {
    const asked = { documentId, version, afterPosition, limit: groupSize, withoutEmbedding: false, notExtracted: true };
    const { chunks } = await deps.graph.readDocumentChunks(asked, call);
    const group = chunks.filter((chunk) => chunk.position < deps.limits.maxExtractedChunks);
    const last = group.at(-1);
    if (last === undefined) break;
    await readGroup(group, model, failures, deps, step);
    afterPosition = last.position;
  }
  if (failures.length > 0) throw failures[0];
}

async function readGroup(
  group: readonly graph.Chunk[],
  model: LanguageModel,
  failures: unknown[],
  deps: DocumentDeps,
  { document, call, signal }: Step,
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(group.length / chunksTogether) }, (_, i) =>
    group.slice(i * chunksTogether, (i + 1) * chunksTogether),
  );
  const read = await inOrder(parts, concurrentExtractions, async (chunks) => {
    const turns = chunks.map((chunk) => turnOf(chunk, document));
    try {
      return { chunks, turns, extraction: await extractWithin(model, turns, deps.limits.extractionBudgetMs, signal) };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = LociError.from(thrown);
      deps.logger.warn(
        { err: error.cause ?? error, traceId: call.traceId, document: document.id },
        "passages of a document were not read",
      );
      failures.push(thrown);
      return undefined;
    }
  });
  const chunkIds: string[] = [];
  const proposals: graph.Proposal[] = [];
  for (const { chunks, turns, extraction } of read.filter((one) => one !== undefined)) {
    const place = { firstTurn: chunkIds.length, resultTurn: chunkIds.length, memoryCategory: "" } as const;
    proposals.push(checkExtraction(extraction, turns, place));
    chunkIds.push(...chunks.map((chunk) => chunk.id));
  }
  if (chunkIds.length === 0) return;
  const embedded = await embedMemory({ turns: [], proposals }, deps.embedder, signal);
  const { id: documentId, version } = document;
  const request = { documentId, version, chunkIds, proposals: embedded.proposals, traceId: call.traceId };
  await deps.graph.applyDocumentExtraction(request, call);
}

function turnOf({ text }: graph.Chunk, { title, observedAt }: graph.Document): ExtractionTurn {
  return { role: "document", speaker: title, content: text, knownAt: observedAt };
}
