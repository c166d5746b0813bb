import { describe, expect, it } from "@jest/globals";
import { LociError, LociManagement } from "@loci/client";
import { createContextStates, type ContextState } from "./context-state.ts";

const everyMs = 300_000;

/** A management API of this one answer. */
function opened() {
  const asked = { times: 0, fails: false, now: 0 };
  const loci = new LociManagement({ url: "http://127.0.0.1:1", managementKey: "k" });
  loci.contexts.state = async (): Promise<ContextState> => {
    asked.times++;
    if (asked.fails) throw new LociError("unreachable", "away");
    return { records: { turn: asked.times }, health: {}, index: { available: true, behind: 0, behindSince: null, degraded: [] } };
  };
  return { asked, states: createContextStates(loci, { clock: () => asked.now, everyMs }) };
}

describe("a context's state", () => {
  it("is asked for once in a while, however often it is wanted", async () => {
    const { asked, states } = opened();
    for (asked.now = 0; asked.now < everyMs; asked.now += 60_000) expect((await states.of("a"))?.records).toEqual({ turn: 1 });
    expect((await states.of("a"))?.records).toEqual({ turn: 2 });
    await states.of("b");
    expect(asked.times).toBe(3);
  });

  it("is asked for again though the clock was set back", async () => {
    const { asked, states } = opened();
    await states.of("a");
    asked.now = -everyMs;
    expect((await states.of("a"))?.records).toEqual({ turn: 2 });
  });

  it("is asked for again where Loci did not tell it, and where the context is another one", async () => {
    const { asked, states } = opened();
    asked.fails = true;
    expect(await states.of("a")).toBeUndefined();
    asked.fails = false;
    expect((await states.of("a"))?.records).toEqual({ turn: 2 });
    states.forget("a");
    expect((await states.of("a"))?.records).toEqual({ turn: 3 });
  });
});
