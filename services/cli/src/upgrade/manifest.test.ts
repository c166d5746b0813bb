import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { sha256Of, verifiedManifest, type Manifest } from "./manifest.ts";

const published: Manifest = {
  version: "1.2.3",
  node: "22.19.0",
  file: "loci-1.2.3.tgz",
  size: 1,
  sha256: sha256Of(Buffer.of(1)),
};
const ed25519 = generateKeyPairSync("ed25519");
const base64 = (key: KeyObject) => key.export({ format: "der", type: "spki" }).toString("base64");
const signed = (text: string, key: KeyObject = ed25519.privateKey) => {
  const bytes = Buffer.from(text);
  return [bytes, sign(null, bytes, key).toString("base64")] as const;
};

describe("a manifest", () => {
  it("is taken where a trusted key signed it", () => {
    expect(verifiedManifest(...signed(JSON.stringify(published)), [base64(ed25519.publicKey)])).toEqual(published);
  });

  it("is not trusted by a key of another kind", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const rsaSigned = signed(JSON.stringify(published), rsa.privateKey);
    expect(() => verifiedManifest(...rsaSigned, [base64(rsa.publicKey)])).toThrow("is not an ed25519 key");
    expect(() => verifiedManifest(...rsaSigned, ["nonsense"])).toThrow("is not an ed25519 key");
  });

  it.each(["{nope", "null", JSON.stringify({ ...published, file: "../loci.tgz" })])("is none as %s", (text) => {
    expect(() => verifiedManifest(...signed(text), [base64(ed25519.publicKey)])).toThrow("has not the fields");
  });
});
