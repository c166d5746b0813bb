import { clampLens, isInvolved, LociError, type ScopeSet } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { common } from "@loci/protos";
import { selector } from "../rpc/checks.ts";
import type { Reading } from "../rpc/deps.ts";
import type { Sight } from "../store/read-facts.ts";

/**
 * A lens as it was asked for, clamped to what the caller may read; undefined for none.
 * @throws LociError `forbidden` for a lens that lies outside of it
 */
export function allowedLens(asked: common.ScopeSet | null, call: Call): ScopeSet | undefined {
  const lens = selector("/lens", asked);
  const clamped = lens && clampLens(lens, regionFor(call, "memory:read"));
  if (clamped?.length === 0) throw new LociError("forbidden", "The lens lies outside what this key may read.");
  return clamped;
}

/** What the reader sees of the selectors that the lens involves; all of it without a lens. */
export function throughLens(
  { sight, scopeSets: { byKey } }: Pick<Reading, "sight" | "scopeSets">,
  lens: ScopeSet | undefined,
): Sight {
  if (lens === undefined) return sight;
  const visible = sight.scopeSets ?? [...byKey.keys()];
  return { ...sight, scopeSets: visible.filter((key) => isInvolved(lens, byKey.get(key) ?? [])) };
}

/** A reading that sees through the lens. */
export function narrowed(read: Reading, lens: ScopeSet | undefined): Reading {
  return { ...read, sight: throughLens(read, lens) };
}
