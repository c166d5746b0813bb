import { createHash } from "node:crypto";

/**
 * A text as a fingerprint, by which it is recognised and from which it cannot be read: SHA-256 of its words in lower case,
 * without punctuation and white space. "" for a text without words.
 */
export function fingerprint(text: string): string {
  const words = wordsOf(text);
  return words === "" ? "" : createHash("sha256").update(words).digest("base64url");
}

/** Of a fact: its subject, key and value in their normal forms. */
export function factFingerprint(typeNorm: string, nameNorm: string, key: string, valueNorm: string): string {
  return createHash("sha256")
    .update(JSON.stringify([typeNorm, nameNorm, key, valueNorm]))
    .digest("base64url");
}

/** Of an entity as a whole. */
export function entityFingerprint(typeNorm: string, nameNorm: string): string {
  return createHash("sha256")
    .update(JSON.stringify([typeNorm, nameNorm]))
    .digest("base64url");
}

/** The sentences and lines of a text, as `sentenceAt` tells them apart. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** How many characters of a text its fingerprint tells apart. */
export function weight(text: string): number {
  return wordsOf(text).length;
}

function wordsOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
