import { describe, expect, it } from "@jest/globals";
import type { StoreTransaction } from "../store/port.ts";
import { ask, askOfEach, perform, type Effect } from "./effect.ts";
import { together } from "./together.ts";

const transaction = {} as StoreTransaction;

describe("computations beside each other", () => {
  it("ask once for what several of them want, and each gets its own", async () => {
    const asked: (readonly unknown[])[] = [];
    function* doubled(items: readonly number[]): Effect<readonly number[]> {
      return yield* askOfEach("double", items, async (_, all) => {
        asked.push(all);
        return all.map((item) => item * 2);
      });
    }
    function* twice(from: number): Effect<readonly number[]> {
      return yield* doubled(yield* doubled([from, from + 1]));
    }
    expect(await perform(together([twice(1), twice(10), doubled([])]), transaction)).toEqual([[4, 8], [40, 44], []]);
    expect(asked).toEqual([
      [1, 2, 10, 11],
      [2, 4, 20, 22],
    ]);
  });

  it("ask together also where they stand within others that do", async () => {
    const asked: (readonly unknown[])[] = [];
    const one = (item: number): Effect<readonly number[]> =>
      askOfEach("one", [item], async (_, all) => {
        asked.push(all);
        return all;
      });
    expect(await perform(together([together([one(1), one(2)]), together([one(3)])]), transaction)).toEqual([[[1], [2]], [[3]]]);
    expect(asked).toEqual([[1, 2, 3]]);
  });

  it("fail as the first of them does, whenever that is, and put away what the others hold", async () => {
    const ended: string[] = [];
    function* failing(name: string, steps: number): Effect<never> {
      try {
        for (let i = 0; i < steps; i++) yield* ask(async () => i);
        throw new Error(name);
      } finally {
        yield* ask(async () => ended.push(name));
      }
    }
    await expect(perform(together([failing("late", 3), failing("soon", 1), failing("never", 9)]), transaction)).rejects.toThrow(
      "late",
    );
    expect(ended.toSorted()).toEqual(["late", "never", "soon"]);
  });

  it("see what the store fails with where they asked", async () => {
    function* caught(item: number): Effect<string> {
      try {
        yield* askOfEach("fail", [item], () => Promise.reject(new Error("away")));
        return "nothing";
      } catch (error) {
        return `${item}: ${(error as Error).message}`;
      }
    }
    expect(await perform(together([caught(1), caught(2)]), transaction)).toEqual(["1: away", "2: away"]);
  });
});
