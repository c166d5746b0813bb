import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { LociError } from "@loci/kernel";
import type { SecretRing } from "@loci/platform/secrets";

/** AES-256-GCM (NIST SP 800-38D): a fresh nonce of 12 bytes, then the text, then the tag of 16. */
const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

type Random = (length: number) => Uint8Array;

/** @param place what the text belongs to: it cannot be read in another one's place */
export function seal(key: Uint8Array, text: string, place: string, random: Random): Uint8Array {
  const nonce = random(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** undefined where the key, the place or the bytes are not those of the sealing. */
export function unseal(key: Uint8Array, sealed: Uint8Array, place: string): string | undefined {
  if (sealed.length < nonceLength + tagLength) return undefined;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength)).setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-tagLength));
  const text = decipher.update(sealed.subarray(nonceLength, -tagLength));
  try {
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    // The tag does not fit: nothing of what was decrypted may be used.
    return undefined;
  }
}

/** A key of 32 bytes for one purpose, out of a secret of any length. */
function derivedKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

export const sealLength = 32;

/** The key under which an answer that holds a secret is kept; only the caller's own bearer gives its seal. */
export function answerKey(callerSeal: Uint8Array): Uint8Array {
  return derivedKey(callerSeal, "loci auth operation");
}

export interface SealedSecret {
  readonly secretVersion: number;
  readonly bytes: Uint8Array;
}

/** @throws LociError `unavailable` where the deployment has no secret for it */
export function sealProviderKey(ring: SecretRing | undefined, apiKey: string, place: string, random: Random): SealedSecret {
  if (ring === undefined) throw noEncryption("encryption.<version>");
  const { version, bytes } = ring.current;
  return { secretVersion: version, bytes: seal(derivedKey(bytes, "loci provider key"), apiKey, place, random) };
}

/** @throws LociError `unavailable` where the version of the secret is missing under which it was sealed */
export function openProviderKey(ring: SecretRing | undefined, sealed: SealedSecret, place: string): string {
  const secret = ring?.get(sealed.secretVersion);
  if (secret === undefined) throw noEncryption(`encryption.${sealed.secretVersion}`);
  const apiKey = unseal(derivedKey(secret, "loci provider key"), sealed.bytes, place);
  if (apiKey === undefined) throw new LociError("internal", "a stored provider key does not open under its secret");
  return apiKey;
}

function noEncryption(name: string): LociError {
  return new LociError("unavailable", `The service's secret '${name}' is missing; keys of model providers need it.`);
}
