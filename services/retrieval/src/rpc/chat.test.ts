import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError, type Grants } from "@loci/kernel";
import { presentTime, scopeSetMessage } from "@loci/platform/messages";
import type { IngestService } from "@loci/protos";
import type { Call } from "@loci/platform/call";
import { named, openWhole, type Whole } from "@loci/server/testing/whole";
import { by, chatRequest, converse, openRoom, queryRequest, saying, tracesRequest } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const readOnly: Grants = { "memory:read": ["/"] };
const unavailable = () => Promise.reject(new LociError("unavailable", "The provider does not answer."));
const failing = (text?: string) =>
  async function* () {
    if (text !== undefined) yield { text };
    throw new LociError("unavailable", "The provider does not answer.");
  };
/** The room's ingest, where one message is remembered otherwise. */
const remembering = (remember: IngestService<Call>["remember"]) => ({
  over: { ingest: { ...whole.ingest, remember } },
});

describe("a chat", () => {
  it("streams a reply and cites its sources once each, as their markers come, however they are cut", async () => {
    const room = await openRoom(whole, { speak: saying("In Bost", "on [S", "1]. Boston [S1", "].") });
    const passage = await room.say("Ann: I moved to Boston last June.");
    const { events, done, kinds } = await converse(room, chatRequest("Where does Ann live?"));
    expect(kinds).toBe("started delta delta delta citation delta done");
    expect(events[0]).toMatchObject({ traceId: done.traceId, sessionId: done.sessionId });
    expect(done.reply).toBe("In Boston [S1]. Boston [S1].");
    expect(done.citations).toMatchObject([
      {
        id: passage,
        kind: "memory_chunk",
        marker: "S1",
        snippet: "Ann: I moved to Boston last June.",
        role: "",
        disputed: false,
      },
    ]);
  });

  it("leaves a forged marker in the text and cites nothing by it", async () => {
    const room = await openRoom(whole, { speak: saying("Boston [S99] [S0].") });
    await room.say("Ann lives in Boston.");
    const { done, kinds } = await converse(room, chatRequest("Where does Ann live?"));
    expect(kinds).toBe("started delta done");
    expect(done).toMatchObject({ reply: "Boston [S99] [S0].", citations: [] });
  });

  it("reads the message as said by the user, and stores the reply in silence", async () => {
    const room = await openRoom(whole, { speak: saying("Noted, you live in the old town of Oslo.") });
    const { done } = await converse(room, chatRequest("I live in Oslo now.", { labels: ["a=b"] }));
    expect(done).toMatchObject({
      stored: true,
      degraded: [],
      memoryUpdates: { attributes: [{ key: "residence", value: "Oslo" }] },
    });
    expect(await room.turns(done.sessionId)).toMatchObject([
      { id: done.userTurnId, role: "user", content: "I live in Oslo now.", extraction: "done" },
      { id: done.replyTurnId, role: "assistant", content: done.reply, extraction: "silent" },
    ]);
    const { hits } = await room.service.query(queryRequest("Oslo", { mode: "bm25", includeDuplicates: true }), room.all);
    expect(hits.map((hit) => hit.turnId)).not.toContain(done.replyTurnId);
    expect(hits.find((hit) => hit.turnId === done.userTurnId)).toMatchObject({ labels: ["a=b"], role: "user" });
  });

  it("keeps a message that only asks out of recall, and in its session", async () => {
    const room = await openRoom(whole, { speak: saying("I do not know.") });
    const { done } = await converse(room, chatRequest("Where is my violin?"));
    expect(done).toMatchObject({ stored: true, memoryUpdates: null });
    expect((await room.turns(done.sessionId)).map((turn) => turn.extraction)).toEqual(["silent", "silent"]);
    expect((await room.service.query(queryRequest("violin"), room.all)).hits).toEqual([]);
  });

  it("goes on in a session: its turns are history, and the person's instructions are heeded", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    await room.remember({ text: "Always answer in German." });
    const first = await converse(room, chatRequest("My dog is called Rex."));
    await converse(room, chatRequest("What is he called?", { sessionId: first.done.sessionId }));
    expect(room.asked[1]).toMatchObject({
      purpose: "chat",
      history: [
        { role: "user", content: "My dog is called Rex." },
        { role: "assistant", content: "Yes." },
      ],
    });
    expect(room.asked[1]?.instructions.join()).toContain("German");
    await expect(converse(room, chatRequest("And now?", { sessionId: "nowhere" }))).rejects.toMatchObject({ code: "not_found" });
  });

  it("shows the model the newest turns of a long session, oldest of them first", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    const messages = Array.from({ length: 14 }, (_, i) => ({ role: "user", content: `Message number ${i + 1}.`, ts: "" }));
    const { sessionId } = await whole.ingest.rememberBatch(
      {
        ...{ messages, infer: "none", extract: "per_message", scopes: null, labels: [], sessionId: "", respondAsync: false },
        ...{ idempotencyKey: "", requestHash: new Uint8Array() },
      },
      room.all,
    );
    await converse(room, chatRequest("What came last?", { sessionId }));
    expect(room.asked[0]?.history.map((turn) => turn.content)).toEqual(messages.slice(4).map((message) => message.content));
  });

  it("answers and stores nothing where the caller may only read", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    const { done } = await converse(room, chatRequest("I like tea."), by(room, readOnly));
    expect(done).toMatchObject({ stored: false, sessionId: "", userTurnId: "", degraded: [] });
    const scopes = scopeSetMessage([["org/a"]]);
    const elsewhere = await converse(room, chatRequest("Hello?", { scopes }), by(room, { ...readOnly, "memory:write": ["org/b"] }));
    expect(elsewhere.done.stored).toBe(false);
    expect(await whole.graph.listSessions({ limit: 10, offset: 0 }, room.all)).toEqual({ sessions: [], total: 0 });
  });

  it("answers in a session that the caller sees and may not write to, and leaves it as it is", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    const { done } = await converse(room, chatRequest("I like tea."));
    const call = by(room, { ...readOnly, "memory:write": ["org/b"] });
    const other = await converse(room, chatRequest("I like coffee.", { sessionId: done.sessionId }), call);
    expect(other.done).toMatchObject({ stored: false, reply: "Yes.", degraded: [] });
    expect(await room.turns(done.sessionId)).toHaveLength(2);
  });

  it("remembers its message within the time of any other request, however long the answer may take", async () => {
    const deadlines: number[] = [];
    const remember: IngestService<Call>["remember"] = (request, call) => {
      deadlines.push(call.deadline - whole.clock.now);
      return whole.ingest.remember(request, call);
    };
    const room = await openRoom(whole, { speak: saying("Yes."), ...remembering(remember) });
    await converse(room, chatRequest("I live in Oslo."));
    expect(deadlines).toHaveLength(1);
    expect(deadlines[0]).toBeLessThanOrEqual(60_000);
  });

  it("refuses who may not read, and an empty message", async () => {
    const room = await openRoom(whole);
    await expect(converse(room, chatRequest("Hello?"), by(room, {}))).rejects.toMatchObject({ code: "forbidden" });
    await expect(converse(room, chatRequest(" \n"))).rejects.toMatchObject({ code: "invalid" });
  });

  it("says that a message was not stored, and stores no reply to it", async () => {
    const room = await openRoom(whole, { speak: saying("Yes."), ...remembering(unavailable) });
    const { done } = await converse(room, chatRequest("I live in Oslo."));
    expect(done).toMatchObject({ reply: "Yes.", stored: false, degraded: ["storage: the message was not stored"] });
    expect(await room.turns(done.sessionId)).toEqual([]);
  });

  it("says that a reply was not stored", async () => {
    const room = await openRoom(whole, { speak: saying("Yes."), over: { graph: { ...whole.graph, writeMemory: unavailable } } });
    const { done } = await converse(room, chatRequest("I live in Oslo."));
    expect(done).toMatchObject({ stored: true, replyTurnId: "", degraded: ["storage: the reply was not stored"] });
    expect((await room.turns(done.sessionId)).map((turn) => turn.id)).toEqual([done.userTurnId]);
  });

  it("says that nothing was kept of its answer where nobody can tell by then whether its context is still there", async () => {
    let asked = 0;
    const getContext: Whole["auth"]["getContext"] = (request, call) =>
      ++asked === 1 ? whole.auth.getContext(request, call) : unavailable();
    const room = await openRoom(whole, { speak: saying("Yes."), over: { auth: { ...whole.auth, getContext } } });
    const { done } = await converse(room, chatRequest("I live in Oslo."));
    expect(done).toMatchObject({ reply: "Yes.", stored: true, replyTurnId: "" });
    expect(done.degraded).toEqual(["storage: neither the reply nor the trace was kept"]);
    expect((await room.turns(done.sessionId)).map((turn) => turn.id)).toEqual([done.userTurnId]);
  });

  it("says that what the message tells is learned later, where the model does not extract now", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    const model = whole.models.get(room.contextId);
    if (model) whole.models.set(room.contextId, { ...model, extract: unavailable });
    const { done } = await converse(room, chatRequest("I live in Oslo."));
    expect(done).toMatchObject({ stored: true, memoryUpdates: null, degraded: ["extraction: it comes later"] });
    expect((await room.turns(done.sessionId)).map((turn) => turn.extraction)).toEqual(["pending", "silent"]);
  });

  it("fails with the caller's own mistake", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    const scopes = scopeSetMessage([["org/unknown"]]);
    await expect(converse(room, chatRequest("I live in Oslo.", { scopes }))).rejects.toMatchObject({ code: "invalid" });
  });

  it("does not wait for the message to be read before it answers", async () => {
    let finish: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (finish = resolve));
    const slowly: IngestService<Call>["remember"] = (request, call) => read.then(() => whole.ingest.remember(request, call));
    const room = await openRoom(whole, { speak: saying("Yes."), ...remembering(slowly) });
    const stream = room.service.chat(chatRequest("I live in Oslo."), room.all)[Symbol.asyncIterator]();
    expect(await stream.next()).toMatchObject({ value: { kind: "started" } });
    expect(await stream.next()).toMatchObject({ value: { kind: "delta", delta: "Yes." } });
    finish();
    expect(await stream.next()).toMatchObject({ value: { kind: "done", done: { stored: true } } });
  });

  it("answers in the sources' words when the provider fails before its first word", async () => {
    const room = await openRoom(whole, { speak: failing() });
    await room.know("Person/Ann", "residence", "Boston");
    const { done } = await converse(room, chatRequest("Where does Ann live?"));
    expect(done.reply).toContain("Boston");
    expect(done.citations).toMatchObject([{ kind: "attribute", marker: "S1" }]);
    expect(done.degraded).toEqual(["synthesis: the provider failed, the answer is extractive"]);
  });

  it("fails when the provider does midway, and stores nothing of the reply", async () => {
    const room = await openRoom(whole, { speak: failing("Ann lives ") });
    const events: string[] = [];
    let sessionId = "";
    const read = async () => {
      for await (const event of room.service.chat(chatRequest("Where does Ann live?"), room.all)) {
        events.push(event.kind);
        ({ sessionId } = event);
      }
    };
    await expect(read()).rejects.toMatchObject({ code: "unavailable" });
    expect(events).toEqual(["started", "delta"]);
    expect((await room.turns(sessionId)).filter((turn) => turn.role === "assistant")).toEqual([]);
  });

  it("passes a spent budget on instead of answering otherwise", async () => {
    const room = await openRoom(whole, {
      speak: async function* () {
        yield { text: "" };
        throw new LociError("rate_limited", "The context's token limit is reached.");
      },
    });
    await expect(converse(room, chatRequest("Where does Ann live?"))).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("stops the provider when its reader stops, and stores no reply", async () => {
    let stopped = false;
    const room = await openRoom(whole, {
      speak: async function* (_request, signal) {
        signal?.addEventListener("abort", () => (stopped = true));
        for (;;) yield { text: "on and on " };
      },
    });
    let count = 0;
    let sessionId = "";
    for await (const event of room.service.chat(chatRequest("Talk."), room.all)) {
      ({ sessionId } = event);
      if (++count === 5) break;
    }
    expect(stopped).toBe(true);
    expect((await room.turns(sessionId)).filter((turn) => turn.role === "assistant")).toEqual([]);
  });

  it("gives the same reply to the same question at the same revision on the same day, and says so", async () => {
    const room = await openRoom(whole, { speak: saying("Boston [S1].") });
    await room.say("Ann lives in Boston.");
    const first = await converse(room, chatRequest("Where does Ann live?"));
    const again = await converse(room, chatRequest(" Where does  Ann live?"));
    const fresh = await converse(room, chatRequest("Where does Ann live?", { bypassCache: true }));
    expect(again.done).toMatchObject({ reply: first.done.reply, citations: first.done.citations });
    expect(room.asked).toHaveLength(2);
    const trace = (id: string) => room.service.getTrace({ id }, room.all);
    expect(await trace(again.done.traceId)).toMatchObject({ cached: true, reusedFrom: first.done.traceId, inputTokens: 0 });
    expect(await trace(fresh.done.traceId)).toMatchObject({ cached: false, reusedFrom: "" });
    whole.clock.now += 24 * 3_600_000;
    await converse(room, chatRequest("Where does Ann live?"));
    expect(room.asked).toHaveLength(3);
    await room.say("Ann moved to Oslo.");
    await converse(room, chatRequest("Where does Ann live?"));
    expect(room.asked).toHaveLength(4);
  });

  it("leaves a trace of the answer and of the recall that it was made of, each naming the other", async () => {
    const room = await openRoom(whole, { speak: saying("Boston", " [S1].") });
    const passage = await room.say("Ann lives in Boston.");
    const { done } = await converse(room, chatRequest("Where does Ann live?"));
    const response = await room.service.getTrace({ id: done.traceId }, room.all);
    expect(response).toMatchObject({
      ...{ kind: "response", query: "Where does Ann live?", responseText: "Boston [S1].", model: "openai:test", source: "chat" },
      ...{ inputTokens: 100, outputTokens: 2, sessionId: done.sessionId, keyId: "key:one", hits: [{ id: passage, rank: 1 }] },
    });
    const [parent = ""] = response.parents;
    const found = await room.service.getTrace({ id: parent }, room.all);
    expect(found).toMatchObject({ kind: "retrieval", source: "chat", parents: [done.traceId] });
    const { traces } = await room.service.listTraces(tracesRequest(), room.all);
    expect(traces.map((trace) => trace.id).sort()).toEqual([done.traceId, parent].sort());
  });

  it("says that another model than the context's was not taken", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    expect((await converse(room, chatRequest("Hello?", { model: "test" }))).done.degraded).toEqual([]);
    const other = await converse(room, chatRequest("Hello?", { model: "huge" }));
    expect(other.done.degraded).toEqual(["model: huge is not assigned to this context"]);
  });

  it("shows a source's kind, origin and dispute to the model, and marks an assistant's words in citations", async () => {
    const room = await openRoom(whole, { speak: saying("So it is said [S1][S2][S3].") });
    await room.say("Boston is where Ann lives.", { role: "assistant" });
    await room.know("Person/Ann", "shoe_size", "38");
    await room.know("Person/Ann", "shoe_size", "41");
    const { done } = await converse(room, chatRequest("Tell me all about Ann, her shoe size and Boston"));
    const shown = room.asked[0]?.sources.map(({ kind, origin, disputed }) => `${kind} ${origin} ${disputed}`);
    expect(shown).toEqual(expect.arrayContaining(["turn assistant false", "fact  true"]));
    const cited = done.citations.map(({ kind, role, disputed }) => ({ kind, role, disputed }));
    expect(cited).toContainEqual({ kind: "memory_chunk", role: "assistant", disputed: false });
    expect(cited).toContainEqual({ kind: "attribute", role: "", disputed: true });
  });

  it("makes what it cites more important, once for each hour", async () => {
    const room = await openRoom(whole, { speak: saying("Boston [S1].") });
    await room.know("Person/Ann", "residence", "Boston");
    const importance = async () => {
      const { attributes } = await whole.graph.getEntity({ lens: null, ...named("Person/Ann"), time: presentTime }, room.all);
      return attributes[0]?.importance ?? 0;
    };
    const before = await importance();
    await converse(room, chatRequest("Where does Ann live?"));
    const after = await importance();
    expect(after).toBeGreaterThan(before);
    await converse(room, chatRequest("Where does Ann live?", { bypassCache: true }));
    expect(await importance()).toBe(after);
  });
});
