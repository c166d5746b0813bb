import { describe, expect, it } from "@jest/globals";
import { idSource, kindOf } from "./ids.ts";

const chance = (length: number) => Uint8Array.from({ length }, () => Math.floor(Math.random() * 256));

describe("an id source", () => {
  it("makes ids of the kind that is asked for", () => {
    const id = idSource(() => 1_700_000_000_000, chance)("turn");
    expect(id).toMatch(/^turn:[0-9a-hjkmnp-tv-z]{26}$/);
    expect(kindOf(id)).toBe("turn");
  });

  it("makes each sort after the one before, within a millisecond and when the clock goes back", () => {
    let now = 1_700_000_000_000;
    const ids = idSource(() => now, chance);
    const made = Array.from({ length: 500 }, (_, i) => {
      if (i % 100 === 0) now += i === 300 ? -5 : 1;
      return ids("turn");
    });
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it("carries on where the chance had only last letters", () => {
    const ids = idSource(
      () => 1_700_000_000_000,
      (length) => new Uint8Array(length).fill(31),
    );
    const [first, second] = [ids("turn"), ids("turn")];
    expect(first).toMatch(/z{16}$/);
    expect(second).toMatch(/0{16}$/);
    expect(second > first).toBe(true);
  });
});
