import { createHash } from "node:crypto";

/**
 * The longest key that an index of Postgres takes whole: two of them, and what the index adds, fit into a third of a page (2,704 bytes). A longer one
 * stands there as its beginning and a hash: found as before, and in its order among all that do not begin alike.
 */
const longest = 1_024;
const hashLength = 32;

/** One more byte than the longest whole key has: no key passes for the hash of another. */
export function indexable(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= longest) return bytes;
  return Buffer.concat([bytes.subarray(0, longest - hashLength), createHash("sha256").update(bytes).digest(), Buffer.of(1)]);
}

/** Whether all longer keys that begin with these bytes begin so in an index too. */
export function isKeptBeginning(bytes: Uint8Array): boolean {
  return bytes.length <= longest - hashLength;
}

/** Whether an index takes it as it is. */
export function isWhole(bytes: Uint8Array): boolean {
  return bytes.length <= longest;
}

/** Bytes as a key of a Map. */
export function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** A foreign name or text as it is kept. */
export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

export function fromBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
