import { describe, expect, it } from "@jest/globals";
import { commonAudience, isSeenWith } from "./audience.ts";
import { isVisible, type ScopeSet } from "./scope-set.ts";

describe("the common audience of records", () => {
  it.each<[string, ScopeSet[], ScopeSet]>([
    ["of one selector is its own", [[["org/a"]], [["org/a"]]], [["org/a"]]],
    ["of a person's and an organisation's are the organisation's readers", [[["org/a/ana"]], [["org/a"]]], [["org/a"]]],
    ["of two persons' reads both", [[["org/a/ana"]], [["org/a/ben"]]], [["org/a/ana", "org/a/ben"]]],
    [
      "takes each clause with each",
      [[["x"], ["y"]], [["z"]]],
      [
        ["x", "z"],
        ["y", "z"],
      ],
    ],
    ["with the root is the root's", [[["/"]], [["x"]]], [["/"]]],
  ])("%s", (_what, sets, expected) => expect(commonAudience(sets)).toEqual(expected));

  it("sees every record, and whoever sees every record is of it", () => {
    const paths = ["a", "a/b", "a/b/c", "d", "/"];
    const sets: ScopeSet[] = [[["a/b"]], [["a"], ["d"]], [["a/b/c", "d"]]];
    const joint = commonAudience(sets) ?? [];
    for (let choice = 0; choice < 2 ** paths.length; choice++) {
      const region = paths.filter((_path, i) => (choice >> i) & 1);
      expect(isVisible(region, joint)).toBe(sets.every((set) => isVisible(region, set)));
    }
  });

  it("is not told where it takes more clauses than a selector holds", () => {
    const wide = (name: string): ScopeSet => Array.from({ length: 20 }, (_, i) => [`${name}${i}`]);
    expect(commonAudience([wide("x"), wide("y")])).toBeUndefined();
  });
});

it.each([
  { own: [["/org/a"]], other: [["/org/a"]], seen: true },
  { own: [["/org/a"]], other: [["/org/a/b"]], seen: true },
  { own: [["/org/a/b"]], other: [["/org/a"]], seen: false },
  { own: [["/org/a"]], other: [["/org/c"]], seen: false },
  { own: [["/org/a"]], other: [["/org/a", "/org/c"]], seen: false },
  { own: [["/org/a", "/org/c"]], other: [["/org/a"]], seen: true },
  { own: [["/org/a"], ["/org/c"]], other: [["/org/a"]], seen: false },
  { own: [["/"]], other: [["/org/a"], ["/org/c"]], seen: true },
])("who sees $own sees $other: $seen", ({ own, other, seen }) => expect(isSeenWith(own, other)).toBe(seen));
