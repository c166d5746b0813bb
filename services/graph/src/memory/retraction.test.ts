import { describe, expect, it } from "@jest/globals";
import { day, notebook, type Said } from "../testing/notebook.ts";

/** Facts after all of it was said, in one go. */
function after(...said: Said[]) {
  const memory = notebook();
  memory.tell(...said);
  return { facts: memory.facts().map(({ value, knownAt, knownUntil }) => ({ value, knownAt, knownUntil })), memory };
}

describe("what a source says no longer", () => {
  it("ends when its last source retracts it", () => {
    expect(after({ key: "ceo", value: "Ada", day: 1, retracted: 5 }).facts).toEqual([
      { value: "Ada", knownAt: day(1), knownUntil: day(5) },
    ]);
  });

  it("stands while another source says it", () => {
    const { facts } = after({ key: "ceo", value: "Ada", day: 1, retracted: 5 }, { key: "ceo", value: "ada", day: 2, turn: "t" });
    expect(facts).toEqual([{ value: "Ada", knownAt: day(1), knownUntil: "" }]);
  });

  it("stands when the newer version says it too, and makes room for what that says instead", () => {
    const again = after({ key: "born", value: "1990", day: 1, retracted: 5 }, { key: "born", value: "1990", day: 5, turn: "t" });
    expect(again.facts).toEqual([{ value: "1990", knownAt: day(1), knownUntil: "" }]);
    const other = after({ key: "born", value: "1990", day: 1, retracted: 5 }, { key: "born", value: "1991", day: 5, turn: "t" });
    expect(other.memory.open()).toEqual(["1991"]);
    expect(other.memory.uncertainties()).toEqual([]);
  });

  it("is void where it was retracted at its own time, and decides nothing", () => {
    const { memory } = after(
      { key: "born", value: "1990", day: 5, retracted: 5, changed: true, turn: "a", seq: 9 },
      { key: "born", value: "1991", day: 5, turn: "b" },
    );
    expect(memory.open()).toEqual(["1991"]);
    expect(memory.facts()).toHaveLength(2);
  });

  it("comes to the same in whatever order it arrives", () => {
    const said: Said[] = [
      { key: "ceo", value: "Ada", day: 1, retracted: 5, turn: "a" },
      { key: "ceo", value: "Bob", day: 3, retracted: 7, turn: "b", changed: true },
      { key: "ceo", value: "Ada", day: 5, turn: "c", changed: true },
    ];
    const told = (order: Said[]) => {
      const memory = notebook();
      for (const one of order) memory.tell(one);
      return memory
        .facts()
        .map(({ value, knownAt, knownUntil }) => `${value} ${knownAt} ${knownUntil}`)
        .sort();
    };
    const first = told(said);
    for (const order of [
      [1, 0, 2],
      [2, 1, 0],
      [2, 0, 1],
      [0, 2, 1],
      [1, 2, 0],
    ]) {
      expect(told(order.flatMap((i) => said[i] ?? []))).toEqual(first);
    }
  });
});
