import { randomUUID } from "node:crypto";
import type { JWTPayload } from "jose";
import { issuer } from "./tokens.ts";
import type { ObjectValue, Value } from "../values/value.ts";

/** Whom a token is for. */
export interface Subject {
  readonly namespace?: string | undefined;
  readonly database?: string | undefined;
  readonly access?: string | undefined;
  /** A record id's text, or a user's name. */
  readonly id: string;
}

/**
 * The claims of a new token.
 * @param now epoch milliseconds
 * @param lifeMs undefined: it never expires
 */
export function newClaims(subject: Subject, now: number, lifeMs: number | undefined): JWTPayload {
  const seconds = Math.floor(now / 1000);
  const claims: JWTPayload = { iss: issuer, iat: seconds, nbf: seconds, jti: randomUUID(), ID: subject.id };
  if (lifeMs !== undefined) claims.exp = Math.floor((now + lifeMs) / 1000);
  if (subject.namespace !== undefined) claims["NS"] = subject.namespace;
  if (subject.database !== undefined) claims["DB"] = subject.database;
  if (subject.access !== undefined) claims["AC"] = subject.access;
  return claims;
}

/** Claims as a value, `$token`. */
export function claimsValue(claims: JWTPayload): ObjectValue {
  return new Map(Object.entries(claims).map(([name, value]) => [name, claimValue(value)]));
}

function claimValue(value: unknown): Value {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(claimValue);
  if (typeof value === "object") return new Map(Object.entries(value).map(([name, item]) => [name, claimValue(item)]));
  return undefined;
}
