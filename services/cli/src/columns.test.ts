import { describe, expect, it } from "@jest/globals";
import { cut, fit, widthOf } from "./columns.ts";

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
});
