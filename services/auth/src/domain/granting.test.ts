import { describe, expect, it } from "@jest/globals";
import { readGrantChange, requireGivable, sees, verbsOver, withGrants, withoutGrants } from "./granting.ts";

const lead = { principalId: "lead", grants: { "grant:manage": ["org/a"], "memory:read": ["org"] } };
const admin = { principalId: "admin", grants: { "grant:manage": ["/"] } };
const of = (grants: object, createdBy = "") => ({ grants, createdBy });

describe("a manager of grants", () => {
  it("sees whoever holds nothing outside its region, and of those who hold nothing its own", () => {
    expect(sees(lead, of({ "memory:read": ["org/a/x"], "memory:write": ["org/a"] }))).toBe(true);
    expect(sees(lead, of({ "memory:read": ["org/a/x"], "memory:write": ["org/ab"] }))).toBe(false);
    expect(sees(lead, of({}))).toBe(false);
    expect(sees(lead, of({}, "lead"))).toBe(true);
    expect(sees(lead, of({ "memory:read": ["org/b"] }, "lead"))).toBe(false);
    expect([of({}), of({ "memory:read": ["/"] })].map((one) => sees(admin, one))).toEqual([true, true]);
  });

  it("gives only what it holds itself, where it manages", () => {
    expect(() => requireGivable(lead, { "memory:read": ["org/a/x"], "grant:manage": ["org/a/y"] })).not.toThrow();
    for (const wider of [{ "memory:read": ["org/b"] }, { "memory:write": ["org/a"] }, { "memory:read": ["/"] }]) {
      expect(() => requireGivable(lead, wider)).toThrow(expect.objectContaining({ code: "forbidden" }));
    }
  });
});

describe("a change of grants", () => {
  it("is read with its pattern and verbs", () => {
    expect(readGrantChange("/org/a/*", ["memory:write", "memory:read", "memory:read"])).toEqual({
      path: "org/a",
      verbs: ["memory:read", "memory:write"],
    });
    expect(() => readGrantChange("a//b", ["memory:read"])).toThrow("/path");
    expect(() => readGrantChange("a", ["memory:read", "read"])).toThrow("/verbs/1");
    expect(() => readGrantChange("a", [])).toThrow("/verbs");
  });

  it("adds what is not covered yet", () => {
    const held = { "memory:read": ["org/a/x"], "memory:write": ["org"] };
    expect(withGrants(held, "org/a", ["memory:read", "memory:write", "scope:read"])).toEqual({
      "memory:read": ["org/a"],
      "memory:write": ["org"],
      "scope:read": ["org/a"],
    });
  });

  it("takes away a path with what lies below it, and never half of a wider grant", () => {
    const held = { "memory:read": ["org/a", "org/a-b", "org/b/x"], "memory:write": ["org/a/x"] };
    expect(withoutGrants(held, "org/a", ["memory:read", "memory:write", "scope:read"])).toEqual({
      "memory:read": ["org/a-b", "org/b/x"],
    });
    expect(withoutGrants(held, "/", ["memory:read", "memory:write"])).toEqual({});
    expect(() => withoutGrants(held, "org/a/x", ["memory:read"])).toThrow(expect.objectContaining({ code: "conflict" }));
  });

  it("counts over the whole path only", () => {
    const held = { "memory:read": ["org"], "memory:write": ["org/a/x"] };
    expect(verbsOver(held, "org/a")).toEqual(["memory:read"]);
    expect(verbsOver(held, "/")).toEqual([]);
  });
});
