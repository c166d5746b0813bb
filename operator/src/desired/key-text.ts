/** The text of a key that is made here: `loci_ck_<id>_<secret>`, of which Loci is told the id and the secret's SHA-256 alone. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
const idLength = 26;
/** 33 digits of 62 are 196 bits. */
const secretLength = 33;
const checksumLength = 6;
const form = /^loci_ck_([0-9a-z]{26})_([0-9A-Za-z]{39})$/;

export interface KeyText {
  readonly keyId: string;
  /** SHA-256 of the secret, in hexadecimal: what Loci is told. */
  readonly verifier: string;
}

export function makeKeyText(random: (length: number) => Uint8Array): string {
  const head = `loci_ck_${randomText(random, idDigits, idLength)}_`;
  const body = randomText(random, digits, secretLength);
  return head + body + checksum(head + body);
}

/** What the text says; undefined for one that is no key, or a damaged one. */
export function readKeyText(text: string): KeyText | undefined {
  const [, keyId, secret] = form.exec(text) ?? [];
  if (keyId === undefined || secret === undefined) return undefined;
  if (checksum(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return undefined;
  return { keyId, verifier: sha256(secret) };
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function randomText(random: (length: number) => Uint8Array, alphabet: string, length: number): string {
  // Bytes above the last multiple of the alphabet's length would make some digits likelier than others.
  const fair = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < fair && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let sum = "";
  for (let i = 0; i < checksumLength; i++) {
    sum = digits.charAt(rest % digits.length) + sum;
    rest = Math.floor(rest / digits.length);
  }
  return sum;
}
