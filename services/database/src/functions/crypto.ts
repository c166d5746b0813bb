import { createHash } from "node:crypto";
import { blake3 } from "@noble/hashes/blake3.js";
import { string } from "./arguments.ts";
import { family, pure, type Definition, type Family } from "./function.ts";

const hash = (algorithm: string): Definition => pure([string], ([text]) => createHash(algorithm).update(text).digest("hex"));

/** `crypto::…` that are quick; those for passwords stand in `password.ts`. */
export const crypto: Family = family("crypto", {
  blake3: pure([string], ([text]) => Buffer.from(blake3(Buffer.from(text))).toString("hex")),
  joaat: pure([string], ([text]) => BigInt(joaat(Buffer.from(text)))),
  md5: hash("md5"),
  sha1: hash("sha1"),
  sha256: hash("sha256"),
  sha512: hash("sha512"),
});

/** Jenkins's one-at-a-time hash, of 32 bits. */
function joaat(bytes: Uint8Array): number {
  let hashed = 0;
  for (const byte of bytes) {
    hashed = (hashed + byte) >>> 0;
    hashed = (hashed + (hashed << 10)) >>> 0;
    hashed = (hashed ^ (hashed >>> 6)) >>> 0;
  }
  hashed = (hashed + (hashed << 3)) >>> 0;
  hashed = (hashed ^ (hashed >>> 11)) >>> 0;
  return (hashed + (hashed << 15)) >>> 0;
}
