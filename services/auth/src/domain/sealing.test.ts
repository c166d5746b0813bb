import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { answerSeal, seal, secretRing, unseal } from "@loci/platform/secrets";
import { answerKey, openProviderKey, sealProviderKey } from "./sealing.ts";

const ring = secretRing(
  new Map([
    [1, randomBytes(32)],
    [2, randomBytes(32)],
  ]),
);

describe("a sealed text", () => {
  it("is read again with its key in its place, and in no other way", () => {
    const key = answerKey(answerSeal("bearer-one"));
    const sealed = seal(key, "secret", "acme/x", randomBytes);
    expect(unseal(answerKey(answerSeal("bearer-one")), sealed, "acme/x")).toBe("secret");
    expect(unseal(answerKey(answerSeal("bearer-two")), sealed, "acme/x")).toBeUndefined();
    expect(unseal(key, sealed, "beta/x")).toBeUndefined();
    expect(
      unseal(
        key,
        sealed.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
        "acme/x",
      ),
    ).toBeUndefined();
    expect(unseal(key, sealed.subarray(0, 10), "acme/x")).toBeUndefined();
    expect(Buffer.from(sealed).includes("secret")).toBe(false);
  });
});

describe("a provider's key", () => {
  it("is kept under the newest secret and read under the one it was kept with", () => {
    const sealed = sealProviderKey(ring, "sk-1", "acme/extraction", randomBytes);
    expect(sealed.secretVersion).toBe(2);
    expect(openProviderKey(ring, sealed, "acme/extraction")).toBe("sk-1");
    expect(() => openProviderKey(ring, sealed, "beta/extraction")).toThrow("does not open");
  });

  it("says which secret is missing", () => {
    expect(() => sealProviderKey(undefined, "sk-1", "acme", randomBytes)).toThrow("'encryption.<version>' is missing");
    const sealed = { secretVersion: 9, bytes: new Uint8Array(40) };
    expect(() => openProviderKey(ring, sealed, "acme")).toThrow("'encryption.9' is missing");
  });
});
