import { describe, expect, it } from "@jest/globals";
import { withParams } from "./params.ts";

describe("an address's parameters", () => {
  it("change where they are named, and go where they are emptied", () => {
    const before = new URLSearchParams("kind=chat&page=2&tier=direct&owner=me");
    const after = withParams(before, { kind: "recall", page: null, tier: "", owner: undefined, hits: "none" });
    expect(after.toString()).toBe("kind=recall&hits=none");
    expect(before.get("page")).toBe("2");
  });
});
