import { documentStages, LociError, type DocumentStage } from "@loci/kernel";
import { serviceCall } from "@loci/platform/call";
import type { Pipeline, Stage, StageFailure, Work } from "@loci/ports/durable-runner";
import type { graph } from "@loci/protos";
import type { DocumentDeps } from "../deps.ts";
import { chunkDocument } from "./chunk-document.ts";
import { embedChunks } from "./embed-chunks.ts";
import { findKeywords } from "./find-keywords.ts";
import { recordOutcome } from "./outcome.ts";
import { bringHome, parsedKey } from "./objects.ts";
import { parseOriginal, readParsed } from "./parsed-text.ts";
import { readFacts } from "./read-facts.ts";
import { inStage, pipelineName, stageChange, versionOf, type Step } from "./work.ts";

const concurrency = 2;
/** The store, or the database under graph, may be restarted or move to another machine: with growing pauses this is about twenty minutes. */
const maxAttemptsAway = 16;
const reportMs = 60_000;
const maxReasonLength = 500;

/**
 * From an original to a document that is found: parsed, cut into sections and chunks, read for facts, embedded, given keywords. Each
 * stage is safe to run twice.
 */
export function createDocumentPipeline(deps: DocumentDeps): Pipeline {
  return {
    ...{ name: pipelineName, concurrency },
    stages: documentStages.map((name) => {
      const { body, ...limits } = stages[name];
      return {
        ...{ name, ...limits },
        run: (work, run) => inStage(deps, name, limits.timeoutSeconds, work, run, (step) => body(deps, step)),
      };
    }),
    onFailed: (work, failure) => failed(deps, work, failure),
  };
}

interface StageWork extends Pick<Stage, "timeoutSeconds" | "maxAttempts" | "maxAttemptsAway"> {
  readonly body: (deps: DocumentDeps, step: Step) => Promise<void>;
}

const stages: Readonly<Record<DocumentStage, StageWork>> = {
  extracting: { timeoutSeconds: 300, maxAttempts: 5, maxAttemptsAway, body: extracting },
  chunking: { timeoutSeconds: 600, maxAttempts: 5, maxAttemptsAway, body: chunking },
  // A provider may be down for a while: with growing pauses this is about ten minutes. Its user may ask for another try.
  extracting_nodes: { timeoutSeconds: 3_600, maxAttempts: 12, body: extractingNodes },
  embedding: { timeoutSeconds: 3_600, maxAttempts: 12, body: embedChunks },
  keywording: { timeoutSeconds: 600, maxAttempts: 8, maxAttemptsAway, body: keywording },
};

async function extracting(deps: DocumentDeps, step: Step): Promise<void> {
  const { contextId, document, call } = step;
  await bringHome(deps.objects, contextId, document);
  const parsed = await parseOriginal(deps, step);
  // Where nobody gave a title, it has its file's name until it is read.
  const title = document.title === document.filename ? parsed.title.slice(0, 1_000).toWellFormed() : "";
  const found = { mimeType: parsed.mediaType, title, pages: parsed.pages };
  await deps.graph.setDocumentStage(stageChange(document, "extracting", found), call);
}

async function chunking(deps: DocumentDeps, step: Step): Promise<void> {
  const parsed = await readParsed(deps, step);
  await deps.graph.writeSections(chunkDocument(step.document, parsed, step.signal), step.call);
}

/** Where the model does not answer, the text is made searchable before the next attempt: recall need not wait for the facts. */
async function extractingNodes(deps: DocumentDeps, step: Step): Promise<void> {
  try {
    await readFacts(deps, step);
  } catch (thrown) {
    step.signal.throwIfAborted();
    await Promise.allSettled([embedChunks(deps, step)]);
    throw thrown;
  }
}

async function keywording(deps: DocumentDeps, step: Step): Promise<void> {
  const { contextId, document, call } = step;
  await findKeywords(deps, step);
  // Before it is ready: what is tried again after that would take a document back that is whole. Who lacks the text parses anew.
  await deps.objects.delete([parsedKey(contextId, document)]);
  await recordOutcome(deps, contextId, document, "documentReady", call);
  await deps.graph.setDocumentStage(stageChange(document, "ready"), call);
}

async function failed(deps: DocumentDeps, work: Work, { stage, reason, attempts }: StageFailure): Promise<void> {
  const { contextId } = work;
  const version = versionOf(work);
  const call = serviceCall(contextId, deps.ids("trace"), deps.clock() + reportMs);
  const error = reason.slice(0, maxReasonLength).toWellFormed();
  try {
    const document = await deps.graph.setDocumentStage(
      stageChange(version, "failed", { error, failedStage: stage, attempts }),
      call,
    );
    await recordOutcome(deps, contextId, document, "documentFailed", call);
    await deps.objects.delete([parsedKey(contextId, version)]);
    await keepOriginal(deps, contextId, document);
  } catch (thrown) {
    // There is a newer version, or the document is gone: its failure is nobody's concern.
    if (LociError.from(thrown).code !== "conflict") throw thrown;
  }
}

/** Of a document that failed before its original had its own key: what is under an upload's key for long is taken for nobody's. */
async function keepOriginal({ objects }: DocumentDeps, contextId: string, document: graph.Document): Promise<void> {
  try {
    await bringHome(objects, contextId, document);
  } catch (thrown) {
    if (LociError.from(thrown).code !== "not_found") throw thrown;
  }
}
