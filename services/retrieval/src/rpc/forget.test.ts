import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { asService } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { by, chatRequest, converse, forgetRequest, openRoom, queryRequest, saying, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

/** A small life: each record under the name by which a test expects it. */
async function fill(room: Room): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const say = async (name: string, text: string) => names.set(await room.say(text), name);
  await say("address", "My address is 12 Elm Street, Springfield.");
  await say("bens address", "Ben's address is 5 Oak Road.");
  await say("ip address", "The server has the IP address 10.0.0.7.");
  await say("move", "I moved house twice, it was exhausting.");
  await say("falcon kickoff", "Project Falcon kicks off on Monday with Ann as its lead.");
  await say("falcon budget", "The budget of Project Falcon is 40,000 euros.");
  await say("other project", "The garden project is late again.");
  await say("a falcon", "We saw a falcon above the park.");
  await say("knee", "My knee surgery went well.");
  await say("knee bump", "I bumped my knee against the table.");
  await say("phone", "My phone is a Pixel.");
  await say("phone number", "My phone number is 555 0100.");
  await say("tea", "I drink green tea every morning.");
  const know = async (name: string, ...fact: [string, string, string]) => names.set(await room.know(...fact), name);
  await know("address fact", "Person/user", "address", "12 Elm Street");
  await know("residence fact", "Person/user", "residence", "Springfield");
  await know("bens address fact", "Person/Ben", "address", "5 Oak Road");
  await know("falcon lead", "Project/Project Falcon", "lead", "Ann");
  await know("falcon status", "Project/Project Falcon", "status", "running");
  await know("garden status", "Project/Garden Project", "status", "late");
  await know("anns salary", "Person/Ann", "salary", "50,000");
  await know("ann likes", "Person/Ann", "likes", "chess");
  await know("bens salary", "Person/Ben", "salary", "40,000");
  await know("ann lees salary", "Person/Ann Lee", "salary", "70,000");
  return names;
}

describe("what a request to forget matches", () => {
  let room: Room;
  let names: Map<string, string>;
  beforeAll(async () => {
    room = await openRoom(whole);
    names = await fill(room);
  });

  it.each([
    ["my address", ["address", "address fact"]],
    ["forget everything I told you about my address", ["address", "address fact"]],
    ["Ben's address", ["bens address", "bens address fact"]],
    [
      "everything about Project Falcon",
      ["Project/Project Falcon", "falcon budget", "falcon kickoff", "falcon lead", "falcon status"],
    ],
    ["project falcon", ["Project/Project Falcon", "falcon budget", "falcon kickoff", "falcon lead", "falcon status"]],
    ["the budget of Project Falcon", ["falcon budget"]],
    ["Ann's salary", ["anns salary"]],
    ["what I said about my knee surgery", ["knee"]],
    ["my phone number", ["phone number"]],
    ["where I live", ["residence fact"]],
    ["green tea", ["tea"]],
    ["my swimming trophy", []],
    ["Zoe", []],
    ["Ben's salary", ["bens salary"]],
    ["everything about Ann", ["Person/Ann", "ann likes", "anns salary", "falcon kickoff", "falcon lead"]],
    ["everything about Ann Lee", ["Person/Ann Lee", "ann lees salary"]],
    ["Ann and Project Falcon", ["falcon kickoff", "falcon lead"]],
    ["the garden project", ["other project", "garden status", "Project/Garden Project"]],
    ["my phone", ["phone", "phone number"]],
    ["my knee", ["knee", "knee bump"]],
    ["all information about Ben", ["Person/Ben", "bens address", "bens address fact", "bens salary"]],
    ["that I moved house", ["move"]],
    ["the IP address of the server", ["ip address"]],
    // Nothing else is known of her.
    ["salary", ["anns salary", "bens salary", "ann lees salary", "Person/Ann Lee"]],
    ["Ann's address", []],
    ["my salary", []],
    // A word that nothing known holds narrows to nothing: too little is forgotten sooner than too much.
    ["my home address on Elm Street", []],
  ])("%s", async (query, expected) => {
    const { refs, deleted } = await room.service.forget(forgetRequest(query, { dryRun: true }), room.all);
    expect(refs.map((ref) => names.get(ref.id) ?? ref.label.replace(/ \(with .*/, "")).sort()).toEqual(expected.sort());
    expect(deleted).toBe(expected.length);
  });

  it("changes nothing in a dry run", async () => {
    const { deleted } = await room.service.forget(forgetRequest("Project Falcon", { dryRun: true, purge: true }), room.all);
    expect(deleted).toBe(5);
    expect((await room.service.query(queryRequest("falcon budget", { mode: "bm25" }), room.all)).hits).not.toEqual([]);
  });
});

describe("forgetting", () => {
  const addressed = "My address is 12 Elm Street, Springfield.";
  const forget = (room: Room, query: string, over = {}) => room.service.forget(forgetRequest(query, over), room.all);
  const found = async (room: Room, query: string) =>
    (await room.service.query(queryRequest(query, { includeDuplicates: true }), room.all)).hits.map((hit) => hit.text);

  it.each([false, true])("matches what its preview did, once, and nothing of it is found again (purge: %s)", async (purge) => {
    const room = await openRoom(whole);
    const { turn, facts } = await room.tell(addressed, ["Person/user", "address", "12 Elm Street"]);
    await room.say("I drink tea.");
    const preview = await forget(room, "my address", { dryRun: true, purge });
    const done = await forget(room, "my address", { purge });
    expect(preview.refs.map(({ id, label }) => (label.startsWith("Person/user") ? "Person/user" : id)).sort()).toEqual(
      ["Person/user", turn, ...facts].sort(),
    );
    expect([preview.deleted, done.deleted]).toEqual([3, 3]);
    expect(done.refs).toEqual(preview.refs);
    expect([preview.receipt, done.receipt !== null]).toEqual([null, purge]);
    expect(await found(room, "address")).toEqual(["I drink tea."]);
    expect((await forget(room, "my address", { purge })).deleted).toBe(0);
  });

  it("leaves the traces of what the caller may not forget as a whole", async () => {
    const room = await openRoom(whole);
    for (const path of ["a", "b"]) {
      await whole.auth.registerScope(
        { path, displayName: "", description: "", contextId: "", operation: null },
        by(room, { "scope:create": ["/"] }),
      );
    }
    const scopes = scopeSetMessage([["a"], ["b"]]);
    await room.say("The falcon is grey.", { scopes });
    const { trace } = await room.service.query(queryRequest("falcon", { mode: "bm25" }), room.all);
    const narrow = by(room, { "memory:forget": ["a"], "memory:read": ["a"] });
    expect((await room.service.forget(forgetRequest("falcon", { purge: true }), narrow)).deleted).toBe(0);
    const kept = await room.service.getTrace({ id: trace?.id ?? "" }, room.all);
    expect([kept.query, kept.hits.length]).toEqual(["falcon", 1]);
  });

  it("takes the words that a fact was read from along", async () => {
    const room = await openRoom(whole);
    const { turnId, extraction } = await room.remember({ text: "Ann: I live in Boston." });
    const { refs } = await forget(room, "Ann's residence");
    const ann = extraction?.entities[0]?.id;
    expect(refs.map(({ id }) => id).sort()).toEqual([extraction?.attributes[0]?.id, ann, turnId].sort());
  });

  it("is complete beyond the pool of candidates", async () => {
    const room = await openRoom(whole, { over: { settings: { poolSize: 10 } } });
    const note = (project: string) => (_: unknown, i: number) => ({
      role: "user",
      content: `Project ${project}, note ${i}: all is well.`,
      ts: "",
    });
    const messages = [...Array.from({ length: 120 }, note("Falcon")), ...Array.from({ length: 30 }, note("Heron"))];
    await whole.ingest.rememberBatch(
      {
        ...{ messages, infer: "none", extract: "per_message", scopes: null, labels: [], sessionId: "", respondAsync: false },
        ...{ idempotencyKey: "", requestHash: new Uint8Array() },
      },
      room.all,
    );
    expect((await forget(room, "Project Falcon", { dryRun: true })).deleted).toBe(120);
    expect((await forget(room, "Project Falcon")).deleted).toBe(120);
    expect((await forget(room, "everything about notes", { dryRun: true })).deleted).toBe(30);
  });

  it("lies in the region where the caller may forget, which need not be one where it may read", async () => {
    const room = await openRoom(whole);
    const within = (path: string) => by(room, { "memory:write": [path] });
    const own = await room.say("My address is 12 Elm Street.", {}, within("org/a"));
    const other = await room.say("My address is 7 Elm Street.", {}, within("org/b"));
    const forgetter = by(room, { "memory:forget": ["org/a"] });
    const { refs } = await room.service.forget(forgetRequest("my address"), forgetter);
    expect(refs).toMatchObject([{ id: own, kind: "memory_chunk", label: "", matchedBy: "words" }]);
    const left = await room.service.query(queryRequest("address"), room.all);
    expect(left.hits.map((hit) => hit.id)).toEqual([other]);
    const reader = by(room, { "memory:read": ["/"] });
    await expect(room.service.forget(forgetRequest("my address"), reader)).rejects.toMatchObject({ code: "forbidden" });
    const outside = forgetRequest("my address", { lens: scopeSetMessage([["org/c"]]) });
    await expect(room.service.forget(outside, forgetter)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("answers a repeated request as the first time, though nothing matches any more", async () => {
    const room = await openRoom(whole);
    await room.say(addressed);
    const operation = { id: "once", hash: new Uint8Array([1]) };
    const first = await forget(room, "my address", { operation });
    const again = await forget(room, "my address", { operation });
    expect([first.deleted, again.deleted, again.replayed]).toEqual([1, 1, true]);
    await expect(forget(room, "my phone", { operation: { id: "once", hash: new Uint8Array([2]) } })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("keeps the same text from being learned again, where that is asked for", async () => {
    const [kept, plain] = [await openRoom(whole), await openRoom(whole)];
    const text = "Ann: I live in Boston.";
    for (const room of [kept, plain]) {
      await room.remember({ text });
      expect((await forget(room, "Boston", { purge: true, keepForgotten: room === kept })).deleted).toBeGreaterThan(0);
      await room.remember({ text });
    }
    expect(await found(kept, "Where does Ann live?")).toEqual([]);
    expect(await found(plain, "Where does Ann live?")).not.toEqual([]);
  });

  it("purges the reply of a chat under way, which is stored when its source is gone", async () => {
    let purge = async (): Promise<unknown> => undefined;
    const room = await openRoom(whole, {
      speak: async function* () {
        yield { text: "Ann has a " };
        await purge();
        yield { text: "parrot [S1]." };
      },
    });
    await room.say("Ann has a parrot.");
    purge = () => room.service.forget(forgetRequest("parrot", { purge: true }), room.all);
    const writer = by(room, { "memory:read": ["/"], "memory:write": ["/"] });
    const { done } = await converse(room, chatRequest("What pet does Ann have?"), writer);
    expect(done).toMatchObject({ reply: "Ann has a parrot [S1].", stored: true, replyTurnId: "" });
    expect(done.degraded).toEqual(["storage: what the reply was made of was forgotten meanwhile, and it is not kept"]);
    expect((await room.turns(done.sessionId)).map((turn) => turn.id)).toEqual([done.userTurnId]);
    expect(await room.service.getTrace({ id: done.traceId }, room.all)).toMatchObject({ responseText: "", query: "", hits: [] });
  });

  it("purges the reply of a chat under way, which is stored after replies were looked for", async () => {
    let chatted: Awaited<ReturnType<typeof converse>> | undefined;
    const forgetRecords: typeof whole.graph.forgetRecords = async (request, call) => {
      chatted ??= await converse(room, chatRequest("What pet does Ann have?"));
      return whole.graph.forgetRecords(request, call);
    };
    const room = await openRoom(whole, { speak: saying("A parrot [S1]."), over: { graph: { ...whole.graph, forgetRecords } } });
    await room.say("Ann has a parrot.");
    await room.service.forget(forgetRequest("parrot", { purge: true }), room.all);
    const { sessionId, userTurnId, replyTurnId, traceId } = chatted?.done ?? { sessionId: "", traceId: "" };
    expect(replyTurnId).toMatch(/^turn:/);
    expect((await room.turns(sessionId)).map((turn) => turn.id)).toEqual([userTurnId]);
    expect(await room.service.getTrace({ id: traceId }, room.all)).toMatchObject({ responseText: "", hits: [] });
  });

  it("purges replies that were made of it, and takes the texts out of traces and caches", async () => {
    const room = await openRoom(whole, { speak: saying("It is 12 Elm Street [S1].") });
    const passage = await room.say("My address is 12 Elm Street.");
    const { done } = await converse(room, chatRequest("Do I live at 12 Elm Street?"));
    const { refs } = await forget(room, "my address", { purge: true });
    expect(refs.map(({ id }) => id).sort()).toEqual([passage, done.replyTurnId].sort());
    expect((await room.turns(done.sessionId)).map((turn) => turn.id)).toEqual([done.userTurnId]);
    const response = await room.service.getTrace({ id: done.traceId }, room.all);
    expect(response).toMatchObject({ query: "", responseText: "", hits: [] });
    const recalled = await room.service.getTrace({ id: response.parents[0] ?? "" }, room.all);
    expect(recalled).toMatchObject({ query: "", hits: [] });
    const { done: after } = await converse(room, chatRequest("Do I live at 12 Elm Street?"));
    expect(room.asked.at(-1)?.sources).toEqual([]);
    expect(after.citations).toEqual([]);
  });

  it.each([
    ["/", false],
    ["a", true],
  ])("purges replies after a purge that nobody followed, within what its author may forget (%s)", async (path, isKept) => {
    const room = await openRoom(whole, { speak: saying("A parrot [S1].") });
    const scope = { path: "a", displayName: "", description: "", contextId: "", operation: null };
    await whole.auth.registerScope(scope, by(room, { "scope:create": ["/"] }));
    const passage = await room.say("Ann has a parrot.", { scopes: scopeSetMessage([["a"]]) });
    const { done } = await converse(room, chatRequest("What pet does Ann have?"));
    const request = { matches: [], ids: [passage], purge: true, dryRun: false, keepForgotten: false, reason: "", operation: null };
    const { receipt } = await whole.graph.forgetRecords(request, by(room, { "memory:forget": [path] }));
    const own = asService(room.all, room.contextId);
    const follow = () => room.service.followPurge({ receipt: receipt?.id ?? "" }, own);
    expect((await follow()).affected).toBeGreaterThan(0);
    expect((await room.turns(done.sessionId)).map((turn) => turn.id).includes(done.replyTurnId)).toBe(isKept);
    expect(await room.service.getTrace({ id: done.traceId }, room.all)).toMatchObject({ responseText: "", hits: [] });
    expect((await follow()).affected).toBe(0);
  });

  it("purges what was hidden before", async () => {
    const room = await openRoom(whole);
    const passage = await room.say(addressed);
    await forget(room, "my address");
    const rows = () =>
      whole.database.inContext(room.contextId, (tx) => tx.query(sql`select id from graph.turn where ctx = ${room.contextId}`));
    expect(await rows()).toHaveLength(1);
    const request = {
      matches: [],
      ids: [passage],
      purge: true,
      dryRun: false,
      keepForgotten: false,
      reason: "",
      operation: null,
    };
    expect((await whole.graph.forgetRecords(request, room.all)).deleted).toBe(1);
    expect(await rows()).toEqual([]);
  });
});
