import { randomBytes } from "node:crypto";
import { LociError } from "@loci/kernel";
import { seal, unseal } from "@loci/platform/secrets";
import type { Answer } from "./route.ts";

const place = "gateway answer";

/** An answer as it is kept for who repeats the request, under a key derived from the caller's own. */
export function sealAnswer({ status, headers, body }: Answer, key: Uint8Array): Uint8Array {
  return seal(key, JSON.stringify({ status, headers, body }), place, randomBytes);
}

/** @throws LociError `conflict` where it was sealed under another key: the caller's was rotated since */
export function openAnswer(sealed: Uint8Array, key: Uint8Array): Answer {
  const text = unseal(key, sealed, place);
  if (text !== undefined) return JSON.parse(text) as Answer;
  throw new LociError("conflict", "This Idempotency-Key was used with another key; the answer is sealed under that one.");
}
