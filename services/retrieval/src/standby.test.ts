import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createMemoryIndex } from "@loci/adapters/memory-index";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { SearchIndexUnavailable, type SearchIndex } from "@loci/ports/search-index";
import { by, forgetRequest, openRoom, queryRequest } from "./testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

/** An index whose server can be taken away. */
function fallible(index: SearchIndex) {
  const state = { isAway: false, asked: 0, hangsUntil: Promise.resolve() };
  const through = <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) => {
    return async (...asked: Asked): Promise<Answer> => {
      state.asked++;
      await state.hangsUntil;
      if (state.isAway) throw new SearchIndexUnavailable("away");
      return ask(...asked);
    };
  };
  const wrapped: SearchIndex = {
    degraded: [],
    watermark: through((contextId) => index.watermark(contextId)),
    apply: through((...asked) => index.apply(...asked)),
    clear: through((contextId) => index.clear(contextId)),
    ids: through((...asked) => index.ids(...asked)),
    scopeSets: through((contextId) => index.scopeSets(contextId)),
    search: through((request) => index.search(request)),
    close: () => index.close(),
  };
  return { state, wrapped };
}

async function openFallible(standbyIndex: SearchIndex = createMemoryIndex()) {
  const { state, wrapped } = fallible(createMemoryIndex());
  const time = { passed: 0, clockSetBy: 0 };
  const clock = () => whole.clock.now + time.clockSetBy;
  const over = { index: wrapped, standbyIndex, clock, elapsed: () => time.passed };
  const room = await openRoom(whole, { over });
  const said = await room.say("Ann keeps a zebra in Boston.");
  await room.say("The weather is dull.");
  const ask = async (query = "Who keeps a zebra?") => {
    const { hits, trace } = await room.service.query(queryRequest(query), room.all);
    return { first: hits[0]?.id, degraded: trace?.degraded ?? [] };
  };
  return { room, state, time, standbyIndex, said, ask };
}

const told = [expect.stringContaining("index: its server does not answer")];

describe("while the search index does not answer", () => {
  it("a question is answered from the truth, and the trace says so", async () => {
    const { state, said, ask } = await openFallible();
    state.isAway = true;
    expect(await ask()).toEqual({ first: said, degraded: told });
  });

  it("what was remembered meanwhile is found", async () => {
    const { room, state, ask } = await openFallible();
    state.isAway = true;
    const later = await room.say("Ben feeds an ostrich.");
    expect(await ask("Who feeds an ostrich?")).toEqual({ first: later, degraded: told });
  });

  it("an index that goes away in the middle of a question is no failure either", async () => {
    const { state, said, ask } = await openFallible();
    expect(await ask()).toEqual({ first: said, degraded: [] });
    state.isAway = true;
    expect(await ask("Where is the zebra?")).toEqual({ first: said, degraded: told });
  });

  it("it is not asked again for every question", async () => {
    const { state, ask } = await openFallible();
    state.isAway = true;
    await ask("one");
    const { asked } = state;
    for (const query of ["two", "three", "four"]) expect((await ask(query)).degraded).toEqual(told);
    expect(state.asked).toBe(asked);
  });

  it("one that hangs is tried by one question at a time, and no other waits for it", async () => {
    const { state, time, ask, said } = await openFallible();
    state.isAway = true;
    await ask("one");
    const [hanging, { asked }] = [Promise.withResolvers<undefined>(), state];
    state.hangsUntil = hanging.promise.then(() => undefined);
    time.passed += 10_000;
    const trying = ask("Who has a zebra?");
    while (state.asked === asked) await new Promise((resolve) => setTimeout(resolve, 1));
    for (const query of ["two", "three", "Who keeps a zebra?"]) expect((await ask(query)).degraded).toEqual(told);
    expect(state.asked).toBe(asked + 1);
    hanging.resolve(undefined);
    expect(await trying).toEqual({ first: said, degraded: told });
  });

  it("a context that gave way to another in what stands in for it is filled again, and found", async () => {
    const { room, state, said, ask } = await openFallible(createMemoryIndex(2));
    const other = await openRoom(whole);
    const foreign = await other.say("Ben feeds an ostrich.");
    await other.say("It rains.");
    state.isAway = true;
    for (const query of ["Who keeps a zebra?", "Where is the zebra?"]) {
      expect(await ask(query)).toEqual({ first: said, degraded: told });
      const { hits } = await room.service.query(queryRequest(`${query} Or an ostrich?`), other.all);
      expect(hits[0]?.id).toBe(foreign);
    }
  });

  it("statistics are given, and nothing is forgotten by halves", async () => {
    const { room, state } = await openFallible();
    state.isAway = true;
    const stats = { since: "", scope: null, everything: true };
    expect((await room.service.getRetrievalStats(stats, by(room, { "grant:manage": ["/"] }))).feedLag).toBeGreaterThan(0);
    await expect(room.service.forget(forgetRequest("zebra"), room.all)).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("when the search index answers again", () => {
  it("it is asked again, nothing is degraded, and what stood in for it is empty", async () => {
    const { room, state, time, standbyIndex, said, ask } = await openFallible();
    state.isAway = true;
    await ask();
    expect(await standbyIndex.ids(room.contextId, "", 10)).toHaveLength(2);
    state.isAway = false;
    // The server is left alone for a while.
    time.passed += 10_000;
    expect(await ask()).toEqual({ first: said, degraded: [] });
    expect(await standbyIndex.ids(room.contextId, "", 10)).toEqual([]);
  });

  it.each([-3_600_000, 3_600_000])(
    "it is asked again after its pause and no sooner where the clock was set by %d ms",
    async (ms) => {
      const { state, time, said, ask } = await openFallible();
      state.isAway = true;
      await ask("one");
      [state.isAway, time.clockSetBy] = [false, ms];
      expect(await ask()).toEqual({ first: said, degraded: told });
      time.passed += 2_000;
      expect(await ask()).toEqual({ first: said, degraded: [] });
    },
  );

  it("who searches what stands in for it still finds all when it is back for another", async () => {
    const [entered, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const memory = createMemoryIndex();
    const scopeSets = async (contextId: string) => {
      entered.resolve(undefined);
      await goOn.promise;
      return memory.scopeSets(contextId);
    };
    const { room, state, time, said, ask } = await openFallible({ ...memory, scopeSets });
    state.isAway = true;
    const slow = ask();
    await entered.promise;
    state.isAway = false;
    time.passed += 10_000;
    expect(await ask("Where is the zebra?")).toEqual({ first: said, degraded: [] });
    goOn.resolve(undefined);
    expect(await slow).toEqual({ first: said, degraded: told });
    expect(await memory.ids(room.contextId, "", 10)).toEqual([]);
  });
});
