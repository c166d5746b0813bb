import type { ScopeSet } from "@loci/kernel";

/**
 * Whose "I" a ScopeSet is: the one end user whose scope it is or lies in (a path up to `user/<id>`), else the ScopeSet itself. The
 * entities "user" of two of them are two people.
 * @param key the short key of the ScopeSet
 */
export function personOf(scopes: ScopeSet | undefined, key: string): string {
  const users = new Set((scopes ?? []).flat().flatMap((path) => /^(?:[^/]+\/)*?user\/[^/]+/.exec(path)?.[0] ?? []));
  const [only, ...others] = users;
  return only !== undefined && others.length === 0 ? only : key;
}
