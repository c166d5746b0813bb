import { describe, expect, it } from "@jest/globals";
import { widthOf } from "../columns.ts";
import { plain } from "./line.ts";
import { wrapLine } from "./wrap-line.ts";

describe("a line in rows", () => {
  it("wraps at spaces, hangs what follows, and breaks a word that is too wide", () => {
    expect(wrapLine(plain("1. Mina moved to Lisbon in March.", undefined, 3), 16)).toEqual([
      "1. Mina moved to",
      "   Lisbon in",
      "   March.",
    ]);
    for (const width of [10, 13, 20, 40]) {
      const text = "短い文 averyveryverylongwordwithoutanyspaces 日本語のテキストはとても長い end";
      for (const row of wrapLine(plain(text, undefined, 4), width)) expect(widthOf(row)).toBeLessThanOrEqual(width);
    }
  });

  it("keeps every character that it wraps", () => {
    const text = "Where does Mina live? averyveryverylongword 日本語のテキスト";
    expect(wrapLine(plain(text), 9).join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  });
});
