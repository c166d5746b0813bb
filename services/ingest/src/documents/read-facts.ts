import { LociError } from "@loci/kernel";
import type { Extraction, ExtractionTurn, LanguageModel } from "@loci/ports/language-model";
import type { graph } from "@loci/protos";
import { inOrder } from "../concurrency.ts";
import type { DocumentDeps } from "../deps.ts";
import { checkExtraction } from "../domain/check-extraction.ts";
import { embedMemory } from "../embed.ts";
import { extractWithin, isReadingEnded } from "../extract.ts";
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
  step: Step,
): Promise<void> {
  const { document, call, signal } = step;
  const parts = Array.from({ length: Math.ceil(group.length / chunksTogether) }, (_, i) =>
    group.slice(i * chunksTogether, (i + 1) * chunksTogether),
  );
  const read = (await inOrder(parts, concurrentExtractions, (chunks) => readPart(chunks, model, failures, deps, step))).flat();
  const chunkIds: string[] = [];
  const setAsideChunkIds: string[] = [];
  const proposals: graph.Proposal[] = [];
  for (const { chunks, extraction } of read) {
    const ids = chunks.map((chunk) => chunk.id);
    if (extraction === undefined) setAsideChunkIds.push(...ids);
    else {
      const place = { firstTurn: chunkIds.length, resultTurn: chunkIds.length, memoryCategory: "" } as const;
      proposals.push(checkExtraction(extraction, turnsOf(chunks, document), place));
      chunkIds.push(...ids);
    }
  }
  if (chunkIds.length + setAsideChunkIds.length === 0) return;
  const embedded = await embedMemory({ turns: [], proposals }, deps.embedder, signal);
  const { id: documentId, version } = document;
  const request = { documentId, version, chunkIds, setAsideChunkIds, proposals: embedded.proposals, traceId: call.traceId };
  await deps.graph.applyDocumentExtraction(request, call);
  if (setAsideChunkIds.length === 0) return;
  deps.logger.warn(
    { document: documentId, chunks: setAsideChunkIds },
    "passages of a document were set aside: they are kept as text",
  );
  deps.onSetAside(setAsideChunkIds.length);
}

/** Chunks that were read together; without an extraction those whose reading had to be ended twice. */
interface Read {
  readonly chunks: readonly graph.Chunk[];
  readonly extraction: Extraction | undefined;
}

/** Reads some chunks: together, and each alone where that had to be ended, as one of them may be the cause. */
async function readPart(
  chunks: readonly graph.Chunk[],
  model: LanguageModel,
  failures: unknown[],
  deps: DocumentDeps,
  step: Step,
): Promise<Read[]> {
  const together = await tryRead(chunks, model, failures, deps, step);
  if (together !== "ended") return together === undefined ? [] : [{ chunks, extraction: together }];
  const alone: Read[] = [];
  for (const chunk of chunks) {
    const extraction = await tryRead([chunk], model, failures, deps, step);
    if (extraction !== undefined) alone.push({ chunks: [chunk], extraction: extraction === "ended" ? undefined : extraction });
  }
  return alone;
}

/** @returns `ended` where it is the text's doing that there is none; undefined where it comes later */
async function tryRead(
  chunks: readonly graph.Chunk[],
  model: LanguageModel,
  failures: unknown[],
  deps: DocumentDeps,
  { document, call, signal }: Step,
): Promise<Extraction | "ended" | undefined> {
  try {
    return await extractWithin(model, turnsOf(chunks, document), deps.limits.extractionBudgetMs, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    const error = LociError.from(thrown);
    if (isReadingEnded(error)) return "ended";
    deps.logger.warn(
      { err: error.cause ?? error, traceId: call.traceId, document: document.id },
      "passages of a document were not read",
    );
    failures.push(thrown);
    return undefined;
  }
}

function turnsOf(chunks: readonly graph.Chunk[], { title, observedAt }: graph.Document): ExtractionTurn[] {
  return chunks.map(({ text }) => ({ role: "document", speaker: title, content: text, knownAt: observedAt }));
}
