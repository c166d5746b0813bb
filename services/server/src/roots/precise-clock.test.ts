import { beforeEach, describe, expect, it } from "@jest/globals";
import { createPreciseClock } from "./precise-clock.ts";

describe("the precise clock", () => {
  let wall = 0;
  let elapsed = 0;
  let clock: () => number;
  beforeEach(() => {
    wall = 1_700_000_000_000;
    elapsed = 50.25;
    clock = createPreciseClock(
      () => Math.floor(wall),
      () => elapsed,
    );
  });
  const pass = (ms: number) => {
    wall += ms;
    elapsed += ms;
  };

  it("tells fractions of a millisecond, and goes on evenly while the machine's clock is nudged", () => {
    const before = clock();
    pass(0.25);
    expect(clock() - before).toBeCloseTo(0.25, 3);
    wall -= 40;
    pass(0.5);
    expect(clock() - before).toBeCloseTo(0.75, 3);
  });

  it.each([
    ["was set forward", 300_000],
    ["was set back", -300_000],
    ["went on while the machine slept", 3_600_000],
  ])("goes by the machine's clock after that %s", (_what, ms) => {
    clock();
    wall += ms;
    expect(clock()).toBe(Math.floor(wall));
    const before = clock();
    pass(0.5);
    expect(clock() - before).toBeCloseTo(0.5, 3);
  });
});
