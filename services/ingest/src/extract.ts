import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { Extraction, ExtractionTurn, LanguageModel } from "@loci/ports/language-model";
import type { IngestDeps } from "./deps.ts";
import { extractionBudget } from "./domain/budget.ts";

/** Extracts within a time; fails with `unavailable` when the model takes longer, whether or not it heeds the signal. */
export async function extractWithin(
  model: LanguageModel,
  turns: readonly ExtractionTurn[],
  budgetMs: number,
  caller: AbortSignal,
): Promise<Extraction> {
  const abort = new AbortController();
  const { promise: cut, reject } = Promise.withResolvers<never>();
  const stop = (error: LociError) => {
    reject(error);
    abort.abort(error);
  };
  const cancel = () => stop(new LociError("cancelled", "The client closed the request."));
  const timer = setTimeout(
    () => stop(new LociError("unavailable", "The extraction took too long.", { retryAfterSeconds: 5 })),
    budgetMs,
  );
  caller.addEventListener("abort", cancel);
  try {
    caller.throwIfAborted();
    return await Promise.race([model.extract({ turns }, abort.signal), cut]);
  } finally {
    clearTimeout(timer);
    caller.removeEventListener("abort", cancel);
  }
}

/** What an extraction came to: nothing yet, perhaps as the reading of the text had to be ended. */
export type Tried = { readonly extraction: Extraction } | { readonly extraction: undefined; readonly readingEnded: boolean };

export const notTried: Tried = { extraction: undefined, readingEnded: false };

/** Whether it is the text's own doing that its reading failed: it took more time or memory than it may. */
export function isReadingEnded({ code }: LociError): boolean {
  return code === "too_large";
}

/**
 * Extracts within what the request has time for. A failure of any kind is no reason to lose the text: it is logged, and the extraction
 * has to come later.
 * @throws LociError when the caller has gone, so that nobody would learn of the write; `rate_limited` where the context's token limit is
 * reached and it says to block
 */
export async function tryExtract(deps: IngestDeps, turns: readonly ExtractionTurn[], call: Call): Promise<Tried> {
  const budgetMs = extractionBudget(deps.clock(), call.deadline, deps.limits.extractionBudgetMs);
  if (budgetMs === 0) return notTried;
  try {
    const model = await deps.models.model(principalOf(call).contextId, "extraction");
    return { extraction: await extractWithin(model, turns, budgetMs, call.signal) };
  } catch (thrown) {
    if (call.signal.aborted) throw new LociError("cancelled", "The client closed the request.", { cause: thrown });
    const error = LociError.from(thrown);
    if (error.code === "rate_limited") throw error;
    const level = error.code === "internal" ? "error" : "warn";
    deps.logger[level]({ err: error.cause ?? error, traceId: call.traceId }, "extraction deferred");
    return { extraction: undefined, readingEnded: isReadingEnded(error) };
  }
}

/** What was extracted, for who only wants to look: there is nothing to be kept until it is. @throws LociError where nothing was */
export function requireExtraction(tried: Tried): Extraction {
  if (tried.extraction) return tried.extraction;
  if (tried.readingEnded) throw new LociError("too_large", "The text takes more time or memory to read than is allowed.");
  throw new LociError("unavailable", "The extraction provider does not answer.", { retryAfterSeconds: 5 });
}
