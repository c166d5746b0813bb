import { LociError } from "./errors.ts";
import { intersectRegions, type Region } from "./scope.ts";

/** The grant verbs of the contract. */
export const verbs = [
  "memory:read",
  "memory:write",
  "memory:forget",
  "scope:read",
  "scope:create",
  "scope:delete",
  "grant:manage",
] as const;

export type Verb = (typeof verbs)[number];

/** Each verb with the region over which it is held; a verb that is absent is not held. */
export type Grants = Readonly<Partial<Record<Verb, Region>>>;

/** Who is asking, as auth resolved it: `grants` is the effective authority, already narrowed by key and delegation. */
export interface Identity {
  readonly contextId: string;
  readonly principalId: string;
  readonly keyId: string;
  readonly grants: Grants;
  /** The principal on whose behalf the call is made, or "". */
  readonly delegatedPrincipalId: string;
  /** When the principal was made (RFC 3339), "" where that is not known: another one under the same id is somebody else. */
  readonly principalSince?: string;
  /** Names the one of the key's secrets that the caller came with, "" where that is not known: a rotation gives the key another. */
  readonly secretMark?: string;
  /** Whether the key has grants of its own: what its principal does with other keys may lie beyond them, and is not for its holder to see. */
  readonly isNarrowed?: boolean;
}

export function isVerb(text: string): text is Verb {
  return (verbs as readonly string[]).includes(text);
}

/** What both grants allow: the verbs of both, each over what lies in both regions. */
export function intersectGrants(a: Grants, b: Grants): Grants {
  const shared: Partial<Record<Verb, Region>> = {};
  for (const verb of verbs) {
    const left = a[verb];
    const right = b[verb];
    if (!left || !right) continue;
    const region = intersectRegions(left, right);
    if (region.length > 0) shared[verb] = region;
  }
  return shared;
}

/** The region over which the identity holds the verb; throws 403 when it holds it nowhere. */
export function requireVerb(identity: Identity, verb: Verb): Region {
  const region = identity.grants[verb];
  if (!region || region.length === 0) throw new LociError("forbidden", `This key holds no ${verb} grant.`);
  return region;
}
