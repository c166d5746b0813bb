/** For tests: keys of roles that sign, as their folders would hold them. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { tokenKeyName, type TokenIssuer } from "@loci/kernel";
import type { FindPublicKey } from "../../secrets/index.ts";
import { callerSigner, type CallerSigner } from "../signed-callers.ts";

export interface TestKeys {
  /** Of that version of the role's key, which is made where it is new. */
  signer(issuer: TokenIssuer, version?: number): CallerSigner;
  readonly find: FindPublicKey;
}

export function testKeys(clock: () => number): TestKeys {
  const pairs = new Map<string, { readonly privateKey: KeyObject; readonly publicKey: KeyObject }>();
  const place = (name: string, version: number) => `${name}.${version}`;
  return {
    signer(issuer, version = 1) {
      const name = place(tokenKeyName(issuer), version);
      const pair = pairs.get(name) ?? generateKeyPairSync("ed25519");
      pairs.set(name, pair);
      return callerSigner(issuer, async () => ({ version, key: pair.privateKey }), clock);
    },
    find: async (name, version) => pairs.get(place(name, version))?.publicKey,
  };
}
