import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify, SignJWT, errors, type JWTPayload } from "jose";
import { sessionMessages } from "../messages/session.ts";

/** How tokens are signed; `key` is a secret for HS*, else PEM. */
export interface SigningKey {
  readonly algorithm: string;
  readonly key: string;
}

/** The issuer that tokens of this server name. */
export const issuer = "Loci";

/** Seconds that two clocks may differ. */
const leeway = 5;

const isShared = ({ algorithm }: SigningKey): boolean => algorithm.startsWith("HS");

function forSigning(by: SigningKey): Uint8Array | KeyObject {
  return isShared(by) ? new TextEncoder().encode(by.key) : createPrivateKey(by.key);
}

function forVerifying(by: SigningKey): Uint8Array | KeyObject {
  return isShared(by) ? new TextEncoder().encode(by.key) : createPublicKey(by.key);
}

/** Signs claims; `iat`, `nbf` and `exp` are in epoch seconds already. @throws QueryError where the key is none of the algorithm */
export async function signToken(claims: JWTPayload, by: SigningKey): Promise<string> {
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: by.algorithm, typ: "JWT" });
  try {
    return await jwt.sign(forSigning(by));
  } catch {
    // The key is what an access method was defined with: it may be none, too short, or of another algorithm.
    throw sessionMessages.keyUnusable();
  }
}

/** What a token says of itself, unverified: only to find the key that it must be verified with. */
export function readClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw sessionMessages.invalidAuth();
  }
}

/** A claim under any of the spellings that issuers use: `NS`, `ns`, `https://surrealdb.com/ns`. */
export function claimOf(claims: JWTPayload, name: string): string | undefined {
  const spellings = [name.toUpperCase(), name.toLowerCase(), `https://surrealdb.com/${name.toLowerCase()}`];
  const found = spellings.map((spelling) => claims[spelling]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : undefined;
}

/**
 * Verifies a token against a key.
 * @param now epoch milliseconds
 * @throws QueryError when it is expired, altered, or of another key or algorithm
 */
export async function verifyToken(token: string, by: SigningKey, now: number): Promise<JWTPayload> {
  return verified(async () => {
    const options = { algorithms: [by.algorithm], currentDate: new Date(now), clockTolerance: leeway };
    return (await jwtVerify(token, forVerifying(by), options)).payload;
  });
}

/** A `fetch` for one address, which connects to nothing that the operator does not allow. */
export type FetchFrom = (url: string) => typeof fetch;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** Sets of keys by their address, each asked for again as `jose` finds right; the oldest leave first. */
const keySets = new WeakMap<FetchFrom, Map<string, KeySet>>();
const mostKeySets = 100;

function keySetAt(url: URL, fetchFrom: FetchFrom): KeySet {
  const kept = keySets.get(fetchFrom) ?? new Map<string, KeySet>();
  keySets.set(fetchFrom, kept);
  const known = kept.get(url.href);
  if (known !== undefined) return known;
  const [oldest] = kept.keys();
  if (kept.size >= mostKeySets && oldest !== undefined) kept.delete(oldest);
  const made = createRemoteJWKSet(url, { timeoutDuration: 5000, [customFetch]: fetchFrom(url.href) });
  kept.set(url.href, made);
  return made;
}

/** Verifies a token against a set of keys at an address. @throws QueryError as `verifyToken` does, and when the set cannot be read */
export async function verifyByKeySet(token: string, url: URL, now: number, fetchFrom: FetchFrom): Promise<JWTPayload> {
  return verified(async () => {
    const options = { currentDate: new Date(now), clockTolerance: leeway };
    return (await jwtVerify(token, keySetAt(url, fetchFrom), options)).payload;
  });
}

async function verified(verify: () => Promise<JWTPayload>): Promise<JWTPayload> {
  try {
    return await verify();
  } catch (error) {
    throw error instanceof errors.JWTExpired ? sessionMessages.tokenExpired() : sessionMessages.invalidAuth();
  }
}
