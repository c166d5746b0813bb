import type { Call } from "@loci/platform/call";
import { isVerbHeldOverRoot } from "../authority.ts";

/**
 * How long the stages of an answer took, as the caller may know it. Before a search the index takes in what was written since the last
 * one, by anybody: a time of its own would tell that something was written beyond the caller's region. Who reads the whole context has
 * it so; to others it is part of the first stage.
 */
export function shownStages(stageMs: Readonly<Record<string, number>>, call: Call): Record<string, number> {
  const { index, ...stages } = stageMs;
  if (index === undefined || isVerbHeldOverRoot(call, "memory:read")) return { ...stageMs };
  return { ...stages, head: (stages["head"] ?? 0) + index };
}
