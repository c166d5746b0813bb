import { describe, expect, it } from "@jest/globals";
import { notebook } from "../testing/notebook.ts";
import { disagreement } from "./disagreement.ts";
import { compareStatements } from "./order.ts";
import { replay } from "./timeline.ts";

/** Statements that all disagree about one key, and the facts that they make. */
function disagreeing(values: number) {
  const memory = notebook();
  memory.tell(...Array.from({ length: values }, (_, i) => ({ key: "captain", value: `v${i}`, day: 1, seq: i })));
  return { statements: memory.statements(), facts: memory.facts() };
}

/** How often the values of these were read by `act`, for each of them. */
function readsForEach<Of extends { readonly valueNorm: string }>(all: readonly Of[], act: (counted: Of[]) => void): number {
  let reads = 0;
  const counted = all.map((one) =>
    Object.defineProperty({ ...one }, "valueNorm", { enumerable: true, get: () => (reads++, one.valueNorm) }),
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

  it("are found to disagree without comparing each with each", () => {
    const reads = (values: number) =>
      readsForEach(disagreeing(values).facts, (counted) => {
        expect(disagreement({ facts: counted, denials: [] }, { facts: [], denials: [] })?.candidates).toHaveLength(values);
      });
    expect(reads(400)).toBeLessThan(2 * reads(40));
  });
});
