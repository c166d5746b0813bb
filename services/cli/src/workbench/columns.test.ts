import { describe, expect, it } from "@jest/globals";
import { cut, fit, widthOf, wrapLine } from "./columns.ts";
import { plain } from "./line.ts";

describe("text in columns", () => {
  it("cuts wide characters where they end, never through the middle of one", () => {
    expect(cut("日本語テキスト", 7, "…")).toBe("日本語…");
    expect(cut("日本語テキスト", 6, "…")).toBe("日本…");
    expect(cut("👩‍👩‍👧 family and friends", 8, "…")).toBe("👩‍👩‍👧 fami…");
    expect(widthOf(fit("日本語テキスト", 6, "…"))).toBe(6);
  });

  it("lets nothing of a stored text drive the terminal", () => {
    expect(cut("a\u001b[31mb\nc\u0007", 20, "…")).toBe("a[31mb c");
  });

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
