import { createCipheriv, createDecipheriv } from "node:crypto";

/** AES-256-GCM (NIST SP 800-38D): a fresh nonce of 12 bytes, then the text, then the tag of 16. */
const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/**
 * @param key 32 bytes
 * @param place what the text belongs to: it cannot be read in another one's place
 */
export function seal(key: Uint8Array, text: string, place: string, random: (length: number) => Uint8Array): Uint8Array {
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
