import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { mintKeyText, pinnedProblem, readKeyText } from "./key-text.ts";

const id = "key:01jxaaaaaaaaaaaaaaaaaaaaaa";

describe("a minted key's text", () => {
  it("names its kind and its id, and is read back", () => {
    const { text, secret } = mintKeyText("context", id, randomBytes);
    expect(text).toMatch(/^loci_ck_01jxaaaaaaaaaaaaaaaaaaaaaa_[0-9A-Za-z]{39}$/);
    expect(readKeyText(text)).toEqual({ form: "minted", kind: "context", id, secret });
    expect(readKeyText(mintKeyText("management", id, randomBytes).text)).toMatchObject({ kind: "management" });
    const token = mintKeyText("access", id, randomBytes).text;
    expect(token).toMatch(/^loci_at_/);
    expect(readKeyText(token)).toMatchObject({ kind: "access", id });
  });

  it("is refused without the database when any one character is wrong", () => {
    const { text } = mintKeyText("context", id, randomBytes);
    for (let i = 8; i < text.length; i++) {
      const other = text.charAt(i) === "b" ? "c" : "b";
      expect(readKeyText(text.slice(0, i) + other + text.slice(i + 1))).toBeUndefined();
    }
    expect(readKeyText(text.slice(0, -1))).toBeUndefined();
    expect(readKeyText(text.replace("_ck_", "_mk_"))).toBeUndefined();
  });

  it("draws each character evenly: bytes that would favour some are thrown away", () => {
    let asked = 0;
    const random = (length: number) => new Uint8Array(length).fill(asked++ === 0 ? 255 : 61);
    expect(mintKeyText("context", id, random).secret).toMatch(/^z{33}/);
  });
});

describe("a pinned key's text", () => {
  it("is any visible ASCII of at least 24 characters", () => {
    const text = "correct-horse-battery-staple";
    expect(readKeyText(text)).toEqual({ form: "pinned", secret: text });
    expect(readKeyText("x".repeat(23))).toBeUndefined();
    expect(readKeyText("x".repeat(513))).toBeUndefined();
    expect(readKeyText(`${text} ${text}`)).toBeUndefined();
    expect(readKeyText(`${text}\0`)).toBeUndefined();
  });

  it("cannot pass for a damaged minted one", () => {
    expect(pinnedProblem("loci_ck_0123456789012345678901234567890")).toContain("damaged");
    expect(pinnedProblem("loci_at_0123456789012345678901234567890")).toContain("damaged");
  });
});
