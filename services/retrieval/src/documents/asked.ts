import { LociError, toTimestamp } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { readQuestion, type Question } from "../question.ts";
import { inTime } from "./in-time.ts";

/** The question first, then what it was taken apart into; each with its vector where one is wanted and was to be had. */
export interface Asked {
  readonly questions: readonly { readonly question: Question; readonly vector: Float32Array | undefined }[];
  readonly subQuestions: readonly string[];
  readonly degraded: readonly string[];
}

const retryAfterSeconds = 5;

/**
 * Makes of a request what is searched for.
 * @throws LociError `unavailable` when only vectors were asked for and there are none
 */
export async function readAsked(request: retrieval.QueryDocumentsRequest, call: Call, deps: RetrievalDeps): Promise<Asked> {
  const usesVector = request.mode !== "bm25";
  const [parts, supposed] = await Promise.all([
    request.decomposeQuery ? decompose(request.query, call, deps) : { subQuestions: [], degraded: [] },
    request.useHyde && usesVector ? hypothesise(request.query, call, deps) : { text: "", degraded: [] },
  ]);
  const now = toTimestamp(deps.clock());
  const questions = [request.query, ...parts.subQuestions].map((text) => readQuestion(text, now));
  const embedded = usesVector ? await embed(questions, supposed.text, call, deps) : { vectors: [], degraded: [] };
  if (request.mode === "vector" && embedded.degraded.length > 0) {
    throw new LociError("unavailable", "The embedding provider does not answer.", { retryAfterSeconds });
  }
  return {
    questions: questions.map((question, i) => ({ question, vector: embedded.vectors[i] })),
    subQuestions: parts.subQuestions,
    degraded: [...parts.degraded, ...supposed.degraded, ...embedded.degraded],
  };
}

async function decompose(query: string, call: Call, deps: RetrievalDeps) {
  const outcome = await inTime("decomposition", deps.settings.modelMs, call, deps.logger, async (signal) => {
    const model = await deps.models.model(principalOf(call).contextId, "decomposition");
    return model.decompose(query, signal);
  });
  if ("failure" in outcome)
    return { subQuestions: [], degraded: [`decomposition: ${outcome.failure}; the question was searched whole`] };
  const others = outcome.made.questions.map((text) => text.trim()).filter((text) => text !== "" && text !== query.trim());
  return { subQuestions: [...new Set(others)].slice(0, maxSubQuestions), degraded: [] };
}

const maxSubQuestions = 4;

async function hypothesise(query: string, call: Call, deps: RetrievalDeps) {
  const outcome = await inTime("hyde", deps.settings.modelMs, call, deps.logger, async (signal) => {
    const model = await deps.models.model(principalOf(call).contextId, "hyde");
    return model.hypothesise(query, signal);
  });
  if ("failure" in outcome) return { text: "", degraded: [`hyde: ${outcome.failure}; the question itself was embedded`] };
  return { text: outcome.made.text.trim(), degraded: [] };
}

/**
 * The questions' vectors. What was supposed to be the answer is embedded as a passage, and the mean of both stands for the first
 * question (Gao et al., "Precise Zero-Shot Dense Retrieval without Relevance Labels", 2023).
 */
async function embed(questions: readonly Question[], supposed: string, call: Call, deps: RetrievalDeps) {
  const outcome = await inTime("vector", deps.settings.embedMs, call, deps.logger, (signal) =>
    Promise.all([
      deps.embedder.embed(
        questions.map((question) => question.dense),
        "query",
        signal,
      ),
      supposed === "" ? [] : deps.embedder.embed([supposed], "passage", signal),
    ]),
  );
  if ("failure" in outcome) return { vectors: [], degraded: ["vector: the embedding provider does not answer"] };
  const [own, [answer]] = outcome.made;
  const vectors = own.map((vector, i) => (i === 0 && answer !== undefined ? mean(vector, answer) : vector));
  return { vectors: vectors.map((vector) => (vector.some((value) => value !== 0) ? vector : undefined)), degraded: [] };
}

/** Of unit length, where it is not zero. */
function mean(a: Float32Array, b: Float32Array): Float32Array {
  const sum = a.map((value, i) => value + (b[i] ?? 0));
  const norm = Math.hypot(...sum) || 1;
  return sum.map((value) => value / norm);
}
