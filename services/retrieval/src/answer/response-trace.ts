import { toTimestamp } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import type { Recalled } from "../recall/recall.ts";
import type { stopwatch } from "../stopwatch.ts";
import { blankTrace } from "../trace/blank.ts";
import type { Beside } from "./beside.ts";
import { sourcesOf } from "./sources.ts";
import type { Answered } from "./synthesise.ts";

export interface Response {
  readonly id: string;
  readonly source: "chat" | "reflect";
  readonly question: string;
  readonly sessionId: string;
  readonly turnIds: readonly string[];
  readonly degraded: readonly string[];
  /** The trace whose answer was given again, "" for an own one. */
  readonly reusedFrom: string;
}

/** Keeps the trace of an answer and tells graph of it: what it cites was used, and its text may come back. */
export function keepResponse(
  response: Response,
  answered: Answered,
  { response: recalled, trace: found, ranged }: Recalled,
  beside: readonly Beside[],
  watch: ReturnType<typeof stopwatch>,
  call: Call,
  deps: RetrievalDeps,
): void {
  const { contextId, principalId, principalSince: askerSince, delegatedPrincipalId, keyId } = principalOf(call);
  const trace: retrieval.Trace = {
    ...blankTrace,
    kind: "response",
    id: response.id,
    createdAt: toTimestamp(deps.clock()),
    query: response.question,
    source: response.source,
    responseText: answered.text,
    ...{ mode: found.mode, tier: found.tier },
    parents: [found.id],
    // Whichever of these is forgotten, the text made of it goes too.
    hits: madeOf(answered, [...sourcesOf(recalled), ...beside], deps).map(({ id, source, score }, i) => ({
      id,
      source,
      rank: i + 1,
      score,
      legs: [],
    })),
    retrievedCount: recalled.hits.length + recalled.contextHits.length,
    latencyMs: watch.total(),
    stageMs: watch.laps(),
    cached: response.reusedFrom !== "",
    reusedFrom: response.reusedFrom,
    model: answered.model,
    inputTokens: answered.usage.inputTokens,
    outputTokens: answered.usage.outputTokens,
    degraded: [...response.degraded],
    sessionId: response.sessionId,
    principalId,
    delegatedPrincipalId,
    keyId,
  };
  const region = regionFor(call, "memory:read");
  deps.traces.keep(contextId, { trace, lens: ranged, region, askerSince, turnIds: response.turnIds });
  deps.aftermath.used(
    contextId,
    answered.citations.map((citation) => citation.id),
  );
  deps.aftermath.returned(contextId, answered.text, response.source, ranged);
}

/** What an answer was made of: all that a model was shown; an extractive one says nothing but the sentences that it cites. */
function madeOf<Source extends { readonly id: string }>(
  { model, citations }: Answered,
  shown: readonly Source[],
  { extractive }: Pick<RetrievalDeps, "extractive">,
): readonly Source[] {
  if (model !== extractive.id || citations.length === 0) return shown;
  const cited = new Set(citations.map(({ id }) => id));
  return shown.filter(({ id }) => cited.has(id));
}
