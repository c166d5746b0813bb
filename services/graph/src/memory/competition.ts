import { pathCovers, type Clause, type ScopeSet } from "@loci/kernel";

/**
 * Whether what is stored under `wide` also speaks of whom `narrow` is about: each clause of the narrow one lies within a clause
 * of the wide one, of which every path equals or lies above one of its own.
 */
export function scopeSetCovers(wide: ScopeSet, narrow: ScopeSet): boolean {
  return narrow.every((inner) => wide.some((outer) => clauseCovers(outer, inner)));
}

function clauseCovers(outer: Clause, inner: Clause): boolean {
  return outer.every((path) => inner.some((own) => pathCovers(path, own)));
}
