import { pathCovers, type ScopeSet } from "@loci/kernel";

/** Whether whoever sees what is stored under `own` sees what is stored under `other` too: of nothing else may it tell. */
export function isSeenWith(own: ScopeSet, other: ScopeSet): boolean {
  return own.every((clause) => other.some((paths) => paths.every((path) => clause.some((above) => pathCovers(above, path)))));
}
