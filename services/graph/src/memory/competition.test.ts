import { describe, expect, it } from "@jest/globals";
import { scopeSetCovers } from "./competition.ts";

describe("a ScopeSet covers another", () => {
  it.each([
    { wide: [["org"]], narrow: [["org/ada"]], covers: true },
    { wide: [["org"]], narrow: [["org/ada", "project"]], covers: true },
    { wide: [["org", "project"]], narrow: [["org/ada"]], covers: false },
    { wide: [["org/ada"]], narrow: [["org"]], covers: false },
    { wide: [["org/a"]], narrow: [["org/ada"]], covers: false },
    { wide: [["/"]], narrow: [["a"], ["b", "c"]], covers: true },
    { wide: [["a"], ["b"]], narrow: [["a/x"], ["b/y"]], covers: true },
    { wide: [["a"]], narrow: [["a/x"], ["b/y"]], covers: false },
  ])("$wide over $narrow: $covers", ({ wide, narrow, covers }) => expect(scopeSetCovers(wide, narrow)).toBe(covers));
});
