import { canonicalScopeSet, maxClauses, pathCovers, type Clause, type ScopeSet } from "@loci/kernel";

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

/** Who holds a path holds all below it: of the paths in a clause only the widest ask for anything. */
function widest(clause: Clause): Clause {
  const unique = [...new Set(clause)];
  return unique.filter((path) => !unique.some((other) => other !== path && pathCovers(other, path)));
}
