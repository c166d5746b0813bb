import { describe, expect, it } from "@jest/globals";
import { allGrants, effectiveGrants, isContextAdmin, readGrants, requireNarrowing } from "./grants.ts";

function message(verbs: Record<string, string[]>) {
  return { verbs: Object.fromEntries(Object.entries(verbs).map(([verb, paths]) => [verb, { paths }])) };
}

describe("grants from outside", () => {
  it("become regions in canonical form", () => {
    const grants = readGrants(message({ "memory:read": ["org/acme/*", "/org/acme/team/x", "org/beta/"], "grant:manage": ["*"] }));
    expect(grants).toEqual({ "memory:read": ["org/acme", "org/beta"], "grant:manage": ["/"] });
  });

  it.each([
    ["read", "memory:read"],
    ["write", "memory:write"],
    ["forget", "memory:forget"],
    ["admin", "grant:manage"],
  ])("with the flat name '%s' are refused with the verb that is meant", (flat, verb) => {
    expect(() => readGrants(message({ [flat]: ["/"] }))).toThrow(`'${flat}' is not a verb; write '${verb}'`);
  });

  it("name every wrong verb and path by a JSON pointer", () => {
    const wrong = message({ "memory/all": ["/"], constructor: ["/"], "memory:read": ["ok", "a//b"] });
    expect(() => readGrants(wrong)).toThrow(
      expect.objectContaining({
        code: "invalid",
        fields: [
          { pointer: "/grants/memory~1all", detail: expect.stringContaining("memory:read, memory:write") },
          { pointer: "/grants/constructor", detail: expect.stringContaining("is not a verb") },
          { pointer: "/grants/memory:read/1", detail: "has an empty segment" },
        ],
      }),
    );
  });

  it("have at most 64 paths for each verb, and a verb over no path is not held", () => {
    expect(() => readGrants(message({ "memory:read": Array.from({ length: 65 }, (_, i) => `p${i}`) }))).toThrow("64 paths");
    expect(readGrants(message({ "memory:read": [] }))).toEqual({});
  });
});

describe("effective grants", () => {
  const principal = { "memory:read": ["org/acme"], "memory:write": ["org/acme/team/x"] };

  it("are the principal's when the key has none of its own, and none when it has empty ones", () => {
    expect(effectiveGrants(principal, undefined, undefined)).toEqual(principal);
    expect(effectiveGrants(principal, {}, undefined)).toEqual({});
  });

  it("are what the key, the principal and the delegation's target all hold", () => {
    const key = { "memory:read": ["/"], "memory:write": ["org/acme/team/x/one"] };
    expect(effectiveGrants(principal, key, undefined)).toEqual({
      "memory:read": ["org/acme"],
      "memory:write": ["org/acme/team/x/one"],
    });
    expect(effectiveGrants(principal, key, { "memory:read": ["org/acme/user/ada", "org/beta"] })).toEqual({
      "memory:read": ["org/acme/user/ada"],
    });
  });
});

describe("a key's own grants", () => {
  const held = { "memory:read": ["org/acme"], "scope:read": ["/"] };

  it("may narrow per verb", () => {
    expect(() => requireNarrowing({ "memory:read": ["org/acme/team/x"] }, held)).not.toThrow();
    expect(() => requireNarrowing({}, held)).not.toThrow();
  });

  it("that widen are refused, and the verbs are named", () => {
    const wide = { "memory:read": ["org"], "memory:write": ["org/acme"], "scope:read": ["/"] };
    expect(() => requireNarrowing(wide, held)).toThrow(
      expect.objectContaining({ code: "invalid", message: expect.stringContaining("memory:read, memory:write") }),
    );
    expect(() => requireNarrowing({ "memory:read": ["org/acmecorp"] }, held)).toThrow("memory:read");
  });
});

it("Only grant:manage over the root administers a context", () => {
  expect(isContextAdmin(allGrants)).toBe(true);
  expect(isContextAdmin({ "grant:manage": ["org"], "memory:read": ["/"] })).toBe(false);
});
