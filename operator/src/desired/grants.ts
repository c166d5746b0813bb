import { canonicalRegion, normalisePattern, regionCovers } from "@loci/kernel";
import type { Grants } from "../api/words.ts";
import { no, type Finding } from "./conditions.ts";

/** Verbs with the paths over which they are held, as the API takes them. */
export type GrantTable = Readonly<Record<string, readonly string[]>>;

export function grantTable(grants: Grants): GrantTable {
  const table: Record<string, string[]> = {};
  for (const { verb, region } of grants) (table[verb] ??= []).push(region);
  return table;
}

/** Whether both give the same, however they are written. */
export function sameGrants(a: GrantTable | null, b: GrantTable | null): boolean {
  return canonical(a) === canonical(b);
}

/**
 * Why Loci would not register a key with these grants: a key's only narrow what its principal holds. To be known before a key that
 * works gives way to one that may never.
 * @param asked null where the key may do all that its principal may
 * @param held what the principal holds in Loci
 * @returns undefined where nothing stands in the way
 */
export function grantsProblem(asked: GrantTable | null, held: GrantTable): Finding | undefined {
  const verbs = Object.entries(asked ?? {});
  const noPath = verbs.flatMap(([, paths]) => paths).find((path) => "problem" in normalisePattern(path));
  if (noPath !== undefined) return no("InvalidSpec", `spec.attenuate: '${noPath}' is no scope path.`);
  const wider = verbs.filter(([verb, paths]) => {
    const region = (Object.hasOwn(held, verb) ? (held[verb] ?? []) : []).map(normal);
    return paths.some((path) => !regionCovers(region, normal(path)));
  });
  if (wider.length === 0) return undefined;
  const which = wider.map(([verb]) => verb).join(", ");
  return no("GrantsTooWide", `spec.attenuate is wider than what the principal holds in Loci: ${which}.`);
}

function canonical(table: GrantTable | null): string {
  if (table === null) return "all";
  const verbs = Object.entries(table).filter(([, paths]) => paths.length > 0);
  const sorted = verbs.map(([verb, paths]) => [verb, canonicalRegion(paths.map(normal))] as const);
  return JSON.stringify(sorted.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function normal(pattern: string): string {
  const read = normalisePattern(pattern);
  return "path" in read ? read.path : pattern;
}
