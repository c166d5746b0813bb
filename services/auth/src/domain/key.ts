import type { Grants } from "@loci/kernel";
import type { SecretRing } from "@loci/platform/secrets";
import { fitsVerifier, type Verifier } from "./verifier.ts";

/** A key as it is stored. Times are milliseconds since the epoch. */
export interface Key {
  readonly id: string;
  readonly principalId: string;
  readonly name: string;
  readonly kind: "context" | "access";
  readonly verifier: Verifier;
  /** When the present secret was made, by minting or rotation. */
  readonly secretSince: number;
  /** The secret before the last rotation, while it is still accepted. */
  readonly previous: { readonly verifier: Verifier; readonly until: number } | undefined;
  /** The key's own narrowing grants; undefined when it has all of its principal's. */
  readonly grants: Grants | undefined;
  readonly createdAt: number;
  readonly validUntil: number | undefined;
  readonly revokedAt: number | undefined;
  readonly lastUsedAt: number | undefined;
}

export type KeyState = "active" | "expired" | "revoked";

export function keyState(key: Pick<Key, "revokedAt" | "validUntil">, now: number): KeyState {
  if (key.revokedAt !== undefined) return "revoked";
  return key.validUntil !== undefined && key.validUntil <= now ? "expired" : "active";
}

/** Whether this secret opens this key now. An undefined key costs the same time as a known one. */
export function opensKey(secret: string, key: Key | undefined, pepper: SecretRing, now: number): boolean {
  const current = fitsVerifier(secret, key?.verifier, pepper);
  const previous = fitsVerifier(secret, key?.previous?.verifier, pepper);
  if (key === undefined || keyState(key, now) !== "active") return false;
  return current || (previous && now < (key.previous?.until ?? 0));
}

/** A rotation's answer to how long the new and the old secret live. */
export interface RotatedLife {
  readonly validUntil: number | undefined;
  /** undefined when the old secret stops at once. */
  readonly previousUntil: number | undefined;
}

export interface RotationAsk {
  /** undefined: none asked for, and the new secret lives as long as the old one was given. */
  readonly ttlSeconds: number | undefined;
  readonly overlapSeconds: number;
  readonly maxTtlSeconds: number | undefined;
  /** False where members get keys from a broker only: a rotation must not prolong what the broker gave. */
  readonly mayProlong: boolean;
}

export function rotatedLife(key: Pick<Key, "secretSince" | "validUntil">, ask: RotationAsk, now: number): RotatedLife {
  const sameLife = key.validUntil === undefined ? undefined : Math.max(1, Math.round((key.validUntil - key.secretSince) / 1000));
  const wanted = endOfLife(ask.ttlSeconds ?? sameLife, ask.maxTtlSeconds, now);
  const validUntil = ask.mayProlong ? wanted : earlier(wanted, key.validUntil);
  const overlap = earlier(now + ask.overlapSeconds * 1000, key.validUntil) ?? now;
  return { validUntil, previousUntil: overlap > now ? overlap : undefined };
}

/** When a key made now ends: after what was asked for, clamped by the context's policy; undefined for never. */
export function endOfLife(askedSeconds: number | undefined, maxSeconds: number | undefined, now: number): number | undefined {
  const seconds = earlier(askedSeconds, maxSeconds);
  return seconds === undefined ? undefined : now + seconds * 1000;
}

/** The end that was asked for, no later than the policy lets a secret of this age live. */
export function cappedEnd(askedEnd: number | undefined, maxSeconds: number | undefined, secretSince: number): number | undefined {
  return earlier(askedEnd, endOfLife(undefined, maxSeconds, secretSince));
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
