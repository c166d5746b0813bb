import { crc32 } from "node:zlib";

/**
 * A key's plaintext is `loci_ck_<key id>_<secret>`: the prefix tells its kind, the id its row, and the secret is the proof. An
 * access token is a context key that a broker asked for.
 */
export type KeyKind = "context" | "access" | "management";

/** What a caller presented, as far as it can be told without the database. */
export type PresentedKey =
  | { readonly form: "minted"; readonly kind: KeyKind; readonly id: string; readonly secret: string }
  /** Chosen by the operator: it names neither kind nor id. */
  | { readonly form: "pinned"; readonly secret: string };

const prefixes: Readonly<Record<KeyKind, string>> = { context: "loci_ck_", access: "loci_at_", management: "loci_mk_" };
const kinds: Readonly<Record<string, KeyKind>> = { loci_ck_: "context", loci_at_: "access", loci_mk_: "management" };
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 33 characters of 62 are 196 bits. */
const randomLength = 33;
const checksumLength = 6;
const minted = /^(loci_(?:ck|at|mk)_)([0-9a-z]{26})_([0-9A-Za-z]{39})$/;
const shortestPinned = 24;
export const longestKey = 512;

/**
 * Makes the plaintext of a key.
 * @param id the record id, `key:<26 characters>`
 */
export function mintKeyText(kind: KeyKind, id: string, random: (length: number) => Uint8Array): { text: string; secret: string } {
  const head = `${prefixes[kind]}${id.slice(id.indexOf(":") + 1)}_`;
  const body = randomText(random);
  const secret = body + checksum(head + body);
  return { text: head + secret, secret };
}

/** Reads a presented key; undefined for what cannot be one (wrong form, wrong checksum), found without asking the database. */
export function readKeyText(text: string): PresentedKey | undefined {
  if (text.length > longestKey) return undefined;
  const [, prefix, id, secret] = minted.exec(text) ?? [];
  if (prefix !== undefined && id !== undefined && secret !== undefined) {
    const kind = kinds[prefix];
    const intact = checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
    return kind !== undefined && intact ? { form: "minted", kind, id: `key:${id}`, secret } : undefined;
  }
  return pinnedProblem(text) === undefined ? { form: "pinned", secret: text } : undefined;
}

/** What keeps a text from being pinned as a key, or undefined. */
export function pinnedProblem(text: string): string | undefined {
  if (text.length < shortestPinned) return `has fewer than ${shortestPinned} characters`;
  if (text.length > longestKey) return `has more than ${longestKey} characters`;
  // It travels in a header, which carries no other characters faithfully.
  if (!/^[\x21-\x7e]+$/.test(text)) return "has a character other than visible ASCII";
  // The prefix is the service's own: behind it stands a checksum, and this text has none that fits.
  if (/^loci_[a-z]{2}_/.test(text)) return "looks like a minted key but is damaged";
  return undefined;
}

function randomText(random: (length: number) => Uint8Array): string {
  let text = "";
  while (text.length < randomLength) {
    for (const byte of random(randomLength)) {
      // 248 is the last multiple of 62 in a byte: what lies above would make some characters likelier than others.
      if (byte < 248 && text.length < randomLength) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
