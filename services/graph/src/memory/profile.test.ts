import { describe, expect, it } from "@jest/globals";
import { profileSections, recentMs } from "./profile.ts";

const now = Date.parse("2025-03-01T00:00:00Z");

describe("a fact's place in a profile", () => {
  it.each([
    ["birth_date", "identity", false, 0, ["static"]],
    ["residence", "identity", true, 1, ["static", "dynamic"]],
    ["residence", "identity", true, recentMs, ["static"]],
    ["favourite_colour", "knowledge", false, 0, ["preferences"]],
    ["likes", "context", false, 0, ["preferences"]],
    ["mood", "context", false, 0, ["dynamic"]],
    ["pet", "knowledge", false, 0, []],
  ])("%s, of %s, a change: %p, %d ms ago", (key, category, isChange, age, sections) => {
    expect(profileSections({ key, category, isChange, knownAt: now - age }, now)).toEqual(sections);
  });
});
