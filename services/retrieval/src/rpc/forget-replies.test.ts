import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { presentTime } from "@loci/platform/messages";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { by, chatRequest, converse, forgetRequest, openRoom, queryRequest, reflectRequest, saying } from "../testing/room.ts";
import type { Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const answer = "Pavel lives in Hushville [S1].";

async function told(): Promise<Room> {
  const room = await openRoom(whole, { speak: saying(answer) });
  await room.remember({ text: "Pavel lives in Hushville." });
  return room;
}

/** All that is shown of a session, and of a trace. */
async function shown(room: Room, sessionId: string, traceId: string): Promise<string> {
  const { sessions } = await whole.graph.listSessions({ limit: 10, offset: 0 }, room.all);
  const context = { sessionId, query: "", k: 5, maxTokens: 0, time: presentTime, includeEnded: false };
  const trace = await room.service.getTrace({ id: traceId }, room.all);
  return JSON.stringify([
    sessions,
    await room.turns(sessionId),
    await room.service.sessionContext(context, room.all),
    trace.responseText,
    await room.service.listTraces(
      { kind: "response", keyId: "", sessionId: "", principal: "", since: "", until: "", limit: 10 },
      room.all,
    ),
  ]);
}

describe("a forgetting without purge", () => {
  it("withholds the replies that were made of what goes, wherever they are shown", async () => {
    const room = await told();
    const { done } = await converse(room, chatRequest("Where does Pavel live?"));
    expect(await shown(room, done.sessionId, done.traceId)).toContain("Hushville");
    const preview = await room.service.forget(forgetRequest("Pavel lives in Hushville", { dryRun: true }), room.all);
    expect(await shown(room, done.sessionId, done.traceId)).toContain("Hushville");
    const forgotten = await room.service.forget(forgetRequest("Pavel lives in Hushville"), room.all);
    expect(forgotten.refs).toEqual(preview.refs);
    expect(forgotten.refs.map(({ id }) => id)).toContain(done.replyTurnId);
    expect(forgotten.deleted).toBe(4);
    const left = await shown(room, done.sessionId, done.traceId);
    expect(left).not.toContain("Hushville");
    expect(left).toContain("Where does Pavel live?");
    expect(await room.service.getTrace({ id: done.traceId }, room.all)).toMatchObject({ responseText: "[forgotten]" });
    const purged = await room.service.forget(forgetRequest("Pavel lives in Hushville", { purge: true }), room.all);
    expect(purged.deleted).toBe(4);
    expect(purged.refs.map(({ id }) => id).sort()).toEqual(forgotten.refs.map(({ id }) => id).sort());
  });

  it("leaves an extractive reply that cites nothing of what goes, though it was found as well", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "The key to the shed hangs behind the door." });
    const beside = await room.remember({ text: "The shed needs a new roof." });
    const { done } = await converse(room, chatRequest("Where is the key to the shed?"));
    const { parents } = await room.service.getTrace({ id: done.traceId }, room.all);
    const found = await room.service.getTrace({ id: parents[0] ?? "" }, room.all);
    expect(found.hits.map(({ id }) => id)).toContain(beside.turnId);
    const { refs } = await room.service.forget(forgetRequest("The shed needs a new roof"), room.all);
    expect(refs.map(({ id }) => id)).toContain(beside.turnId);
    expect(refs.map(({ id }) => id)).not.toContain(done.replyTurnId);
    const gone = await room.service.forget(forgetRequest("The key to the shed hangs behind the door"), room.all);
    expect(gone.refs.map(({ id }) => id)).toContain(done.replyTurnId);
  });

  it("gives the reply to no later prompt of the session", async () => {
    const room = await told();
    const { done } = await converse(room, chatRequest("Where does Pavel live?"));
    await room.service.forget(forgetRequest("Pavel lives in Hushville"), room.all);
    await converse(room, chatRequest("What did I ask?", { sessionId: done.sessionId }));
    expect(JSON.stringify(room.asked.at(-1))).not.toContain("Hushville");
  });

  it("withholds replies for which a model was shown what was said before in their session, or how to answer", async () => {
    const room = await openRoom(whole, { speak: saying("He may be one.") });
    const first = await converse(room, chatRequest("Is Quizzelbert the traitor?"));
    const { sessionId } = first.done;
    const second = await converse(room, chatRequest("And Mina?", { sessionId }));
    const { refs } = await room.service.forget(forgetRequest("Is Quizzelbert the traitor"), room.all);
    expect(refs.map(({ id }) => id)).toContain(second.done.replyTurnId);
    await room.remember({ text: "Always call me Captain Falcon." });
    const third = await converse(room, chatRequest("Who is there?", { sessionId }));
    const manner = await room.service.forget(forgetRequest("Always call me Captain Falcon", { purge: true }), room.all);
    expect(manner.refs.map(({ id }) => id)).toContain(third.done.replyTurnId);
  });

  it.each([false, true])(
    "takes back a reply for which a model was shown what is forgotten meanwhile (purge: %s)",
    async (purge) => {
      let forget = async (): Promise<unknown> => undefined;
      const room = await openRoom(whole, {
        speak: async function* () {
          await forget();
          yield { text: "He may be one." };
        },
      });
      const first = await converse(room, chatRequest("Is Quizzelbert the traitor?"));
      forget = () => room.service.forget(forgetRequest("Is Quizzelbert the traitor", { purge }), room.all);
      const { done } = await converse(room, chatRequest("And Mina?", { sessionId: first.done.sessionId }));
      expect(done).toMatchObject({ replyTurnId: "", degraded: [expect.stringMatching("forgotten meanwhile")] });
    },
  );

  it("withholds a reply that was made of a fact which goes along with its words", async () => {
    const room = await openRoom(whole, { speak: saying("In Hushville [S1].") });
    const { extraction } = await room.remember({ text: "Pavel moved from Riga to Hushville." });
    const facts = extraction?.attributes.filter(({ value }) => value === "Hushville").map(({ id }) => id) ?? [];
    const { done } = await converse(room, chatRequest("Where does Pavel live?"));
    const { refs } = await room.service.forget(forgetRequest("Pavel moved from Riga"), room.all);
    expect(refs).toContainEqual(expect.objectContaining({ id: facts[0], matchedBy: "along" }));
    expect(refs.map(({ id }) => id)).toContain(done.replyTurnId);
  });

  it("withholds a question that says what is forgotten, and what was reflected of it, in their traces", async () => {
    const room = await told();
    const { done } = await converse(room, chatRequest("Does Pavel live in Hushville?"));
    const { traceId } = await room.service.reflect(reflectRequest("Where does Pavel live?"), room.all);
    const { parents } = await room.service.getTrace({ id: done.traceId }, room.all);
    const asRemembered = await room.say("Pavel lives in Hushville, I said.");
    const { refs } = await room.service.forget(forgetRequest("Hushville"), room.all);
    expect(refs.map(({ id }) => id)).toContain(asRemembered);
    expect(await room.service.getTrace({ id: traceId }, room.all)).toMatchObject({ responseText: "[forgotten]" });
    expect(await room.service.getTrace({ id: done.traceId }, room.all)).toMatchObject({ responseText: "[forgotten]" });
    expect(parents).toHaveLength(1);
  });

  it("forgets the reply of a chat under way, which is stored when its source is gone", async () => {
    let forget = async (): Promise<unknown> => undefined;
    const room = await openRoom(whole, {
      speak: async function* () {
        yield { text: "Ann has a " };
        await forget();
        yield { text: "parrot [S1]." };
      },
    });
    await room.say("Ann has a parrot.");
    forget = () => room.service.forget(forgetRequest("parrot"), room.all);
    const writer = by(room, { "memory:read": ["/"], "memory:write": ["/"] });
    const { done } = await converse(room, chatRequest("What pet does Ann have?"), writer);
    expect(done).toMatchObject({ stored: true, replyTurnId: "" });
    expect((await room.turns(done.sessionId)).map((turn) => turn.id)).toEqual([done.userTurnId]);
    expect(await room.service.getTrace({ id: done.traceId }, room.all)).toMatchObject({ responseText: "[forgotten]" });
  });

  it.each([false, true])("keeps later replies that are made of what is left of a text (purge: %s)", async (purge) => {
    const room = await openRoom(whole, { speak: saying("In Narvik [S1].") });
    await room.remember({ text: "Knut lives in Narvik, earns 48,000 a year and plays the tuba." });
    await room.service.forget(forgetRequest("how much Knut earns", { purge }), room.all);
    const { done } = await converse(room, chatRequest("Where does Knut live?"));
    expect(done.replyTurnId).toMatch(/^turn:/);
    expect((await room.service.query(queryRequest("Narvik"), room.all)).hits).not.toEqual([]);
  });
});
