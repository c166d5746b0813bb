import { expect, test } from "@jest/globals";
import { createTurns } from "./index.ts";

/** Works that end when they are told to, and the order in which they began. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("so many works are done at the same time, and those who wait take turns by customer", async () => {
  const inTurn = createTurns(2);
  const { begun, work, end } = works();
  const all = ["a1", "a2", "a3", "a4", "b1"].map((name) => inTurn(name.slice(0, 1), undefined, work(name)));
  await settled();
  expect(begun).toEqual(["a1", "a2"]);
  end("a1");
  await settled();
  end("a2");
  await settled();
  expect(begun).toEqual(["a1", "a2", "a3", "b1"]);
  end("b1");
  end("a3");
  await settled();
  end("a4");
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4", "b1"]);
});

test("who goes away while waiting is let go, and takes no place", async () => {
  const inTurn = createTurns(1);
  const { begun, work, end } = works();
  const first = inTurn("a", undefined, work("first"));
  const leaving = new AbortController();
  const second = inTurn("a", leaving.signal, work("second"));
  const third = inTurn("a", undefined, work("third"));
  leaving.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  await expect(inTurn("a", leaving.signal, work("late"))).rejects.toThrow("gone");
  end("first");
  await settled();
  end("third");
  await Promise.all([first, third]);
  expect(begun).toEqual(["first", "third"]);
});

test("a work that fails gives its place on", async () => {
  const inTurn = createTurns(1);
  const failing = inTurn("a", undefined, () => Promise.reject(new Error("no")));
  const next = inTurn("a", undefined, async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});

test("of one customer only so many may wait", async () => {
  const inTurn = createTurns(1, 1);
  const { work, end } = works();
  const first = inTurn("a", undefined, work("first"));
  const second = inTurn("a", undefined, async () => "second");
  await expect(inTurn("a", undefined, work("third"))).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
  const other = inTurn("b", undefined, async () => "other");
  end("first");
  expect(await Promise.all([first, second, other])).toEqual(["first", "second", "other"]);
});
