import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { LociError } from "@loci/kernel";
import type { Answer } from "./route.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** An answer as it is kept for who repeats the request: AES-256-GCM under a key derived from the caller's own. */
export function seal(answer: Answer, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  const { status, headers, body } = answer;
  const text = JSON.stringify({ status, headers, body });
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** @throws LociError `conflict` where it was sealed under another key: the caller's was rotated since */
export function openSealed(sealed: Uint8Array, key: Uint8Array): Answer {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString("utf8");
    return JSON.parse(text) as Answer;
  } catch (cause) {
    throw new LociError("conflict", "This Idempotency-Key was used with another key; the answer is sealed under that one.", {
      cause,
    });
  }
}
