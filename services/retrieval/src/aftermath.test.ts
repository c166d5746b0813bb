import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { invalidField, LociError } from "@loci/kernel";
import { principalOf } from "@loci/platform/call";
import { silentLogger } from "@loci/platform/telemetry";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { createAftermath } from "./aftermath.ts";
import { openRoom, queryRequest, type Room } from "./testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const block = (room: Room, call = room.all) =>
  room.service.context({ query: "parrot", k: 10, lens: null, labels: [], time: null, includeEnded: false, maxTokens: 0 }, call);

describe("what follows an answer", () => {
  it("delays no other context where graph hangs, and its own for a moment only", async () => {
    let release = (): void => undefined;
    const hung = new Promise<void>((resolve) => (release = resolve));
    const told: string[] = [];
    const slow = await whole.context();
    const noteReturned: typeof whole.graph.noteReturned = async (request, call) => {
      const contextId = call.caller.kind === "service" ? call.caller.contextId : "";
      if (contextId === slow) await hung;
      told.push(contextId);
      return whole.graph.noteReturned(request, call);
    };
    const quick = await openRoom(whole, { over: { graph: { ...whole.graph, noteReturned } } });
    const identity = { ...principalOf(quick.all), contextId: slow };
    const slowly = { ...quick.all, caller: { kind: "principal" as const, identity } };
    await quick.remember({ text: "Ann has a parrot.", infer: "none" });
    await quick.remember({ text: "Ben has a parrot.", infer: "none" }, slowly);
    try {
      const late = sleep(60_000, "late", { ref: false });
      const first = block(quick, slowly);
      expect((await block(quick)).context).toContain("Ann has a parrot.");
      expect([...new Set(told)]).toEqual([quick.contextId]);
      const answer = await Promise.race([first, late]);
      expect(answer).toMatchObject({ context: expect.stringContaining("Ben has a parrot.") });
      expect([...new Set(told)]).toEqual([quick.contextId]);
    } finally {
      release();
    }
  });

  it("is tried again with the next answer where graph was not told of a hit", async () => {
    const told: (readonly string[])[] = [];
    let telling: Promise<unknown> = Promise.resolve();
    const noteReturned: typeof whole.graph.noteReturned = (request, call) => {
      if (request.kind === "recall") told.push(request.texts);
      const isLost = request.kind === "recall" && told.length === 1;
      const noted = isLost
        ? Promise.reject(new LociError("unavailable", "The graph does not answer."))
        : whole.graph.noteReturned(request, call);
      telling = noted.catch(() => undefined);
      return noted;
    };
    const room = await openRoom(whole, { over: { graph: { ...whole.graph, noteReturned } } });
    await room.say("Ann has a parrot.");
    // The block is told behind the hits: by its end they were told of, or were not; on a busy machine it does not wait so long.
    for (let i = 0; i < 3; i++) {
      await room.service.query(queryRequest("Who has a parrot?"), room.all);
      await block(room);
      await telling;
    }
    expect(told).toEqual([["Ann has a parrot."], ["Ann has a parrot."]]);
  });

  it("is told of the others where graph does not take one of the texts", async () => {
    const told: (readonly string[])[] = [];
    const noteReturned: typeof whole.graph.noteReturned = async ({ texts }) => {
      if (texts.some((text) => text.includes("\0"))) throw invalidField("/texts", "must be valid text without NUL characters");
      told.push(texts);
      return {};
    };
    const deps = { graph: { ...whole.graph, noteReturned }, clock: Date.now, logger: silentLogger() };
    const aftermath = createAftermath(deps);
    for (const text of ["first", "sec\0nd", "third"]) aftermath.returned("a", text, "chat", [["/"]]);
    await aftermath.close();
    expect(told).toEqual([["first"], ["third"]]);
  });
});
