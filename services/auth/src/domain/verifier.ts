import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { SecretRing } from "@loci/platform/secrets";

/** What is stored in a secret's place: it proves the secret, and is worthless without the pepper. */
export interface Verifier {
  readonly pepperVersion: number;
  readonly bytes: Uint8Array;
}

/** HMAC-SHA-256 under the pepper's newest version over the secret's SHA-256. */
export function verifierOf(secret: string, pepper: SecretRing): Verifier {
  return verifierOfDigest(sha256(secret), pepper);
}

/** The same for who knows only the secret's SHA-256. */
export function verifierOfDigest(digest: Uint8Array, pepper: SecretRing): Verifier {
  return { pepperVersion: pepper.current.version, bytes: hmac(pepper.current.bytes, digest) };
}

/** Whether the secret fits, in a time that tells nothing: without a verifier a hash is made and compared all the same. */
export function fitsVerifier(secret: string, verifier: Verifier | undefined, pepper: SecretRing): boolean {
  return digestFitsVerifier(sha256(secret), verifier, pepper);
}

/** Whether the secret of which this is the SHA-256 fits. */
export function digestFitsVerifier(digest: Uint8Array, verifier: Verifier | undefined, pepper: SecretRing): boolean {
  const known = verifier && pepper.get(verifier.pepperVersion);
  const computed = hmac(known ?? pepper.current.bytes, digest);
  const expected = verifier?.bytes.length === computed.length ? verifier.bytes : new Uint8Array(computed.length);
  return timingSafeEqual(computed, expected) && known !== undefined;
}

/** Names a secret by what is stored of it: another mark for every other secret, and of no use to find out any. */
export function secretMark({ bytes }: Verifier): string {
  return createHash("sha256").update("secret mark").update(bytes).digest("base64url");
}

const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * The ids under which a pinned key may stand, newest pepper first: a pinned text names no id, so that one is derived from it.
 * The id is shown in lists; being made under the pepper it does not help to guess the text.
 */
export function pinnedKeyIds(secret: string, pepper: SecretRing): string[] {
  const ids: string[] = [];
  for (let version = pepper.current.version; version >= 1; version--) {
    const bytes = pepper.get(version);
    if (bytes !== undefined) ids.push(derivedId(hmac(bytes, Buffer.concat([Buffer.from("pinned key id"), sha256(secret)]))));
  }
  return ids;
}

function derivedId(bytes: Uint8Array): string {
  return `key:${[...bytes.subarray(0, 26)].map((byte) => idAlphabet.charAt(byte & 31)).join("")}`;
}

function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  return createHmac("sha256", key).update(data).digest();
}
