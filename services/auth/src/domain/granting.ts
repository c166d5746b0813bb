import {
  canonicalRegion,
  invalidField,
  isVerb,
  LociError,
  normalisePattern,
  pathCovers,
  regionCovers,
  verbs,
  type Grants,
  type Region,
  type ScopePath,
  type Verb,
} from "@loci/kernel";
import { isContextAdmin } from "./grants.ts";

/** Who changes principals from the data plane: what it holds bounds what it sees and gives. */
export interface Manager {
  readonly principalId: string;
  readonly grants: Grants;
}

/** What decides whether a manager sees a principal. */
export interface Seen {
  readonly grants: Grants;
  readonly createdBy: string;
}

/**
 * Whether a manager sees a principal: all that the principal holds lies in the manager's grant:manage region. One that holds
 * nothing is seen by who made it, else by a context's administrator alone.
 */
export function sees(manager: Manager, principal: Seen): boolean {
  if (isContextAdmin(manager.grants)) return true;
  const held = Object.values(principal.grants).flat();
  if (held.length === 0) return principal.createdBy === manager.principalId;
  return held.every((path) => regionCovers(managedRegion(manager), path));
}

export function managedRegion(manager: Manager): Region {
  return manager.grants["grant:manage"] ?? [];
}

/** @throws LociError `forbidden` where the manager does not hold what it gives, or not the right to give it there */
export function requireGivable(manager: Manager, given: Grants): void {
  for (const verb of verbs) {
    for (const path of given[verb] ?? []) {
      requireManaged(manager, path);
      if (!regionCovers(manager.grants[verb] ?? [], path)) {
        throw new LociError("forbidden", `${verb} over '${path}' is more than this key holds itself.`);
      }
    }
  }
}

/** @throws LociError `forbidden` */
export function requireManaged(manager: Manager, path: ScopePath): void {
  if (!regionCovers(managedRegion(manager), path)) {
    throw new LociError("forbidden", `The grant:manage grant does not cover '${path}'.`);
  }
}

/** Verbs over one path, from outside. @throws LociError `invalid` */
export function readGrantChange(pattern: string, names: readonly string[]): { path: ScopePath; verbs: Verb[] } {
  const result = normalisePattern(pattern);
  if ("problem" in result) throw invalidField("/path", result.problem);
  if (names.length === 0) throw invalidField("/verbs", "must name one verb at least");
  const named = names.map((name, i) => {
    if (!isVerb(name)) throw invalidField(`/verbs/${i}`, `is not a verb; the verbs are ${verbs.join(", ")}`);
    return name;
  });
  return { path: result.path, verbs: verbs.filter((verb) => named.includes(verb)) };
}

export function withGrants(held: Grants, path: ScopePath, added: readonly Verb[]): Grants {
  const given = added.map((verb) => [verb, canonicalRegion([...(held[verb] ?? []), path])] as const);
  return { ...held, ...Object.fromEntries(given) };
}

/**
 * Takes away what is held at and below the path.
 * @throws LociError `conflict` where a verb is held over a wider path: a grant has no holes
 */
export function withoutGrants(held: Grants, path: ScopePath, removed: readonly Verb[]): Grants {
  const left: Partial<Record<Verb, Region>> = { ...held };
  for (const verb of removed) {
    const region = held[verb] ?? [];
    const wider = region.find((own) => own !== path && pathCovers(own, path));
    if (wider !== undefined) {
      throw new LociError("conflict", `${verb} is held over '${wider}', which holds '${path}': remove it there.`);
    }
    const rest = region.filter((own) => !pathCovers(path, own));
    if (rest.length > 0) left[verb] = rest;
    else Reflect.deleteProperty(left, verb);
  }
  return left;
}

/** The verbs held over the whole path. */
export function verbsOver(held: Grants, path: ScopePath): Verb[] {
  return verbs.filter((verb) => regionCovers(held[verb] ?? [], path));
}
