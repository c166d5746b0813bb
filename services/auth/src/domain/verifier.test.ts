import { describe, expect, it } from "@jest/globals";
import { secretRing } from "@loci/platform/secrets";
import { fitsVerifier, pinnedKeyIds, verifierOf } from "./verifier.ts";

const old = new Uint8Array(32).fill(1);
const pepper = secretRing(new Map([[1, old]]));
const rotated = secretRing(
  new Map([
    [1, old],
    [2, new Uint8Array(32).fill(2)],
  ]),
);

describe("a verifier", () => {
  it("fits its secret alone", () => {
    const verifier = verifierOf("secret", pepper);
    expect(fitsVerifier("secret", verifier, pepper)).toBe(true);
    expect(fitsVerifier("Secret", verifier, pepper)).toBe(false);
    expect(fitsVerifier("secret", undefined, pepper)).toBe(false);
  });

  it("made under an older pepper still fits, and new ones are made under the newest", () => {
    expect(fitsVerifier("secret", verifierOf("secret", pepper), rotated)).toBe(true);
    expect(verifierOf("secret", rotated).pepperVersion).toBe(2);
  });

  it("is worthless under another pepper or none", () => {
    const verifier = verifierOf("secret", rotated);
    expect(fitsVerifier("secret", verifier, pepper)).toBe(false);
    expect(fitsVerifier("secret", { ...verifier, pepperVersion: 1 }, pepper)).toBe(false);
    expect(fitsVerifier("secret", { pepperVersion: 1, bytes: new Uint8Array(3) }, pepper)).toBe(false);
  });
});

describe("the id of a pinned key", () => {
  it("is derived from the text under each pepper, newest first", () => {
    const ids = pinnedKeyIds("a text of an operator's own", rotated);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(pinnedKeyIds("a text of an operator's own", pepper)[0]);
    expect(ids[0]).toMatch(/^key:[0-9a-z]{26}$/);
    expect(pinnedKeyIds("another text of the operator", pepper)).not.toContain(ids[1]);
  });
});
