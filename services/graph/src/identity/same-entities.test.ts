import { expect, it } from "@jest/globals";
import { SameEntities } from "./same-entities.ts";

const link = (id: string, keptId: string, mergedId: string, isUndone = false) => ({
  id,
  keptId,
  mergedId,
  isUndone,
  rule: "told_name",
});

it("knows who is one with whom, over any number of merges and in circles", () => {
  const same = new SameEntities([link("1", "b", "c"), link("2", "c", "b"), link("3", "x", "y", true)]);
  same.join(link("4", "a", "c"));
  expect([[...same.of("a")].sort(), same.rootOf("c"), same.has("b", "a")]).toEqual([["a", "b", "c"], "a", true]);
  expect([same.has("x", "y"), same.isMerged("y"), same.isMerged("c"), same.rootOf("x")]).toEqual([false, false, true, "x"]);
});

it("parts what a merge had joined, and leaves what another one joins", () => {
  const same = new SameEntities([link("1", "a", "b"), link("2", "b", "c")]);
  same.part("1");
  expect([same.has("a", "b"), same.has("b", "c"), same.isMerged("b"), same.isMerged("c")]).toEqual([false, true, false, true]);
});
