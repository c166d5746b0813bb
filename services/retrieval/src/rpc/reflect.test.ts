import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { retrieval } from "@loci/protos";
import { callOf, openGrounds, openRoom, saying, type Grounds } from "../testing/room.ts";

let grounds: Grounds;
beforeAll(async () => void (grounds = await openGrounds()));
afterAll(() => grounds.close());

const asking = (query: string, over: Partial<retrieval.ReflectRequest> = {}): retrieval.ReflectRequest => ({
  ...{ query, persist: false, lens: null, k: 0, idempotencyKey: "", requestHash: new Uint8Array() },
  ...over,
});

describe("a reflection", () => {
  it("names what it cites as its evidence, and leaves a trace", async () => {
    const room = openRoom(grounds, { speak: saying("Ann settled [S1]. ", "No more.") });
    room.know("Ann", "residence", "Boston");
    const call = callOf(room.contextId);
    const answer = await room.service.reflect(asking("Where has Ann lived?"), call);
    expect(answer).toMatchObject({ reflection: "Ann settled [S1]. No more.", persisted: [], degraded: [] });
    expect(answer.evidence).toEqual(answer.citations.map((citation) => citation.id));
    expect(room.asked[0]).toMatchObject({ purpose: "reflect", history: [] });
    expect(room.reinforced).toEqual(answer.evidence);
    expect(room.returned).toEqual([{ texts: [answer.reflection], kind: "reflect" }]);
    expect(await room.service.getTrace({ id: answer.traceId }, call)).toMatchObject({ kind: "response", source: "reflect" });
  });

  it("is kept with the facts that it cites, where that is asked for", async () => {
    const room = openRoom(grounds, { speak: saying("Ann settled [S1].") });
    const fact = room.know("Ann", "residence", "Boston");
    const answer = await room.service.reflect(asking("Where has Ann lived?", { persist: true, idempotencyKey: "once" }), callOf(room.contextId));
    expect(room.reflections).toMatchObject([{ reflection: "Ann settled [S1].", evidence: [fact], traceId: answer.traceId, operation: { id: "once" } }]);
    expect(answer.persisted).toHaveLength(1);
  });

  it("keeps nothing that cites no fact: it may only say that nothing is known", async () => {
    const room = openRoom(grounds, { speak: saying("Nothing is known.") });
    room.know("Ann", "residence", "Boston");
    const answer = await room.service.reflect(asking("Where has Ann lived?", { persist: true }), callOf(room.contextId));
    expect(answer).toMatchObject({ evidence: [], persisted: [] });
    expect(room.reflections).toEqual([]);
  });

  it("is refused to who may not write, before any work is done", async () => {
    const room = openRoom(grounds, { speak: saying("So.") });
    const reader = callOf(room.contextId, { "memory:read": ["/"] });
    await expect(room.service.reflect(asking("Why?", { persist: true }), reader)).rejects.toMatchObject({ code: "forbidden" });
    expect(room.asked).toEqual([]);
  });
});
