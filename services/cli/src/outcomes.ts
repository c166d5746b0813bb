/** What was derived from what is known, as text. */
import { wrap, type Terminal } from "./terminal.ts";

export interface Outcome {
  readonly entity: string;
  readonly key: string;
  readonly value: string;
  readonly kind: string;
  readonly proofCount: number;
  readonly rationale: string | null;
  readonly committed: boolean;
}

/** Each with its kind, and how many facts stand behind it. */
export function outcomeLines(outcomes: readonly Outcome[], { style, columns }: Terminal): string[] {
  return outcomes.flatMap(({ entity, key, value, kind, proofCount, rationale, committed }) => {
    const proof = `from ${proofCount} ${proofCount === 1 ? "fact" : "facts"}${committed ? "" : ", not stored"}`;
    return [
      wrap(`${entity} ${key}: ${value}`, columns),
      style.dim(wrap(`${kind}, ${proof}${rationale ? `: ${rationale}` : ""}`, columns, "  ")),
    ];
  });
}
