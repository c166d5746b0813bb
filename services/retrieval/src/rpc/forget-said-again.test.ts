import { param, sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { asService } from "@loci/platform/call";
import { presentTime, scopeSetMessage } from "@loci/platform/messages";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { by, chatRequest, converse, forgetRequest, openRoom, saying, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const fact = "Mina is allergic to the zorb vaccine since her childhood in Lisbon.";

/** A room that knows the fact and has returned it, and a session in which somebody says it again. */
async function saidAgain(role: string, text: (block: string) => string): Promise<{ room: Room; sessionId: string }> {
  const room = await openRoom(whole);
  await room.remember({ text: fact });
  await room.remember({ text: "Kurt keeps bees in Bergen." });
  const texts = [fact, "Kurt keeps bees in Bergen."];
  const scopes = texts.map(() => scopeSetMessage([["/"]]));
  await whole.graph.noteReturned({ texts, kind: "recall", scopes }, asService(room.all, room.contextId));
  const sessionId = await say(room, role, text(`<memory>\n- ${fact}\n- Kurt keeps bees in Bergen.\n</memory>`));
  return { room, sessionId };
}

/** @returns the session in which it was said */
async function say(room: Room, role: string, content: string, over = {}): Promise<string> {
  const asked = { infer: "full", extract: "per_message", scopes: null, labels: [], sessionId: "", respondAsync: false, ...over };
  const unkeyed = { idempotencyKey: "", requestHash: new Uint8Array() };
  const messages = [{ role, content, ts: "" }];
  return (await whole.ingest.rememberBatch({ ...asked, ...unkeyed, messages }, room.all)).sessionId;
}

/** All that is shown of a session. */
async function shown(room: Room, sessionId: string): Promise<string> {
  const context = { sessionId, query: "", k: 5, maxTokens: 0, time: presentTime, includeEnded: false };
  return JSON.stringify([
    await whole.graph.listSessions({ limit: 10, offset: 0 }, room.all),
    await room.turns(sessionId),
    await room.service.sessionContext(context, room.all),
  ]);
}

/** The rows of turns and of withheld words. */
async function stored(room: Room): Promise<string> {
  const ctx = param(room.contextId);
  const rows = await whole.database.inContext(room.contextId, (tx) =>
    tx.query<{ row: string }>(sql`select to_jsonb(t)::text as row from graph.turn t where ctx = ${ctx}
        union all select to_jsonb(w)::text from graph.withheld w where ctx = ${ctx}`),
  );
  return rows.map(({ row }) => row).join("\n");
}

describe("what is said again", () => {
  it.each([
    ["an answer", "assistant", () => fact],
    ["a quotation", "user", () => `You told me: "${fact}"`],
    ["a pasted block", "user", (block: string) => block],
    ["a question", "user", () => "Is Mina allergic to the zorb vaccine?"],
    ["a tool's result", "tool", () => JSON.stringify({ text: fact })],
  ])("goes with a forgetting and a purge: %s", async (_, role, text) => {
    const { room, sessionId } = await saidAgain(role, text);
    const [turn] = await room.turns(sessionId);
    expect(turn).toMatchObject({ extraction: "silent" });
    expect(await shown(room, sessionId)).toContain("zorb");
    const preview = await room.service.forget(forgetRequest("Mina is allergic to the zorb vaccine", { dryRun: true }), room.all);
    expect(await shown(room, sessionId)).toContain("zorb");
    const done = await room.service.forget(forgetRequest("Mina is allergic to the zorb vaccine"), room.all);
    expect([done.deleted, done.refs]).toEqual([preview.deleted, preview.refs]);
    expect(done.refs).toContainEqual(expect.objectContaining({ id: turn?.id }));
    expect(await shown(room, sessionId)).not.toContain("zorb");
    expect(await stored(room)).toContain("zorb");
    await room.service.forget(forgetRequest("Mina is allergic to the zorb vaccine", { purge: true }), room.all);
    expect(await stored(room)).not.toContain("zorb");
  });

  it("keeps what else is said in the same text", async () => {
    const { room, sessionId } = await saidAgain("user", (block) => block);
    await room.service.forget(forgetRequest("zorb", { purge: true }), room.all);
    expect(await shown(room, sessionId)).not.toContain("zorb");
    expect((await room.turns(sessionId))[0]?.content).toContain("Kurt keeps bees in Bergen.");
    expect(await stored(room)).not.toContain("zorb");
  });

  it("goes also where nothing else is known", async () => {
    const room = await openRoom(whole);
    const sessionId = await say(room, "user", "Is Mina allergic to the zorb vaccine?");
    expect((await room.service.forget(forgetRequest("zorb", { purge: true }), room.all)).deleted).toBe(1);
    expect(await room.turns(sessionId)).toEqual([]);
    expect((await room.service.forget(forgetRequest("zorb", { purge: true }), room.all)).deleted).toBe(0);
  });

  it("reaches no further than the caller may forget", async () => {
    const room = await openRoom(whole);
    const scope = (path: string) => ({ path, displayName: "", description: "", contextId: "", operation: null });
    for (const path of ["a", "b"]) await whole.auth.registerScope(scope(path), by(room, { "scope:create": ["/"] }));
    for (const paths of [[["a"]], [["b"]], [["a"], ["b"]]])
      await say(room, "user", "Is the zorb grey?", { scopes: scopeSetMessage(paths) });
    const narrow = by(room, { "memory:forget": ["a"], "memory:read": ["a"] });
    expect((await room.service.forget(forgetRequest("zorb"), narrow)).deleted).toBe(1);
    const lens = scopeSetMessage([["b"]]);
    expect((await room.service.forget(forgetRequest("zorb", { dryRun: true, lens }), room.all)).deleted).toBe(2);
  });

  it("finds it among more than a page", async () => {
    const room = await openRoom(whole);
    const messages = Array.from({ length: 230 }, (_, i) => ({ role: "user", content: `Is crate ${i} at the harbour?`, ts: "" }));
    const batch = { infer: "full", extract: "per_message", scopes: null, labels: [], sessionId: "", respondAsync: false };
    await whole.ingest.rememberBatch({ ...batch, messages, idempotencyKey: "", requestHash: new Uint8Array() }, room.all);
    expect((await room.service.forget(forgetRequest("crate 229"), room.all)).deleted).toBe(1);
    expect((await room.service.forget(forgetRequest("harbour"), room.all)).deleted).toBe(229);
  });

  it("does not keep what only means it, where a question has the words", async () => {
    const room = await openRoom(whole);
    const meant = await room.say("My physician is in Bergen.");
    await say(room, "user", "Where is my doctor?");
    const { refs } = await room.service.forget(forgetRequest("my doctor", { dryRun: true }), room.all);
    expect(refs.map(({ id }) => id)).toContain(meant);
    expect(refs).toHaveLength(2);
  });

  it("takes a reply that was made of what goes as a whole, though only a part of it has the words", async () => {
    const room = await openRoom(whole, { speak: saying("Pavel lives in Hushville [S1]. The weather there is mild and rainy.") });
    await room.remember({ text: "Pavel lives in Hushville." });
    const { done } = await converse(room, chatRequest("Where does Pavel live?"));
    const { refs } = await room.service.forget(forgetRequest("Pavel lives in Hushville"), room.all);
    expect(refs).toContainEqual(expect.objectContaining({ id: done.replyTurnId, extent: "whole" }));
  });
});
