import { expect, it } from "@jest/globals";
import { atOnce, inTurns, nextTurn, type Pausing } from "./turns.ts";

function* counting(ms: number): Pausing<number> {
  const since = performance.now();
  let pauses = 0;
  while (performance.now() - since < ms) {
    pauses += 1;
    yield;
  }
  return pauses;
}

it("what ends within a turn is there at once, anything else later", async () => {
  expect(inTurns(counting(0))).toBe(0);
  const long = inTurns(counting(50));
  expect(long).toBeInstanceOf(Promise);
  expect(await long).toBeGreaterThan(0);
  expect(atOnce(counting(1))).toBeGreaterThan(0);
});

it("of several that wait for a turn one goes on in each round", async () => {
  const order: string[] = [];
  const waits = [1, 2, 3].map(async (n) => {
    await nextTurn();
    order.push(`${n}`);
    setImmediate(() => order.push("other"));
  });
  await Promise.all(waits);
  expect(order).toEqual(["1", "other", "2", "other", "3"]);
});
