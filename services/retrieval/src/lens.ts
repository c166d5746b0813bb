import { clampLens, LociError, type Region, type ScopeSet } from "@loci/kernel";

/**
 * The lens as far as the region allows it.
 * @throws LociError `forbidden` where nothing of it is allowed
 */
export function allowedLens(lens: ScopeSet | undefined, region: Region): ScopeSet | undefined {
  if (lens === undefined) return undefined;
  const clamped = clampLens(lens, region);
  if (clamped.length === 0) throw new LociError("forbidden", "The lens lies outside what this key may read.");
  return clamped;
}
