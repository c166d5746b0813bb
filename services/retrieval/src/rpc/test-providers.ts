import { failureKind, LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { LanguageModel, ModelInUse, ModelDirectory } from "@loci/ports/language-model";
import type { common, retrieval } from "@loci/protos";
import { LRUCache } from "lru-cache";
import type { RetrievalDeps } from "../deps.ts";
import { wholeContextOf } from "./whole-context.ts";

/** A test costs tokens, and asks somebody else's server: of one context no more often, in one process. */
const pauseMs = 10_000;
const contextsKept = 10_000;

const text = "Is anybody there?";

/**
 * Makes one tiny call of each model that a context works with, and says what came of it.
 * @returns the RPC; it throws LociError `forbidden` without grant:manage over the whole context, `rate_limited` right after another test
 */
export function providerTester(deps: Pick<RetrievalDeps, "models" | "embedder" | "reranker" | "elapsed" | "settings">) {
  const began = new LRUCache<string, number>({ max: contextsKept });
  return async (_request: common.Empty, call: Call): Promise<retrieval.TestProvidersResponse> => {
    const contextId = wholeContextOf({ contextId: "" }, call);
    const now = deps.elapsed();
    const waitMs = (began.get(contextId) ?? -Infinity) + pauseMs - now;
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / 1_000);
      throw new LociError("rate_limited", `The providers were tested a moment ago; again in ${retryAfterSeconds} s.`, {
        retryAfterSeconds,
      });
    }
    began.set(contextId, now);
    return { tests: await Promise.all((await trials(contextId, deps)).map((one) => outcome(one, deps, call.signal))) };
  };
}

interface Trial {
  readonly parts: readonly string[];
  readonly model: string;
  readonly shared: boolean;
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
}

async function trials(
  contextId: string,
  { models, embedder, reranker }: Pick<RetrievalDeps, "models" | "embedder" | "reranker">,
): Promise<Trial[]> {
  const { provider, model: name } = embedder.spec;
  const embeddings: Trial = {
    ...{ parts: ["embeddings"], model: provider === "builtin" ? provider : `${provider}:${name}`, shared: true },
    ask: (signal) => embedder.embed([text], "query", signal),
  };
  const ranking: Trial[] = reranker
    ? [{ parts: ["reranker"], model: reranker.id, shared: true, ask: (signal) => reranker.score(text, [text], signal) }]
    : [];
  const languages = (await inUse(contextId, models)).map(({ stages, model, shared }): Trial => {
    return { parts: stages, model: model.id, shared, ask: (signal) => asked(model, signal) };
  });
  return [embeddings, ...ranking, ...languages];
}

async function inUse(contextId: string, models: ModelDirectory): Promise<readonly ModelInUse[]> {
  if (models.inUse) return models.inUse(contextId);
  return [{ stages: ["synthesis"], model: await models.model(contextId, "synthesis"), shared: true }];
}

const asked = (model: LanguageModel, signal: AbortSignal) => model.hypothesise(text, signal);

async function outcome(
  { parts, model, shared, ask }: Trial,
  { elapsed, settings }: Pick<RetrievalDeps, "elapsed" | "settings">,
  caller: AbortSignal,
): Promise<retrieval.ProviderTest> {
  const began = elapsed();
  const signal = AbortSignal.any([caller, AbortSignal.timeout(settings.testMs)]);
  let error = "";
  try {
    await ask(signal);
  } catch (thrown) {
    caller.throwIfAborted();
    error = failureKind(LociError.from(thrown)) ?? "cancelled";
  }
  return { parts: [...parts], model, shared, ok: error === "", latencyMs: Math.round(elapsed() - began), error };
}
