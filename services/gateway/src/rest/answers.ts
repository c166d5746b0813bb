import { LociError, shownClauses } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { grantsOf, scopeSetOf } from "@loci/platform/messages";
import type { auth, common } from "@loci/protos";
import type { z } from "zod";
import type { grants, keyDetail, mintedKey, scopeNode } from "../answers/access.ts";

/** A field of an answer, left out where the message has "" (none). */
export function orNothing<K extends string>(key: K, value: string): { [P in K]?: string } {
  return value === "" ? {} : ({ [key]: value } as { [P in K]: string });
}

/** null where the message has "" (none). */
export function orNull(value: string): string | null {
  return value === "" ? null : value;
}

/** A part that messages of this kind never lack. */
export function present<T>(part: T | null): T {
  if (part === null) throw new LociError("internal", "A service left a part of its answer out.");
  return part;
}

/** The clauses of a record's selector that lie within what the caller may read or write. */
export function clausesOf(scopes: common.ScopeSet | null, call: Call): string[][] {
  const { grants } = principalOf(call);
  const region = [...(grants["memory:read"] ?? []), ...(grants["memory:write"] ?? [])];
  return shownClauses(region, scopeSetOf(scopes) ?? []).map((clause) => [...clause]);
}

/** Grants as a map from verb to paths; null where the message is absent. */
export function grantsBody(message: common.Grants | null): z.input<typeof grants> | null {
  const held = grantsOf(message);
  return held ? Object.fromEntries(Object.entries(held).map(([verb, region]) => [verb, [...region]])) : null;
}

export function keyBody(key: auth.KeyDetail): z.input<typeof keyDetail> {
  return {
    id: key.id,
    name: key.name,
    principalId: key.principalId,
    grants: grantsBody(key.grants),
    createdAt: key.createdAt,
    validUntil: orNull(key.validUntil),
    lastUsedAt: orNull(key.lastUsedAt),
    state: key.state,
    mintedBy: orNull(key.mintedBy),
  };
}

export function mintedKeyBody(key: auth.MintedKey): z.input<typeof mintedKey> {
  return { id: key.id, name: key.name, key: key.key, validUntil: orNull(key.validUntil) };
}

export function scopeBody(scope: auth.ScopeNode): z.input<typeof scopeNode> {
  return {
    path: scope.path,
    createdAt: scope.createdAt,
    tombstonedAt: orNull(scope.tombstonedAt),
    displayName: scope.displayName,
    description: scope.description,
  };
}
