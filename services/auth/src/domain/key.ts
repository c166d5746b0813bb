import type { Grants } from "@loci/kernel";
import type { SecretRing } from "@loci/platform/secrets";
import { fitsVerifier, secretMark, type Verifier } from "./verifier.ts";

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
  /** The id of the key that minted it, "*" for management; undefined for a key of before this was noted. */
  readonly mintedBy: string | undefined;
}

/** What a key was minted by that no key of its context minted. No key has this id. */
export const management = "*";

export type KeyState = "active" | "expired" | "revoked";

export function keyState(key: Pick<Key, "revokedAt" | "validUntil">, now: number): KeyState {
  if (key.revokedAt !== undefined) return "revoked";
  return key.validUntil !== undefined && key.validUntil <= now ? "expired" : "active";
}

/** What is stored of this secret, where it opens this key now. An undefined key costs the same time as a known one. */
export function openedBy(secret: string, key: Key | undefined, pepper: SecretRing, now: number): Verifier | undefined {
  const current = fitsVerifier(secret, key?.verifier, pepper);
  const previous = fitsVerifier(secret, key?.previous?.verifier, pepper);
  if (key === undefined || keyState(key, now) !== "active") return undefined;
  if (current) return key.verifier;
  return previous && now < (key.previous?.until ?? 0) ? key.previous?.verifier : undefined;
}

/** How a secret that opened a key once stands now. */
export interface Standing {
  /** False for the one before the last rotation, while it is still accepted. */
  readonly isPresent: boolean;
  /** When it ends; undefined for never. */
  readonly until: number | undefined;
}

/** @param mark of the secret; "" for the present one. @returns undefined when the secret opens the key no more */
export function standingOf(key: Key, mark: string, now: number): Standing | undefined {
  const { verifier, previous, validUntil } = key;
  if (keyState(key, now) !== "active") return undefined;
  if (mark === "" || mark === secretMark(verifier)) return { isPresent: true, until: validUntil };
  if (previous === undefined || previous.until <= now || mark !== secretMark(previous.verifier)) return undefined;
  return { isPresent: false, until: earlier(previous.until, validUntil) };
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
  /**
   * How far the new secret's life may reach: as far as the policy lets it; for as long again as the old one was given; or to the
   * end of the old one, where a broker gave it.
   */
  readonly reach: "policy" | "life" | "end";
}

export function rotatedLife(key: Pick<Key, "secretSince" | "validUntil">, ask: RotationAsk, now: number): RotatedLife {
  const sameLife = key.validUntil === undefined ? undefined : Math.max(1, Math.round((key.validUntil - key.secretSince) / 1000));
  const life = ask.reach === "policy" ? (ask.ttlSeconds ?? sameLife) : earlier(ask.ttlSeconds, sameLife);
  const wanted = endOfLife(life, ask.maxTtlSeconds, now);
  const validUntil = ask.reach === "end" ? earlier(wanted, key.validUntil) : wanted;
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

/** Of two ends the first; undefined for never. */
export function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
