import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import { callOf, chatRequest, openGrounds, openRoom, saying, tracesRequest, type Grounds, type Room } from "../testing/room.ts";

let grounds: Grounds;
beforeAll(async () => void (grounds = await openGrounds()));
afterAll(() => grounds.close());

async function collect(room: Room, request: retrieval.ChatRequest, call = callOf(room.contextId)) {
  const events: retrieval.ChatEvent[] = [];
  for await (const event of room.service.chat(request, call)) events.push(event);
  const done = events.at(-1)?.done;
  if (!done) throw new Error("the chat has no end");
  return { events, done, kinds: events.map((event) => event.kind).join(" ") };
}

const failing = (text?: string) =>
  async function* () {
    if (text !== undefined) yield { text };
    throw new LociError("unavailable", "The provider does not answer.");
  };

describe("a chat", () => {
  it("streams a reply and cites its sources once each, as their markers come, however they are cut", async () => {
    const room = openRoom(grounds, { speak: saying("In Bost", "on [S", "1]. Boston [S1", "].") });
    const turnId = room.say("Ann: I moved to Boston last June.", { speaker: "Ann" });
    const { events, done, kinds } = await collect(room, chatRequest("Where does Ann live?"));
    expect(kinds).toBe("started delta delta delta citation delta done");
    expect(events[0]).toMatchObject({ traceId: done.traceId, sessionId: done.sessionId });
    expect(done.reply).toBe("In Boston [S1]. Boston [S1].");
    expect(done.citations).toMatchObject([
      { id: turnId, kind: "memory_chunk", marker: "S1", snippet: "Ann: I moved to Boston last June.", role: "", disputed: false },
    ]);
    expect(room.reinforced).toEqual([turnId]);
  });

  it("leaves a forged marker in the text and cites nothing by it", async () => {
    const room = openRoom(grounds, { speak: saying("Boston [S99] [S0].") });
    room.say("Ann lives in Boston.");
    const { done, kinds } = await collect(room, chatRequest("Where does Ann live?"));
    expect(kinds).toBe("started delta done");
    expect(done).toMatchObject({ reply: "Boston [S99] [S0].", citations: [] });
    expect(room.reinforced).toEqual([]);
  });

  it("stores the message as said by the user, then the reply in silence, and tells graph that it returned it", async () => {
    const room = openRoom(grounds, { speak: saying("Noted.") });
    const { done } = await collect(room, chatRequest("I live in Oslo now.", { scopes: scopeSetMessage([["org/a"]]), labels: ["a=b"] }));
    expect(room.remembered).toMatchObject([{ text: "I live in Oslo now.", infer: "full", role: "user", place: "chat", labels: ["a=b"] }]);
    expect(room.turns).toMatchObject([
      { id: done.userTurnId, sessionId: done.sessionId, role: "user" },
      { id: done.replyTurnId, sessionId: done.sessionId, role: "assistant", content: "Noted.", extraction: "silent" },
    ]);
    expect(done.stored).toBe(true);
    expect(room.returned).toEqual([{ texts: ["Noted."], kind: "chat" }]);
  });

  it("goes on in a session: its turns are history, and the person's instructions are heeded", async () => {
    const room = openRoom(grounds, { speak: saying("Yes.") });
    room.instructions = ["Answer in German."];
    const first = await collect(room, chatRequest("My dog is called Rex."));
    await collect(room, chatRequest("What is he called?", { sessionId: first.done.sessionId }));
    expect(room.asked[1]).toMatchObject({
      purpose: "chat",
      history: [
        { role: "user", content: "My dog is called Rex." },
        { role: "assistant", content: "Yes." },
      ],
      instructions: ["Answer in German."],
    });
    await expect(collect(room, chatRequest("And now?", { sessionId: "nowhere" }))).rejects.toMatchObject({ code: "not_found" });
  });

  it("answers and stores nothing where the caller may only read", async () => {
    const room = openRoom(grounds, { speak: saying("Yes.") });
    const { done } = await collect(room, chatRequest("Hello?"), callOf(room.contextId, { "memory:read": ["/"] }));
    expect(done).toMatchObject({ stored: false, sessionId: "", userTurnId: "", degraded: [] });
    expect([...room.remembered, ...room.turns]).toEqual([]);
    const elsewhere = callOf(room.contextId, { "memory:read": ["/"], "memory:write": ["org/b"] });
    const other = await collect(room, chatRequest("Hello?", { scopes: scopeSetMessage([["org/a"]]) }), elsewhere);
    expect(other.done.stored).toBe(false);
  });

  it("refuses who may not read, and an empty message", async () => {
    const room = openRoom(grounds);
    await expect(collect(room, chatRequest("Hello?"), callOf(room.contextId, {}))).rejects.toMatchObject({ code: "forbidden" });
    await expect(collect(room, chatRequest(" \n"))).rejects.toMatchObject({ code: "invalid" });
  });

  it("says that a message was not stored, and stores no reply to it", async () => {
    const room = openRoom(grounds, {
      speak: saying("Yes."),
      remember: () => Promise.reject(new LociError("unavailable", "The embedding provider does not answer.")),
    });
    const { done } = await collect(room, chatRequest("I live in Oslo."));
    expect(done).toMatchObject({ reply: "Yes.", stored: false, degraded: ["storage: the message was not stored"] });
    expect(room.turns).toEqual([]);
  });

  it("fails with the caller's own mistake", async () => {
    const room = openRoom(grounds, { speak: saying("Yes."), remember: () => Promise.reject(new LociError("invalid", "No such scope.")) });
    await expect(collect(room, chatRequest("I live in Oslo."))).rejects.toMatchObject({ code: "invalid" });
  });

  it("does not wait for the message to be read before it answers", async () => {
    let finish: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (finish = resolve));
    const room = openRoom(grounds, {
      speak: saying("Yes."),
      remember: async () => {
        await read;
        return { mode: "full", sessionId: "", turnId: "turn:1", chunkId: "", extraction: null, deferred: false, replayed: false };
      },
    });
    const stream = room.service.chat(chatRequest("I live in Oslo."), callOf(room.contextId))[Symbol.asyncIterator]();
    expect(await stream.next()).toMatchObject({ value: { kind: "started" } });
    expect(await stream.next()).toMatchObject({ value: { kind: "delta", delta: "Yes." } });
    finish();
    expect(await stream.next()).toMatchObject({ value: { kind: "done", done: { userTurnId: "turn:1" } } });
  });

  it("answers in the sources' words when the provider fails before its first word", async () => {
    const room = openRoom(grounds, { speak: failing() });
    room.know("Ann", "residence", "Boston");
    const { done } = await collect(room, chatRequest("Where does Ann live?"));
    expect(done.reply).toContain("Boston");
    expect(done.citations).toMatchObject([{ kind: "attribute", marker: "S1" }]);
    expect(done.degraded).toEqual(["synthesis: the provider failed, the answer is extractive"]);
  });

  it("fails when the provider does midway, and stores nothing of the reply", async () => {
    const room = openRoom(grounds, { speak: failing("Ann lives ") });
    const events: string[] = [];
    const read = async () => {
      for await (const event of room.service.chat(chatRequest("Where does Ann live?"), callOf(room.contextId))) events.push(event.kind);
    };
    await expect(read()).rejects.toMatchObject({ code: "unavailable" });
    expect(events).toEqual(["started", "delta"]);
    expect(room.turns.filter((turn) => turn.role === "assistant")).toEqual([]);
  });

  it("passes a spent budget on instead of answering otherwise", async () => {
    const room = openRoom(grounds, {
      speak: async function* () {
        yield { text: "" };
        throw new LociError("rate_limited", "The context's token limit is reached.");
      },
    });
    await expect(collect(room, chatRequest("Where does Ann live?"))).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("stops the provider when its reader stops, and stores no reply", async () => {
    let stopped = false;
    const room = openRoom(grounds, {
      speak: async function* (_request, signal) {
        signal?.addEventListener("abort", () => (stopped = true));
        for (;;) yield { text: "on and on " };
      },
    });
    let count = 0;
    for await (const _event of room.service.chat(chatRequest("Talk."), callOf(room.contextId))) if (++count === 5) break;
    expect(stopped).toBe(true);
    expect(room.turns.filter((turn) => turn.role === "assistant")).toEqual([]);
  });

  it("gives the same reply to the same message at the same revision, and says so", async () => {
    const room = openRoom(grounds, { speak: saying("Boston [S1].") });
    room.say("Ann lives in Boston.");
    const first = await collect(room, chatRequest("Where does Ann live?"));
    const again = await collect(room, chatRequest(" Where does  Ann live?"));
    const fresh = await collect(room, chatRequest("Where does Ann live?", { bypassCache: true }));
    expect(again.done).toMatchObject({ reply: first.done.reply, citations: first.done.citations });
    expect(room.asked).toHaveLength(2);
    const trace = (id: string) => room.service.getTrace({ id }, callOf(room.contextId));
    expect(await trace(again.done.traceId)).toMatchObject({ cached: true, reusedFrom: first.done.traceId, inputTokens: 0 });
    expect(await trace(fresh.done.traceId)).toMatchObject({ cached: false, reusedFrom: "" });
    room.say("Ann moved to Oslo.");
    await collect(room, chatRequest("Where does Ann live?"));
    expect(room.asked).toHaveLength(3);
  });

  it("leaves a trace of the answer and of the recall that it was made of, each naming the other", async () => {
    const room = openRoom(grounds, { speak: saying("Boston", " [S1].") });
    const turnId = room.say("Ann lives in Boston.");
    const call = callOf(room.contextId);
    const { done } = await collect(room, chatRequest("Where does Ann live?"), call);
    const response = await room.service.getTrace({ id: done.traceId }, call);
    expect(response).toMatchObject({
      ...{ kind: "response", query: "Where does Ann live?", responseText: "Boston [S1].", model: "openai:test", source: "chat" },
      ...{ inputTokens: 100, outputTokens: 2, sessionId: done.sessionId, keyId: "key:1", hits: [{ id: turnId, rank: 1 }] },
    });
    const [parent = ""] = response.parents;
    expect(await room.service.getTrace({ id: parent }, call)).toMatchObject({ kind: "retrieval", source: "chat", parents: [done.traceId] });
    const { traces } = await room.service.listTraces(tracesRequest(), call);
    expect(traces.map((trace) => trace.id).sort()).toEqual([done.traceId, parent].sort());
  });

  it("says that another model than the context's was not taken", async () => {
    const room = openRoom(grounds, { speak: saying("Yes.") });
    expect((await collect(room, chatRequest("Hello?", { model: "test" }))).done.degraded).toEqual([]);
    const other = await collect(room, chatRequest("Hello?", { model: "huge" }));
    expect(other.done.degraded).toEqual(["model: huge is not assigned to this context"]);
  });

  it("shows a source's kind, origin and dispute to the model, and marks an assistant's words in citations", async () => {
    const room = openRoom(grounds, { speak: saying("So it is said [S1][S2].") });
    room.say("Boston is where Ann lives.", { role: "assistant" });
    room.know("Ann", "residence", "Boston", { uncertaintyIds: ["uncertainty:1"] });
    const { done } = await collect(room, chatRequest("Tell me all about Ann and Boston"));
    const shown = room.asked[0]?.sources.map(({ kind, origin, disputed }) => `${kind} ${origin} ${String(disputed)}`);
    expect(shown).toEqual(expect.arrayContaining(["turn assistant false", "fact  true"]));
    expect(done.citations.map(({ role, disputed }) => ({ role, disputed }))).toEqual(
      expect.arrayContaining([{ role: "assistant", disputed: false }]),
    );
  });
});
