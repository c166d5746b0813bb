import { canonicalRegion, pathCovers, regionCovers, type Region, type ScopePath } from "./scope.ts";

/** A selector in disjunctive normal form: OR of clauses, each an AND of paths. Stored in one canonical form. */
export type Clause = readonly ScopePath[];
export type ScopeSet = readonly Clause[];

function compareClauses(a: Clause, b: Clause): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** Clauses and their paths sorted, duplicates dropped, and a clause dropped that holds all of another's paths (it is absorbed). */
export function canonicalScopeSet(clauses: ScopeSet): ScopeSet {
  const sorted = clauses.map((clause) => [...new Set(clause)].sort()).sort(compareClauses);
  const unique = sorted.filter((clause, i) => i === 0 || JSON.stringify(clause) !== JSON.stringify(sorted[i - 1]));
  return unique.filter((clause) => !unique.some((other) => other !== clause && other.every((path) => clause.includes(path))));
}

/** A text that is the same for equal canonical ScopeSets; it identifies the set within its context. */
export function scopeSetKey(set: ScopeSet): string {
  return JSON.stringify(canonicalScopeSet(set));
}

/** Whether a stored record is visible to a region: for one clause at least, the region covers every path in it. */
export function isVisible(region: Region, set: ScopeSet): boolean {
  return set.some((clause) => clause.length > 0 && clause.every((path) => regionCovers(region, path)));
}

/** The clauses by which a region sees a record: of the others it learns nothing, no path's name either. */
export function shownClauses(region: Region, set: ScopeSet): ScopeSet {
  return set.filter((clause) => isVisible(region, [clause]));
}

/** Whether a region may write under this selector: it covers every path that is named. */
export function coversAll(region: Region, set: ScopeSet): boolean {
  return set.every((clause) => clause.every((path) => regionCovers(region, path)));
}

function involvesPath(clause: Clause, path: ScopePath): boolean {
  return clause.some((own) => pathCovers(own, path) || pathCovers(path, own));
}

/** Whether a lens matches a record: for one lens clause, each of its paths equals, lies below or lies above some path of the record. */
export function isInvolved(lens: ScopeSet, set: ScopeSet): boolean {
  return lens.some((wanted) => wanted.every((path) => set.some((clause) => involvesPath(clause, path))));
}

/**
 * A lens clamped to a region: a path wider than the region is replaced by the region's paths below it, a clause with a path that
 * shares nothing with the region is dropped. An empty answer means that nothing of the lens is allowed (403).
 */
export function clampLens(lens: ScopeSet, region: Region): ScopeSet {
  const clamped: Clause[] = [];
  for (const clause of lens) {
    // Each path may become several: the clause is multiplied out, as AND distributes over OR.
    let expanded: Clause[] = [[]];
    for (const path of clause) {
      const narrowed = regionCovers(region, path) ? [path] : region.filter((own) => pathCovers(path, own));
      expanded = expanded.flatMap((head) => narrowed.map((tail) => [...head, tail]));
      if (expanded.length > maxClauses) expanded = expanded.slice(0, maxClauses);
    }
    clamped.push(...expanded.filter((done) => done.length > 0));
  }
  return canonicalScopeSet(clamped);
}

export const maxClauses = 256;
export const maxPathsInClause = 16;

/** The selector that a write without `scopes` gets: each top path of the region as its own clause. */
export function regionAsScopeSet(region: Region): ScopeSet {
  return canonicalScopeSet(canonicalRegion(region).map((path) => [path]));
}
