import { LociError } from "@loci/kernel";
import type { SecretRing } from "@loci/platform/secrets";
import { mintKeyText, pinnedProblem, readKeyText, type KeyKind } from "./key-text.ts";
import { pinnedKeyIds, verifierOf, type Verifier } from "./verifier.ts";

/** A key that is about to be stored: what the caller gets to see, and what is kept in its place. */
export interface Credential {
  readonly id: string;
  readonly plaintext: string;
  readonly verifier: Verifier;
}

/** A fresh secret for a key, new or rotated. */
export function mintCredential(kind: KeyKind, id: string, pepper: SecretRing, random: (length: number) => Uint8Array): Credential {
  const { text, secret } = mintKeyText(kind, id, random);
  return { id, plaintext: text, verifier: verifierOf(secret, pepper) };
}

/**
 * A key that the operator chose: a text of its own, or one in the service's own form, which then keeps its id.
 * @throws LociError `invalid` when the text cannot be a key of this kind
 */
export function pinCredential(kind: KeyKind, text: string, pepper: SecretRing, pointer: string): Credential {
  const refuse = (detail: string) => new LociError("invalid", `${pointer}: ${detail}`, { fields: [{ pointer, detail }] });
  const presented = readKeyText(text);
  if (presented === undefined) throw refuse(pinnedProblem(text) ?? "is not a key");
  if (presented.form === "minted" && presented.kind !== kind) throw refuse(`is a key of the kind ${presented.kind}`);
  const id = presented.form === "minted" ? presented.id : pinnedKeyIds(text, pepper)[0];
  if (id === undefined) throw refuse("cannot be pinned without a pepper");
  return { id, plaintext: text, verifier: verifierOf(presented.secret, pepper) };
}

/** Where to look for the key that a bearer claims to be. */
export interface Claim {
  readonly ids: readonly string[];
  readonly secret: string;
}

/** The two surfaces that a key may open: a context's own, and the control plane. */
export type Plane = "context" | "management";

/** undefined when the bearer cannot be a key of this plane. */
export function claimOf(plane: Plane, bearer: string, pepper: SecretRing): Claim | undefined {
  const presented = readKeyText(bearer);
  if (presented === undefined) return undefined;
  if (presented.form === "minted" && (presented.kind === "management") !== (plane === "management")) return undefined;
  const ids = presented.form === "minted" ? [presented.id] : pinnedKeyIds(presented.secret, pepper);
  return { ids, secret: presented.secret };
}
