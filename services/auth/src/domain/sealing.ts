import { hkdfSync } from "node:crypto";
import { LociError } from "@loci/kernel";
import { seal, unseal, type SecretRing } from "@loci/platform/secrets";

type Random = (length: number) => Uint8Array;

/** A key of 32 bytes for one purpose, out of a secret of any length. */
function derivedKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

export const sealLength = 32;

/** The key under which an answer that holds a secret is kept; only the caller's own bearer gives its seal. */
export function answerKey(callerSeal: Uint8Array): Uint8Array {
  return derivedKey(callerSeal, "loci auth operation");
}

export interface SealedSecret {
  readonly secretVersion: number;
  readonly bytes: Uint8Array;
}

/** @throws LociError `unavailable` where the deployment has no secret for it */
export function sealProviderKey(ring: SecretRing | undefined, apiKey: string, place: string, random: Random): SealedSecret {
  if (ring === undefined) throw noEncryption("encryption.<version>");
  const { version, bytes } = ring.current;
  return { secretVersion: version, bytes: seal(derivedKey(bytes, "loci provider key"), apiKey, place, random) };
}

/** @throws LociError `unavailable` where the version of the secret is missing under which it was sealed */
export function openProviderKey(ring: SecretRing | undefined, sealed: SealedSecret, place: string): string {
  const secret = ring?.get(sealed.secretVersion);
  if (secret === undefined) throw noEncryption(`encryption.${sealed.secretVersion}`);
  const apiKey = unseal(derivedKey(secret, "loci provider key"), sealed.bytes, place);
  if (apiKey === undefined) throw new LociError("internal", "a stored provider key does not open under its secret");
  return apiKey;
}

function noEncryption(name: string): LociError {
  return new LociError("unavailable", `The service's secret '${name}' is missing; keys of model providers need it.`);
}
