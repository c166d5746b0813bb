import { describe, expect, it } from "@jest/globals";
import * as precise from "./precise.ts";

describe("precise functions", () => {
  it.each([
    [precise.ln, 3, 1.0986122886681098],
    [precise.ln, 1e300, 690.7755278982137],
    [precise.ln, 5e-324, -744.4400719213812],
    [precise.log10, 12.643, 1.1018501379381256],
    [precise.log10, 1000, 3],
    [precise.log2, 8, 3],
    [precise.log2, 5, 2.321928094887362],
    [precise.sin, Math.PI, 1.2246467991473532e-16],
    [precise.sin, -4.5, 0.977530117665097],
    [precise.cos, 3, -0.9899924966004454],
    [precise.tan, 2, -2.185039863261519],
    [precise.asin, -0.3, -0.3046926540153975],
    [precise.acos, 0.5, 1.0471975511965979],
    [precise.atan, -7, -1.4288992721907328],
    [precise.atan, 0, 0],
    [precise.sin, 1e300, Math.sin(1e300)],
    [precise.cos, 1e-30, 1],
    [precise.acos, 2, Number.NaN],
    [precise.ln, -1, Number.NaN],
  ])("%p of %p", (calculate, x, expected) => expect(calculate(x)).toBe(expected));

  it("never differ from JavaScript's by more than the last digit", () => {
    for (let i = 1; i < 2000; i += 1) {
      const x = ((i * 7919) % 1000) / 97 + 0.001;
      for (const name of ["sin", "cos", "tan", "atan", "log2", "log10"] as const) {
        const [ours, theirs] = [precise[name](x), Math[name](x)];
        expect([name, x, Math.abs(ours - theirs) <= Math.abs(theirs) * 4e-16]).toEqual([name, x, true]);
      }
    }
    expect(precise.hypot(3, 4)).toBe(5);
    expect(precise.atan2(-1, -1)).toBe((-3 * Math.PI) / 4);
  });
});
