import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { caller, loci, openRoom, scopes, turn, within, write, type Room } from "../testing/room.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const create = (ctx: string, over: Partial<graph.CreateSessionRequest> = {}, call = caller(ctx)) =>
  room.service.createSession({ scopes: null, metadataJson: "", operation: null, ...over }, call);
const listed = (ctx: string, call = caller(ctx)) => room.service.listSessions({ limit: 0, offset: 0 }, call);
const turns = (ctx: string, sessionId: string, over: Partial<graph.ListTurnsRequest> = {}, call = caller(ctx)) =>
  room.service.listTurns({ sessionId, limit: 0, offset: 0, newestFirst: false, ...over }, call);
const vector = new Uint8Array(new Float32Array([1]).buffer);

describe("a session", () => {
  it("is made under the caller's write region or a selector within it, with what it is told to remember", async () => {
    const ctx = room.context();
    const wide = await create(ctx, {}, within(ctx, "a", "b"));
    expect(wide).toMatchObject({ scopes: scopes(["a"], ["b"]), metadataJson: "{}", turns: 0, lastTurnAt: "", state: "open" });
    const narrow = await create(ctx, { scopes: scopes(["a"]), metadataJson: '{"topic": "😀"}' });
    expect(await room.service.getSession({ id: narrow.id }, within(ctx, "a"))).toEqual(narrow);
    await expect(room.service.getSession({ id: narrow.id }, within(ctx, "c"))).rejects.toMatchObject({ code: "not_found" });
    await expect(create(ctx, { scopes: scopes(["c"]) }, within(ctx, "a"))).rejects.toMatchObject({ code: "forbidden" });
    expect((await listed(ctx)).sessions.map(({ id }) => id)).toEqual([narrow.id, wide.id]);
    expect(await listed(ctx, within(ctx, "b"))).toMatchObject({ total: 1, sessions: [{ id: wide.id }] });
    expect(await room.service.listSessions({ limit: 1, offset: 9 }, caller(ctx))).toEqual({ sessions: [], total: 2 });
  });

  it.each([["[1]"], ["{"], ['"x"'], ["null"], ['{"a":"\\u0000"}'], [JSON.stringify({ a: "x".repeat(16_384) })]])(
    "with metadata %p is refused",
    async (metadataJson) => {
      await expect(create(room.context(), { metadataJson })).rejects.toMatchObject({
        code: "invalid",
        fields: [{ pointer: "/metadata" }],
      });
    },
  );

  it("that is asked for twice under one operation id is one", async () => {
    const ctx = room.context();
    const operation = { id: "op", hash: new Uint8Array([1]) };
    const first = await create(ctx, { operation });
    expect(await create(ctx, { operation })).toEqual(first);
    await expect(create(ctx, { operation: { id: "op", hash: new Uint8Array([2]) } })).rejects.toMatchObject({ code: "conflict" });
    expect((await listed(ctx)).total).toBe(1);
  });

  it("tells what was said in it, in pages from either end, of what the caller sees", async () => {
    const ctx = room.context();
    const { id } = await create(ctx);
    await room.service.writeMemory(write({ sessionId: id, turns: [turn("one"), turn("two")] }), caller(ctx));
    await room.service.writeMemory(write({ sessionId: id, turns: [turn("three")], scopes: scopes(["a"]) }), caller(ctx));
    const said = async (over = {}, call = caller(ctx)) =>
      (await turns(ctx, id, over, call)).turns.map(({ seq, content }) => `${seq} ${content}`);
    expect(await said()).toEqual(["0 one", "1 two", "2 three"]);
    expect(await said({ newestFirst: true, limit: 2 })).toEqual(["2 three", "1 two"]);
    expect(await said({ offset: 1, limit: 1 })).toEqual(["1 two"]);
    expect(await room.service.getSession({ id }, caller(ctx))).toMatchObject({
      turns: 3,
      lastTurnAt: expect.stringMatching(/^2025/),
    });
    await expect(turns(ctx, id, { limit: 501 })).rejects.toMatchObject({ code: "invalid" });
    await expect(turns(ctx, id, {}, within(ctx, "a"))).rejects.toMatchObject({ code: "not_found" });
  });

  it("tells long turns in pages of some MiB, one turn at least", async () => {
    const ctx = room.context();
    const long = (letter: string) => turn(letter.repeat(3_000_000));
    const { sessionId } = await room.service.writeMemory(write({ turns: ["a", "b", "c"].map(long) }), caller(ctx));
    const seqs = async (over: Partial<graph.ListTurnsRequest>) => {
      const page = await turns(ctx, sessionId, { limit: 10, ...over });
      return [page.turns.map(({ seq }) => seq), page.total];
    };
    expect(await seqs({})).toEqual([[0, 1], 3]);
    expect(await seqs({ offset: 2 })).toEqual([[2], 3]);
    expect(await seqs({ newestFirst: true })).toEqual([[2, 1], 3]);
  });

  it("counts no turn that was erased, and gives its number to no other", async () => {
    const ctx = room.context();
    const all = caller(ctx, { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] });
    const said = await room.service.writeMemory(write({ turns: [turn("one"), turn("two"), turn("three")] }), all);
    const id = said.sessionId;
    const gone = said.turnIds.slice(2);
    const manner = { purge: true, dryRun: false, keepForgotten: false, matches: [], reason: "", operation: null };
    await room.service.forgetRecords({ ids: gone, ...manner }, all);
    expect(await room.service.getSession({ id }, all)).toMatchObject({ turns: 2 });
    expect(await listed(ctx)).toMatchObject({ total: 1, sessions: [{ id, turns: 2 }] });
    expect(await turns(ctx, id)).toMatchObject({ total: 2, turns: [{ seq: 0 }, { seq: 1 }] });
    await room.service.writeMemory(write({ sessionId: id, turns: [turn("four")] }), all);
    expect(await turns(ctx, id)).toMatchObject({ total: 3, turns: [{ seq: 0 }, { seq: 1 }, { seq: 3, content: "four" }] });
    const purged = await room.database.inContext(ctx, (tx) =>
      tx.query(sql`select id, session_id from graph.purged where ctx = ${ctx} and session_id <> ''`),
    );
    expect(purged).toEqual([{ id: gone[0], session_id: id }]);
  });

  it("is called by its first words, as far as the reader sees them and until they are forgotten", async () => {
    const ctx = room.context();
    const all = caller(ctx, { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] });
    const { id } = await create(ctx, {}, all);
    expect(await room.service.getSession({ id }, all)).toMatchObject({ title: "", preview: "" });
    const tell = async (content: string, ...paths: string[]) =>
      room.service.writeMemory(
        write({ sessionId: id, turns: [turn(content)], ...(paths.length > 0 && { scopes: scopes(paths) }) }),
        all,
      );
    const secret = "Knut earns 48,000 a year, and he plays the tuba.";
    const salary = { start: secret.indexOf("earns"), end: secret.indexOf(",", secret.indexOf("000")) };
    const { turnIds } = await tell(secret, "b");
    await tell("The band meets on Friday.");
    const headline = async (call = all) => (await listed(ctx, call)).sessions.map(({ title, preview }) => [title, preview]);
    expect(await headline()).toEqual([["Knut earns 48,000 a year, and he plays the tuba.", "The band meets on Friday."]]);
    const manner = { dryRun: false, keepForgotten: false, reason: "", operation: null };
    const match = { id: turnIds[0] ?? "", matchedBy: "words", score: 1, parts: [salary] };
    await room.service.forgetRecords({ ids: [], matches: [match], purge: false, ...manner }, all);
    expect(await headline()).toEqual([["Knut [forgotten] , and he plays the tuba.", "The band meets on Friday."]]);
    await room.service.forgetRecords({ ids: turnIds, matches: [], purge: true, ...manner }, all);
    expect(await headline()).toEqual([["The band meets on Friday.", ""]]);
    await room.service.deleteSession({ id, replies: [], purge: false, dryRun: false, operation: null }, all);
    expect(await headline()).toEqual([]);
  });

  it("tells not when a turn was written that the reader may not see", async () => {
    const ctx = room.context();
    const { id } = await create(ctx, { scopes: scopes(["a"], ["b"]) });
    const seen = async (path: string) => (await listed(ctx, within(ctx, path))).sessions[0]?.lastTurnAt;
    await room.service.writeMemory(
      write({ sessionId: id, turns: [turn("The office moves.")], scopes: scopes(["a"]) }),
      caller(ctx),
    );
    const first = await seen("a");
    room.clock.now += 60_000;
    await room.service.writeMemory(write({ sessionId: id, turns: [turn("Our prices rise.")], scopes: scopes(["b"]) }), caller(ctx));
    expect([await seen("a"), (await seen("b")) === first]).toEqual([first, false]);
  });

  it("is called by no words of a turn that the reader may not see", async () => {
    const ctx = room.context();
    const { id } = await create(ctx, { scopes: scopes(["a"], ["b"]) });
    await room.service.writeMemory(write({ sessionId: id, turns: [turn("Our prices rise.")], scopes: scopes(["b"]) }), caller(ctx));
    await room.service.writeMemory(
      write({ sessionId: id, turns: [turn("The office moves.")], scopes: scopes(["a"]) }),
      caller(ctx),
    );
    expect((await listed(ctx, within(ctx, "a"))).sessions).toMatchObject([{ turns: 1, title: "The office moves.", preview: "" }]);
    expect((await listed(ctx)).sessions).toMatchObject([{ turns: 2, title: "Our prices rise.", preview: "The office moves." }]);
  });

  it("keeps silent turns, which are no passages", async () => {
    const ctx = room.context();
    const silent = { extraction: "silent", embedding: vector } as const;
    const answer = await room.service.writeMemory(
      write({ turns: [turn("Where does Ada live?", silent), turn("In Oslo [S1].", { ...silent, role: "assistant" })] }),
      caller(ctx),
    );
    expect((await turns(ctx, answer.sessionId)).turns).toMatchObject([
      { content: "Where does Ada live?", extraction: "silent" },
      { role: "assistant" },
    ]);
    expect((await room.service.readFeed({ after: 0, limit: 10 }, loci(ctx))).records).toEqual([]);
    expect((await room.service.hydrate({ ids: answer.turnIds, time: null }, caller(ctx))).records).toEqual([]);
    const stored = await room.database.inContext(ctx, (tx) =>
      tx.query(sql`select own from graph.turn where ctx = ${ctx} order by seq`),
    );
    expect(stored).toEqual([{ own: false }, { own: true }]);
  });

  it("that was deleted takes no more turns, and is not there", async () => {
    const ctx = room.context();
    const { id } = await create(ctx);
    await room.database.inContext(ctx, (tx) => tx.query(sql`update graph.session set deleted_at = now() where ctx = ${ctx}`));
    const gone = { code: "not_found" };
    await expect(room.service.writeMemory(write({ sessionId: id, turns: [turn("x")] }), caller(ctx))).rejects.toMatchObject(gone);
    await expect(room.service.getSession({ id }, caller(ctx))).rejects.toMatchObject(gone);
    expect(await listed(ctx)).toEqual({ sessions: [], total: 0 });
  });
});
