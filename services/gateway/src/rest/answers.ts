import { grantsOf } from "@loci/platform/messages";
import type { auth, common } from "@loci/protos";

/** A field of an answer, left out where the message has "" (none). */
export function orNothing<K extends string>(key: K, value: string): { [P in K]?: string } {
  return value === "" ? {} : ({ [key]: value } as { [P in K]: string });
}

/** null where the message has "" (none). */
export function orNull(value: string): string | null {
  return value === "" ? null : value;
}

export function clausesOf(scopes: common.ScopeSet | null): string[][] {
  return scopes?.clauses.map((clause) => clause.paths) ?? [];
}

/** Grants as a map from verb to paths; null where the message is absent. */
export function grantsBody(message: common.Grants | null): Readonly<Record<string, readonly string[]>> | null {
  return grantsOf(message) ?? null;
}

export function keyBody(key: auth.KeyDetail): object {
  return {
    id: key.id,
    name: key.name,
    principalId: key.principalId,
    grants: grantsBody(key.grants),
    createdAt: key.createdAt,
    validUntil: orNull(key.validUntil),
    lastUsedAt: orNull(key.lastUsedAt),
    state: key.state,
  };
}

export function mintedKeyBody(key: auth.MintedKey): object {
  return { id: key.id, name: key.name, key: key.key, validUntil: orNull(key.validUntil) };
}

export function scopeBody(scope: auth.ScopeNode): object {
  return {
    path: scope.path,
    createdAt: scope.createdAt,
    tombstonedAt: orNull(scope.tombstonedAt),
    displayName: scope.displayName,
    description: scope.description,
  };
}
