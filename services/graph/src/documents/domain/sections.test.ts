import { expect, it } from "@jest/globals";
import { identify } from "./sections.ts";

it("gives what comes again its ids in order, and new ones where there are more", () => {
  const stored = ["a", "b", "a"].map((likeness, i) => ({ id: `chunk:${i}`, likeness }));
  expect(identify(["a", "c", "a", "b", "a"], stored, () => "new")).toEqual(["chunk:0", "new", "chunk:2", "chunk:1", "new"]);
});
