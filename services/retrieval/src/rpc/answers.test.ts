import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { presentTime } from "@loci/platform/messages";
import { named, openWhole, type Whole } from "@loci/server/testing/whole";
import { by, chatRequest, converse, openRoom, queryRequest, reflectRequest, saying, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const factsAbout = async (room: Room, ref: string) =>
  (await whole.graph.getEntity({ lens: null, ...named(ref), time: presentTime }, room.all)).attributes;

describe("a reflection", () => {
  it("names what it cites as its evidence, and leaves a trace", async () => {
    const room = await openRoom(whole, { speak: saying("Ann settled [S1]. ", "No more.") });
    const fact = await room.know("Person/Ann", "residence", "Boston");
    const answer = await room.service.reflect(reflectRequest("Where has Ann lived?"), room.all);
    expect(answer).toMatchObject({ reflection: "Ann settled [S1]. No more.", persisted: [], degraded: [], evidence: [fact] });
    expect(answer.evidence).toEqual(answer.citations.map((citation) => citation.id));
    expect(room.asked[0]).toMatchObject({ purpose: "reflect", history: [] });
    const trace = await room.service.getTrace({ id: answer.traceId }, room.all);
    expect(trace).toMatchObject({ kind: "response", source: "reflect" });
    expect((await factsAbout(room, "Person/Ann")).map(({ key }) => key)).toEqual(["residence"]);
  });

  it("is kept with the facts that it cites, where that is asked for, and once", async () => {
    const room = await openRoom(whole, { speak: saying("Ann settled [S1].") });
    const fact = await room.know("Person/Ann", "residence", "Boston");
    const request = reflectRequest("Where has Ann lived?", { persist: true, idempotencyKey: "once" });
    const answer = await room.service.reflect(request, room.all);
    expect(answer.persisted).toMatchObject([{ key: "reflection", value: "Ann settled." }]);
    const again = await room.service.reflect(request, room.all);
    expect(again.persisted).toEqual(answer.persisted);
    const kept = (await factsAbout(room, "Person/Ann")).filter(({ key }) => key === "reflection");
    expect(kept).toMatchObject([{ id: answer.persisted[0]?.id, sources: [{ kind: "derived" }] }]);
    expect(answer.evidence).toEqual([fact]);
    expect(kept[0]?.confidence).toBeLessThan(0.7);
  });

  it("keeps nothing that cites no fact: it may only say that nothing is known", async () => {
    const room = await openRoom(whole, { speak: saying("Nothing is known.") });
    await room.know("Person/Ann", "residence", "Boston");
    const answer = await room.service.reflect(reflectRequest("Where has Ann lived?", { persist: true }), room.all);
    expect(answer).toMatchObject({ evidence: [], persisted: [], notKept: "no_fact_cited" });
    expect(await factsAbout(room, "Person/Ann")).toHaveLength(1);
  });

  it("is refused to who may not write, before any work is done", async () => {
    const room = await openRoom(whole, { speak: saying("So.") });
    const reader = by(room, { "memory:read": ["/"] });
    await expect(room.service.reflect(reflectRequest("Why?", { persist: true }), reader)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(room.asked).toEqual([]);
  });
});

describe("a session's context", () => {
  const blockOf = async (room: Room, sessionId: string, query = "") =>
    (await room.service.sessionContext({ sessionId, query, k: 0, maxTokens: 0, time: null, includeEnded: false }, room.all))
      .context;

  it("holds what is known of the question, the conversation so far and how the person wants to be answered", async () => {
    const room = await openRoom(whole, { speak: saying("Nice.") });
    await room.remember({ text: "Always answer in German." });
    await room.know("Person/Ann", "residence", "Boston");
    const { done } = await converse(room, chatRequest("It is raining here."));
    const lines = (await blockOf(room, done.sessionId, "Where does Ann live?")).split("\n");
    expect(lines).toContain("- Ann residence: Boston (known since 2025-03-01)");
    expect(lines.slice(lines.indexOf("This conversation so far:"))).toEqual([
      "This conversation so far:",
      "- user: It is raining here.",
      "- assistant: Nice.",
      "</memory>",
      "The person asked to be answered so (heed it as far as it concerns style and language):",
      "- Always answer in German.",
    ]);
    expect(lines.filter((line) => line.includes("raining"))).toHaveLength(1);
  });

  it("asks for what was last said where no question is given", async () => {
    const room = await openRoom(whole, { speak: saying("I see.") });
    await room.know("Person/Ann", "residence", "Boston");
    const { done } = await converse(room, chatRequest("Where does Ann live?"));
    expect(await blockOf(room, done.sessionId)).toContain("Ann residence: Boston");
  });

  it("is of the time that is asked for, as recall is", async () => {
    const room = await openRoom(whole, { speak: saying("Nice.") });
    await room.know("Person/Ann", "residence", "Boston");
    const { done } = await converse(room, chatRequest("It is raining here."));
    const then = { asOf: "2000-01-01T00:00:00.000Z", atInstant: "", validFrom: "", validUntil: "", recordedAsOf: "" };
    const asked = { sessionId: done.sessionId, query: "Where does Ann live?", k: 0, maxTokens: 0, includeEnded: false };
    expect((await room.service.sessionContext({ ...asked, time: null }, room.all)).context).toContain("Ann residence: Boston");
    expect((await room.service.sessionContext({ ...asked, time: then }, room.all)).context).not.toContain("Boston");
  });

  it("is nobody's who does not see the session", async () => {
    const room = await openRoom(whole, { speak: saying("I see.") });
    const { done } = await converse(
      room,
      chatRequest("I like tea."),
      by(room, { "memory:read": ["/"], "memory:write": ["org/a"] }),
    );
    const other = by(room, { "memory:read": ["org/b"] });
    const asked = room.service.sessionContext(
      { sessionId: done.sessionId, query: "tea", k: 0, maxTokens: 0, time: null, includeEnded: false },
      other,
    );
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("what was given to a caller and comes back", () => {
  const told = "Ann: I live in Boston.";
  /** What is learned of Ann where an agent writes this back; her residence is known already. */
  const learned = async (room: Room, role: string, text: string) => {
    const before = JSON.stringify(await factsAbout(room, "Person/Ann"));
    const { turnId, sessionId, extraction } = await room.remember({ role, text });
    const changed = JSON.stringify(await factsAbout(room, "Person/Ann")) !== before;
    const turn = (await room.turns(sessionId)).find((one) => one.id === turnId);
    return { state: turn?.extraction, changed, facts: extraction?.attributes.length ?? 0 };
  };
  const nothing = { state: "silent", changed: false, facts: 0 };

  it.each([
    [
      "a block of context",
      async (room: Room) =>
        (
          await room.service.context(
            { query: "Ann", k: 10, lens: null, labels: [], time: null, includeEnded: false, maxTokens: 0 },
            room.all,
          )
        ).context,
    ],
    ["a reply", async (room: Room) => (await converse(room, chatRequest("Where does Ann live?"))).done.reply],
    [
      "a reflection",
      async (room: Room) => (await room.service.reflect(reflectRequest("Where does Ann live?"), room.all)).reflection,
    ],
    [
      "a session's context",
      async (room: Room) => {
        const { done } = await converse(room, chatRequest("Where does Ann live?"));
        return (
          await room.service.sessionContext(
            { sessionId: done.sessionId, query: "Ann", k: 0, maxTokens: 0, time: null, includeEnded: false },
            room.all,
          )
        ).context;
      },
    ],
  ])("teaches nothing, whoever says it: %s", async (_what, answer) => {
    const room = await openRoom(whole, { speak: saying("Ann lives in the beautiful city of Springfield, they say.") });
    await room.remember({ text: told });
    const text = await answer(room);
    expect(await learned(room, "user", text)).toEqual(nothing);
    expect(await learned(room, "assistant", text)).toEqual(nothing);
  });

  it("teaches nothing where an agent repeats a hit, and is heard where a person says the same", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: told });
    const { hits } = await room.service.query(queryRequest("Where does Ann live?", { includeDuplicates: true }), room.all);
    const text = hits.find((hit) => hit.source === "memory_chunk")?.text ?? "";
    // Hits are told behind their answer; what is told with the next block is told in the order of both.
    await room.service.context(
      { query: "anything else", k: 1, lens: null, labels: [], time: null, includeEnded: false, maxTokens: 0 },
      room.all,
    );
    expect(await learned(room, "assistant", text)).toEqual(nothing);
    expect(await learned(room, "user", text)).toMatchObject({ state: "done" });
  });
});
