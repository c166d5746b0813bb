import type { Fact, KeyClass, Value } from "./model.ts";
import { sameValue } from "./timeline.ts";

/** A derived fact that stands, with all that it follows from, and when the newest of that became known. */
export interface Concluded {
  readonly fact: Fact;
  readonly evidence: readonly string[];
  readonly newest: string;
}

/** What a conclusion comes to beside what stands about its key. */
export type Step =
  | { readonly kind: "create" }
  | { readonly kind: "update" | "supersede"; readonly of: Concluded }
  /** Somebody said so already, or it follows from nothing newer than what stands. */
  | { readonly kind: "nothing" };

/**
 * A conclusion adds proof to one that stands, takes the place of one that follows from older evidence, or is new. It never
 * touches what was said: such facts are a group of their own.
 * @param said what stands by people's and documents' word; @param concluded what stands by conclusion
 */
export function conclude(
  value: Value,
  newest: string,
  said: readonly Fact[],
  concluded: readonly Concluded[],
  keyClass: KeyClass,
): Step {
  if (said.some((fact) => sameValue(fact, value))) return { kind: "nothing" };
  const same = concluded.find(({ fact }) => sameValue(fact, value));
  if (same) return { kind: "update", of: same };
  const [rival] = concluded;
  if (keyClass === "multi" || rival === undefined) return { kind: "create" };
  return newest > rival.newest ? { kind: "supersede", of: rival } : { kind: "nothing" };
}
