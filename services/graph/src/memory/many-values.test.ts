import { describe, expect, it } from "@jest/globals";
import { notebook } from "../testing/notebook.ts";
import { disagreement } from "./disagreement.ts";
import { compareStatements } from "./order.ts";
import { replay } from "./timeline.ts";

/** Statements that all disagree about one key, and the facts that they make. */
function disagreeing(values: number, key = "captain", turn?: string) {
  const memory = notebook();
  memory.tell(...Array.from({ length: values }, (_, i) => ({ key, value: `v${i}`, day: 1, ...(turn ? { turn } : { seq: i }) })));
  return { statements: memory.statements(), facts: memory.facts() };
}

/** How often a field of these (their values) was read by `act`, for each of them. */
function readsForEach<Of extends object, Field extends keyof Of>(
  all: readonly Of[],
  act: (counted: Of[]) => void,
  field: Field | "valueNorm" = "valueNorm",
): number {
  let reads = 0;
  const counted = all.map((one) =>
    Object.defineProperty({ ...one }, field, { enumerable: true, get: () => (reads++, one[field as Field]) }),
  );
  act(counted);
  return reads / all.length;
}

describe("many values of one key", () => {
  it("are replayed without comparing each with each", () => {
    const reads = (values: number) => {
      const ordered = disagreeing(values).statements.sort(compareStatements);
      return readsForEach(ordered, (counted) => {
        expect(replay(counted, { keyClass: "single", floor: 0.7 })).toHaveLength(values);
      });
    };
    expect(reads(400)).toBeLessThan(2 * reads(40));
  });

  it.each([
    ["said in one passage", "t1"],
    ["said one by one", undefined],
  ])("are replayed so where the key may change and they became known at one time, %s", (_, turn) => {
    const reads = (values: number) => {
      const ordered = disagreeing(values, "residence", turn).statements.sort(compareStatements);
      const act = (counted: typeof ordered) => void replay(counted, { keyClass: "changing", floor: 0.7 });
      return readsForEach(ordered, act, "confidence");
    };
    expect(reads(400)).toBeLessThan(2 * reads(40));
  });

  it("are looked at by their streams to find those that disagree across them", () => {
    const reads = (values: number) =>
      readsForEach(
        disagreeing(values).facts,
        (counted) => void disagreement({ facts: counted, denials: [] }, { facts: [], denials: [] }),
        "stream",
      );
    expect(reads(400)).toBeLessThan(2 * reads(40));
  });

  it("are found to disagree without comparing each with each", () => {
    const reads = (values: number) =>
      readsForEach(disagreeing(values).facts, (counted) => {
        expect(disagreement({ facts: counted, denials: [] }, { facts: [], denials: [] })?.candidates).toHaveLength(values);
      });
    expect(reads(400)).toBeLessThan(2 * reads(40));
  });
});
