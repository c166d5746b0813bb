import { describe, expect, it } from "@jest/globals";
import {
  isKeyName,
  readDescription,
  readDisplayName,
  readExternalId,
  readKeyName,
  readKind,
  readOverlap,
  readPath,
  readPrincipalId,
  readTtl,
} from "./fields.ts";

describe("fields from outside", () => {
  it("have a name of 1 to 128 characters without control characters or outer white space", () => {
    expect(readDisplayName("Zoë’s agent 🦊")).toBe("Zoë’s agent 🦊");
    expect(readKeyName("🦊".repeat(128))).toHaveLength(256);
    for (const wrong of ["", " a", "a ", "a\nb", "a\0", "x".repeat(129), "\ud800"]) expect(isKeyName(wrong)).toBe(false);
    expect(() => readKeyName("..")).toThrow("/name: must not be '.' or '..'");
  });

  it("have a kind that is 'agent' when none is given", () => {
    expect(readKind("")).toBe("agent");
    expect(() => readKind("Agent!")).toThrow("/kind");
  });

  it("have a principal's id that goes through URLs and headers", () => {
    expect(readPrincipalId("user:ada@acme.example")).toBe("user:ada@acme.example");
    for (const wrong of ["a/b", "-a", "a b", "ä", "x".repeat(129)]) expect(() => readPrincipalId(wrong)).toThrow("/id");
  });

  it("have texts without what the database refuses", () => {
    expect(readDescription("two\nlines")).toBe("two\nlines");
    expect(() => readDescription("a\0b")).toThrow("/description");
    expect(readExternalId("")).toBeUndefined();
    expect(() => readExternalId("x".repeat(257))).toThrow("/externalId");
    expect(() => readPath("a/../b", "/paths/3")).toThrow("/paths/3");
  });

  it("have whole seconds within bounds", () => {
    expect(readTtl(0)).toBeUndefined();
    expect(readTtl(60)).toBe(60);
    for (const wrong of [-1, 1.5, Number.NaN, 2 ** 31]) expect(() => readTtl(wrong)).toThrow("/ttlSeconds");
    expect(() => readOverlap(31 * 24 * 3600)).toThrow("/overlapSeconds");
  });
});
