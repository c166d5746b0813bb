import { canonicalScopeSet, maxClauses, type Clause, type ScopeSet } from "./scope-set.ts";
import { pathCovers } from "./scope.ts";

/**
 * The ScopeSet of what follows from several records: visible to exactly those who see every one of them. A clause of each is
 * joined with a clause of every other; undefined where these are more than a ScopeSet holds.
 */
export function commonAudience(sets: readonly ScopeSet[]): ScopeSet | undefined {
  let joined: readonly Clause[] = [[]];
  for (const set of new Map(sets.map((one) => [JSON.stringify(one), one])).values()) {
    joined = canonicalScopeSet(joined.flatMap((head) => set.map((tail) => widest([...head, ...tail]))));
    if (joined.length > maxClauses) return undefined;
  }
  return joined;
}

/** Whether whoever sees what is stored under `own` sees what is stored under `other` too: of nothing else may it tell. */
export function isSeenWith(own: ScopeSet, other: ScopeSet): boolean {
  return own.every((clause) => other.some((paths) => paths.every((path) => clause.some((above) => pathCovers(above, path)))));
}

/** Who holds a path holds all below it: of the paths in a clause only the widest ask for anything. */
function widest(clause: Clause): Clause {
  const unique = [...new Set(clause)];
  return unique.filter((path) => !unique.some((other) => other !== path && pathCovers(other, path)));
}
