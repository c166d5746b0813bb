import { createHash } from "node:crypto";

/** Of SHA-256: enough to tell the words of one context apart. */
const printBytes = 8;

/** A word's fingerprint, by which it is known again without being written down. With another salt it is another one. */
export function wordPrint(salt: string, term: string): string {
  return createHash("sha256")
    .update(`${salt} ${term}`)
    .digest("hex")
    .slice(0, 2 * printBytes);
}

/** The salt of what an erasure took under one selector: the same word under another is not known again by it. */
export function erasureSalt(receipt: string, selector: string): string {
  return `${receipt} ${selector}`;
}

/** Fingerprints as one row of bytes, whatever their order was. */
export function packPrints(prints: Iterable<string>): Uint8Array {
  return Buffer.from([...new Set(prints)].sort().join(""), "hex");
}

export function unpackPrints(packed: Uint8Array): Set<string> {
  const digits = Buffer.from(packed).toString("hex");
  return new Set(digits.match(new RegExp(`.{${2 * printBytes}}`, "g")));
}
