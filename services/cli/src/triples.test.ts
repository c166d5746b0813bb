import { describe, expect, it } from "@jest/globals";
import { grantsOf } from "./grants.ts";
import { entityName } from "./entity-name.ts";
import { parseTriples } from "./triples.ts";

describe("--triple", () => {
  it("makes an attribute of three words, and a relation where the value begins with @", () => {
    expect(parseTriples(["Person/Mina", "role", "architect", "Person/Mina", "works_for", "@Organisation/Acme"])).toEqual([
      { entity: { type: "Person", name: "Mina" }, key: "role", value: "architect" },
      { entity: { type: "Person", name: "Mina" }, key: "works_for", target: { type: "Organisation", name: "Acme" } },
    ]);
  });

  it("splits an entity at its first slash", () => {
    expect(entityName("Path/a/b")).toEqual({ type: "Path", name: "a/b" });
  });

  it("is refused without its three words, or without an entity", () => {
    expect(() => parseTriples(["Person/Mina", "role"])).toThrow(/three words/);
    expect(() => parseTriples(["Mina", "role", "architect"])).toThrow(/Person\/Ada/);
  });
});

describe("--grant", () => {
  it("collects the paths of each verb", () => {
    expect(grantsOf(["memory:read=org/a", "memory:read=org/b", "memory:write=/"])).toEqual({
      "memory:read": ["org/a", "org/b"],
      "memory:write": ["/"],
    });
  });

  it.each(["read=org", "memory:read", "memory:read="])("is refused as %s", (text) => {
    expect(() => grantsOf([text])).toThrow(/is not a grant|is no verb/);
  });
});
