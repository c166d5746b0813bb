import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Grants } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { by, chatRequest, converse, openRoom, reflectRequest, type Room, type Speak } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const under = (...clauses: string[][]) => scopeSetMessage(clauses);
const within = (paths: string[], write = paths): Grants => ({ "memory:read": paths, "memory:write": write });

/** A model that repeats how it was told to answer, and what was said before. */
const repeating: Speak = async function* ({ instructions, history }) {
  yield { text: [...instructions, ...history.map(({ content }) => content)].join(" ") || "Nothing." };
};

async function openScopes(speak?: Speak): Promise<Room> {
  const room = await openRoom(whole, speak ? { speak } : {});
  const scope = (path: string) => ({ path, displayName: "", description: "", contextId: "", operation: null });
  for (const path of ["org", "org/a", "org/b"]) await whole.auth.registerScope(scope(path), by(room, { "scope:create": ["/"] }));
  return room;
}

/** What of a session's turns a reader of some paths is told. */
async function turnsFor(room: Room, sessionId: string, ...paths: string[]): Promise<string[]> {
  const { turns } = await whole.graph.listTurns({ sessionId, limit: 100, offset: 0, newestFirst: false }, by(room, within(paths)));
  return turns.map(({ content }) => content);
}

describe("a chat's reply", () => {
  const question = "Where does Mina work?";

  it.each([
    ["of scopes that are wider than its sources", { scopes: under(["org/a"]) }, ["org/a", "org/b"]],
    ["of no scopes, by who may write more than its sources", {}, ["org/b"]],
  ])("%s is kept for those who see its sources", async (_what, asked, source) => {
    const room = await openScopes();
    await room.remember({ text: "Mina works at Zorblatt.", infer: "full", scopes: under(source) });
    const { done } = await converse(room, chatRequest(question, asked), by(room, within(["org/a", "org/b"])));
    expect([done.reply, done.stored]).toEqual([expect.stringContaining("Zorblatt"), true]);
    expect(await turnsFor(room, done.sessionId, "org/a", "org/b")).toEqual([question, done.reply]);
    expect(await turnsFor(room, done.sessionId, "org/a")).toEqual([question]);
  });

  it("in a session of others is not theirs, nor is what is said of it later", async () => {
    const room = await openScopes();
    await room.remember({ text: "Mina works at Zorblatt.", infer: "full", scopes: under(["org/a", "org/b"]) });
    const both = by(room, within(["org/a", "org/b"]));
    const { id: sessionId } = await whole.graph.createSession(
      { scopes: under(["org/a"]), metadataJson: "", operation: null },
      both,
    );
    const first = await converse(room, chatRequest(question, { sessionId }), both);
    const second = await converse(room, chatRequest("Hello?", { sessionId, scopes: under(["org/a"]) }), both);
    expect(first.done.reply).toContain("Zorblatt");
    expect(await turnsFor(room, sessionId, "org/a", "org/b")).toEqual([question, first.done.reply, "Hello?", second.done.reply]);
    expect(await turnsFor(room, sessionId, "org/a")).toEqual([question, "Hello?"]);
  });

  it("is not kept, and says so, where the caller may not write for its readers", async () => {
    const room = await openScopes();
    await room.remember({ text: "Mina works at Zorblatt.", infer: "full", scopes: under(["org/b"]) });
    const reader = by(room, within(["org/a", "org/b"], ["org/a"]));
    const { done } = await converse(room, chatRequest(question), reader);
    expect([done.replyTurnId, done.degraded]).toEqual(["", [expect.stringMatching(/^storage: the reply was not stored/)]]);
    expect(await turnsFor(room, done.sessionId, "org/a", "org/b")).toEqual([question]);
  });

  it("of sources that all its readers see is kept as it was asked", async () => {
    const room = await openScopes();
    await room.remember({ text: "Mina works at Zorblatt.", infer: "full", scopes: under(["org/a"]) });
    const { done } = await converse(
      room,
      chatRequest(question, { scopes: under(["org/a"]) }),
      by(room, within(["org/a", "org/b"])),
    );
    expect(await turnsFor(room, done.sessionId, "org/a")).toEqual([question, done.reply]);
  });

  const manner = "Always call me Captain Falcon.";

  it("in the manner that others asked for is made for nobody whom it is not about", async () => {
    const room = await openScopes(repeating);
    await room.remember({ text: manner, infer: "full", scopes: under(["org/b"]) });
    const both = by(room, within(["org/a", "org/b"]));
    const { done } = await converse(room, chatRequest(question, { scopes: under(["org/a"]) }), both);
    expect(await turnsFor(room, done.sessionId, "org/a")).toEqual([question, "Nothing."]);
    const { reflection } = await room.service.reflect(reflectRequest(question, { lens: under(["org/a"]) }), both);
    expect(reflection).toBe("Nothing.");
  });

  /** What is recalled is of all readers: one fact and its words. */
  const oneFact = { k: 1 };

  it("in a manner that only some of its readers know of is kept for those", async () => {
    const room = await openScopes(repeating);
    await room.remember({ text: "Mina works at Zorblatt.", infer: "full", scopes: under(["org/a"], ["org/b"]) });
    await room.remember({ text: manner, infer: "full", scopes: under(["org/b"]) });
    const both = by(room, within(["org/a", "org/b"]));
    const { done } = await converse(room, chatRequest(question, { ...oneFact, scopes: under(["org/a"], ["org/b"]) }), both);
    expect(await turnsFor(room, done.sessionId, "org/b")).toEqual([question, manner]);
    expect(await turnsFor(room, done.sessionId, "org/a")).toEqual([question]);
  });

  it("obeys no manner by which the caller could not store it", async () => {
    const room = await openScopes(repeating);
    await room.remember({ text: "Mina works at Zorblatt.", infer: "full", scopes: under(["org/a"]) });
    await room.remember({ text: manner, infer: "full", scopes: under(["org"]) });
    const { done } = await converse(room, chatRequest(question, oneFact), by(room, within(["org"], ["org/a"])));
    expect(await turnsFor(room, done.sessionId, "org/a")).toEqual([question, "Nothing."]);
  });
});

describe("a session's context", () => {
  it("tells how those of its scopes want to be answered, and of nobody else", async () => {
    const room = await openScopes();
    await room.remember({ text: "Always call me Captain Falcon.", infer: "full", scopes: under(["org/b"]) });
    await room.remember({ text: "Always answer in German.", infer: "full", scopes: under(["org/a"]) });
    const both = by(room, within(["org/a", "org/b"]));
    const { id: sessionId } = await whole.graph.createSession(
      { scopes: under(["org/a"]), metadataJson: "", operation: null },
      both,
    );
    const asked = { sessionId, query: "", k: 0, maxTokens: 0, time: null, includeEnded: false };
    const { context } = await room.service.sessionContext(asked, both);
    expect(context).toContain("Always answer in German.");
    expect(context).not.toContain("Captain Falcon");
  });
});
