import type { AnswerOf, Schemas } from "@loci/client";

export type Trace = Schemas["TraceRecord"];

export const tiers = ["direct", "cache", "full_context", "hybrid"] as const;

export const kindNames: Readonly<Record<string, string>> = { retrieval: "recall", response: "chat", decision: "change" };

/** What of the loaded traces is shown; `kind` is the server's to choose. */
export interface TraceFilter {
  readonly kind: Trace["kind"] | undefined;
  readonly tier: string | undefined;
  readonly isZeroHit: boolean;
}

export function filterIn(params: URLSearchParams): TraceFilter {
  return {
    kind: (["retrieval", "response"] as const).find((kind) => kind === params.get("kind")),
    tier: tiers.find((tier) => tier === params.get("tier")),
    isZeroHit: params.get("hits") === "none",
  };
}

/** Whether a recall found nothing; a chat's own trace has no hits of its own to find. */
export function foundNothing({ kind, hits }: Trace): boolean {
  return kind === "retrieval" && hits.length === 0;
}

export function filtered(traces: readonly Trace[], { tier, isZeroHit }: TraceFilter): Trace[] {
  return traces.filter((trace) => (tier === undefined || trace.resolutionTier === tier) && (!isZeroHit || foundNothing(trace)));
}

/** The stages of an answer as bars, the longest first, each to the scale of the longest. */
export function barsOf(stageMs: Readonly<Record<string, number>>): { name: string; ms: number; share: number }[] {
  const longest = Math.max(...Object.values(stageMs), 0);
  return Object.entries(stageMs)
    .map(([name, ms]) => ({ name, ms, share: longest === 0 ? 0 : ms / longest }))
    .sort((a, b) => b.ms - a.ms);
}

/** What a record says, in one line; undefined where it says nothing that fits one. */
export function textOf(found: AnswerOf<"inspect">): string | undefined {
  switch (found.kind) {
    case "attribute":
      return found.current === null ? undefined : `${found.current.entity}: ${words(found.current.key)} ${found.current.value}`;
    case "relation": {
      const [match] = found.matches;
      return match && `${match.subject} ${words(match.label)} ${match.object}`;
    }
    case "entity":
      return `${found.entity.entityType}/${found.entity.name}`;
    case "document":
      return found.document.title;
    case "turn":
    case "memory_chunk":
    case "chunk":
    case "section":
      return found.record.text;
    default:
      return undefined;
  }
}

function words(key: string): string {
  return key.replaceAll("_", " ");
}
