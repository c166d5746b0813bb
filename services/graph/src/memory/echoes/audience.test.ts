import { expect, it } from "@jest/globals";
import { isSeenWith } from "./audience.ts";

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
