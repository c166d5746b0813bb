import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { startQuietWork } from "./quiet.ts";

/** A database that has been idle for as long as the test says, and what it was asked. */
function watched(times: { readonly quietMs: number; readonly restMs: number }) {
  const asked: string[] = [];
  const state = { idleMs: 0 };
  const run = async (text: string) => (asked.push(text), []);
  const work = startQuietWork(run, () => state.idleMs, times);
  const rewritten = () => asked.filter((text) => text.startsWith("vacuum (full"));
  const until = async (count: number) => {
    for (const end = Date.now() + 10_000; rewritten().length < count && Date.now() < end;) await pause(5);
    return rewritten();
  };
  return { asked, state, work, rewritten, until };
}

describe("what waits for a quiet moment", () => {
  it("is not done while somebody asks, one table at a time, and leaves nothing to ask for", async () => {
    const { asked, state, work, until } = watched({ quietMs: 10, restMs: 0 });
    work.owe(["a.b", "a.c"]);
    state.idleMs = 9;
    await pause(60);
    expect(asked).toEqual([]);
    state.idleMs = 10;
    expect(await until(2)).toEqual(["vacuum (full, analyze) a.b", "vacuum (full, analyze) a.c"]);
    await pause(30);
    const soFar = asked.length;
    await pause(60);
    expect(asked).toHaveLength(soFar);
    work.stop();
  });

  it("is done to a table again only after a rest", async () => {
    const { state, work, rewritten, until } = watched({ quietMs: 10, restMs: 3_600_000 });
    state.idleMs = 10;
    work.owe(["a.b"]);
    expect(await until(1)).toHaveLength(1);
    work.owe(["a.b"]);
    await pause(60);
    expect(rewritten()).toHaveLength(1);
    work.stop();
  });
});
