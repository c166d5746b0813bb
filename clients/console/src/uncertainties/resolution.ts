import type { BodyOf } from "@loci/client";
import type { Uncertainty } from "./filter.ts";

/** What a person says about an uncertainty: ids of what stands, all, something else, or nothing of it; or that two are the same, or are not. */
export type Choice = `candidate:${string}` | "all" | "other" | "none" | "same" | "different" | "";

/** The request that settles it; undefined while something is missing. */
export function resolutionOf(
  { candidates }: Pick<Uncertainty, "candidates">,
  choice: Choice,
  other: string,
  reason: string,
): BodyOf<"resolveUncertainty"> | undefined {
  if (reason.trim() === "" || choice === "") return undefined;
  const told = { reason: reason.trim() };
  if (choice === "same" || choice === "different") return { ...told, same: choice === "same" };
  if (choice === "none") return { ...told, chosen: [] };
  if (choice === "other") return other.trim() === "" ? undefined : { ...told, value: other.trim() };
  if (choice === "all") return { ...told, chosen: candidates.flatMap(({ id }) => (id === undefined ? [] : [id])) };
  return { ...told, chosen: [choice.slice("candidate:".length)] };
}
