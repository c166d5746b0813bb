import { canonicalRegion, normalisePattern } from "@loci/kernel";
import type { Grants } from "../api/words.ts";

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
