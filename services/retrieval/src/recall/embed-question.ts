import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { RetrievalDeps } from "../deps.ts";
import type { Question } from "../question.ts";

export interface Embedded {
  /** undefined where there is none, or where it points nowhere. */
  readonly vector: Float32Array | undefined;
  readonly degraded: readonly string[];
}

/** A provider that fails, or takes longer than a question can wait, costs the vector leg, not the answer. */
export async function embedQuestion(question: Question, deps: RetrievalDeps, call: Call): Promise<Embedded> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(deps.settings.embedMs)]);
  try {
    const [vector] = await deps.embedder.embed([question.dense], "query", signal);
    return { vector: vector?.some((value) => value !== 0) ? vector : undefined, degraded: [] };
  } catch (thrown) {
    const error = LociError.from(thrown);
    if (call.signal.aborted || error.code === "internal") throw error;
    deps.logger.warn({ err: error.cause ?? error, traceId: call.traceId }, "recall without its vector leg");
    return { vector: undefined, degraded: ["vector: the embedding provider does not answer"] };
  }
}
