import { describe, expect, it } from "@jest/globals";
import { compareNamespaces, fits, matchesConditions, startsWith } from "./langgraph-match.ts";
import { entityName, placeOf, readValue, writeValue } from "./langgraph-value.ts";

describe("a place as an entity's name", () => {
  it.each([
    [["users", "mina"], "prefs", "users/mina/prefs"],
    [["Users"], "Prefs!", "%55sers/%50refs%21"],
    [["a/b", "c d"], "å", "a%2fb/c%20d/%c3%a5"],
    [[], "x", "x"],
  ])("%j %j is %s, and comes back", (namespace, key, name) => {
    expect(entityName({ namespace, key })).toBe(name);
    expect(placeOf(name)).toEqual({ namespace, key });
  });

  it("is not made of what Loci cannot name", () => {
    expect(() => entityName({ namespace: ["a"], key: "" })).toThrow("must not be empty");
    expect(() => entityName({ namespace: ["a"], key: "Å".repeat(50) })).toThrow("at most 256");
    expect(placeOf("%zz")).toBeUndefined();
  });
});

describe("a value as it is stored", () => {
  it("comes back as it was, and is never the same twice", () => {
    const value = { text: "a #b", list: [1, null], nested: { ü: true } };
    expect(readValue(writeValue(value)).value).toEqual(value);
    expect(writeValue(value)).not.toBe(writeValue(value));
    for (const foreign of ["written by hand", "5 #abc", "null #abc", '{"a":1}']) expect(readValue(foreign).value).toBeUndefined();
  });

  it("has an end", () => expect(() => writeValue({ text: "x".repeat(2_000) })).toThrow("at most 2000"));
});

describe("matching", () => {
  it("compares namespaces label by label", () => {
    expect(startsWith(["a", "b"], [])).toBe(true);
    expect(startsWith(["a", "b"], ["a"])).toBe(true);
    expect(startsWith(["ab"], ["a"])).toBe(false);
    expect(matchesConditions(["a", "b", "c"], [{ matchType: "prefix", path: ["*", "b"] }])).toBe(true);
    expect(matchesConditions(["a", "b", "c"], [{ matchType: "suffix", path: ["c"] }])).toBe(true);
    expect(matchesConditions(["a"], [{ matchType: "suffix", path: ["x", "a"] }])).toBe(false);
    expect([["b"], ["a", "z"], ["a"]].sort(compareNamespaces)).toEqual([["a"], ["a", "z"], ["b"]]);
  });

  it.each([
    [{ kind: "note" }, true],
    [{ kind: "task" }, false],
    [{ score: { $gte: 4, $lt: 5 } }, true],
    [{ score: { $gt: 4 } }, false],
    [{ kind: { $in: ["note", "task"] }, tags: ["a"] }, true],
    [{ kind: { $nin: ["note"] } }, false],
    [{ kind: { $ne: "note" } }, false],
    [{ kind: { $near: 1 } }, false],
    [undefined, true],
  ])("%j fits: %j", (filter, expected) => {
    expect(fits({ kind: "note", score: 4, tags: ["a"] }, filter)).toBe(expected);
  });
});
