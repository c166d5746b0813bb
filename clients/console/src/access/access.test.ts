import { describe, expect, it } from "@jest/globals";
import { byPath, grantsOf, verbsIn } from "./grants.ts";
import { treeOf, type Branch } from "./scope-tree.ts";

const node = (path: string) => ({
  path,
  createdAt: "2026-01-01T00:00:00Z",
  tombstonedAt: null,
  displayName: "",
  description: "",
});
const shape = ({ name, node: own, children }: Branch): unknown => [name, own !== undefined, children.map(shape)];

describe("scopes as a tree", () => {
  it("stand below each other by name, also below a path that is not registered", () => {
    expect(treeOf([node("org/b"), node("org/a/team"), node("me")]).map(shape)).toEqual([
      ["me", true, []],
      [
        "org",
        false,
        [
          ["a", false, [["team", true, []]]],
          ["b", true, []],
        ],
      ],
    ]);
    expect(treeOf([node("org/a")])[0]?.children[0]?.path).toBe("org/a");
  });
});

describe("grants", () => {
  it("are shown by path", () => {
    expect(byPath({ "memory:write": ["org/a"], "memory:read": ["org/a", "me"] })).toEqual([
      { path: "me", verbs: ["memory:read"] },
      { path: "org/a", verbs: ["memory:read", "memory:write"] },
    ]);
  });

  it("are given for one path, and for none where nothing is named", () => {
    expect(grantsOf(" org/a ", ["memory:read", "memory:write"])).toEqual({ "memory:read": ["org/a"], "memory:write": ["org/a"] });
    expect([grantsOf("", ["memory:read"]), grantsOf("org/a", [])]).toEqual([undefined, undefined]);
    expect(verbsIn(["memory:read", "moon"])).toEqual(["memory:read"]);
  });
});
