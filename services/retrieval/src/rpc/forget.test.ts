import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { scopeSetMessage } from "@loci/platform/messages";
import { callOf, chatRequest, forgetRequest, openGrounds, openRoom, queryRequest, saying, type Grounds, type Room } from "../testing/room.ts";

let grounds: Grounds;
beforeAll(async () => void (grounds = await openGrounds()));
afterAll(() => grounds.close());

/** A small life: each record under the name by which a test expects it. */
function fill(room: Room): Map<string, string> {
  const names = new Map<string, string>();
  const say = (name: string, text: string) => names.set(room.say(text), name).size;
  say("address", "My address is 12 Elm Street, Springfield.");
  say("bens address", "Ben's address is 5 Oak Road.");
  say("ip address", "The server has the IP address 10.0.0.7.");
  say("move", "I moved house twice, it was exhausting.");
  say("falcon kickoff", "Project Falcon kicks off on Monday with Ann as its lead.");
  say("falcon budget", "The budget of Project Falcon is 40,000 euros.");
  say("other project", "The garden project is late again.");
  say("a falcon", "We saw a falcon above the park.");
  say("knee", "My knee surgery went well.");
  say("knee bump", "I bumped my knee against the table.");
  say("phone", "My phone is a Pixel.");
  say("phone number", "My phone number is 555 0100.");
  say("tea", "I drink green tea every morning.");
  names.set(room.know("user", "address", "12 Elm Street"), "address fact");
  names.set(room.know("user", "residence", "Springfield"), "residence fact");
  names.set(room.know("Ben", "address", "5 Oak Road"), "bens address fact");
  names.set(room.know("Project Falcon", "lead", "Ann", { entityType: "Project" }), "falcon lead");
  names.set(room.know("Project Falcon", "status", "running", { entityType: "Project" }), "falcon status");
  names.set(room.know("Garden Project", "status", "late", { entityType: "Project" }), "garden status");
  names.set(room.know("Ann", "salary", "50,000"), "anns salary");
  names.set(room.know("Ann", "likes", "chess"), "ann likes");
  names.set(room.know("Ben", "salary", "40,000"), "bens salary");
  names.set(room.know("Ann Lee", "salary", "70,000"), "ann lees salary");
  return names;
}

async function forgotten(query: string): Promise<string[]> {
  const room = openRoom(grounds);
  const names = fill(room);
  const { refs } = await room.service.forget(forgetRequest(query, { dryRun: true }), callOf(room.contextId));
  return refs.map((ref) => names.get(ref.id) ?? ref.label).sort();
}

describe("what a request to forget matches", () => {
  it.each([
    ["my address", ["address", "address fact"]],
    ["forget everything I told you about my address", ["address", "address fact"]],
    ["Ben's address", ["bens address", "bens address fact"]],
    ["everything about Project Falcon", ["Project Falcon (Project)", "falcon budget", "falcon kickoff", "falcon lead", "falcon status"]],
    ["project falcon", ["Project Falcon (Project)", "falcon budget", "falcon kickoff", "falcon lead", "falcon status"]],
    ["the budget of Project Falcon", ["falcon budget"]],
    ["Ann's salary", ["anns salary"]],
    ["what I said about my knee surgery", ["knee"]],
    ["my phone number", ["phone number"]],
    ["where I live", ["residence fact"]],
    ["green tea", ["tea"]],
    ["my swimming trophy", []],
    ["Zoe", []],
    ["Ben's salary", ["bens salary"]],
    ["everything about Ann", ["Ann (Person)", "ann likes", "anns salary", "falcon kickoff", "falcon lead"]],
    ["everything about Ann Lee", ["Ann Lee (Person)", "ann lees salary"]],
    ["Ann and Project Falcon", ["falcon kickoff", "falcon lead"]],
    ["the garden project", ["other project", "garden status", "Garden Project (Project)"]],
    ["my phone", ["phone", "phone number"]],
    ["my knee", ["knee", "knee bump"]],
    ["all information about Ben", ["Ben (Person)", "bens address", "bens address fact", "bens salary"]],
    ["that I moved house", ["move"]],
    ["the IP address of the server", ["ip address"]],
    ["salary", ["anns salary", "bens salary", "ann lees salary"]],
    ["Ann's address", []],
    ["my salary", []],
    // A word that nothing known holds narrows to nothing: too little is forgotten sooner than too much.
    ["my home address on Elm Street", []],
  ])("%s", async (query, expected) => {
    expect(await forgotten(query)).toEqual(expected.sort());
  });

  it("takes the words that a fact was read from along", async () => {
    const room = openRoom(grounds);
    const turn = room.say("At number 12 of Elm Street, that is where I stay.");
    const fact = room.know("user", "address", "12 Elm Street", { turnId: turn });
    await room.service.forget(forgetRequest("my address"), callOf(room.contextId));
    expect(new Set(room.forgets[0]?.ids)).toEqual(new Set([fact, turn]));
  });

  it("is complete beyond the pool of candidates", async () => {
    const room = openRoom(grounds, { poolSize: 10 });
    for (let i = 0; i < 120; i++) room.say(`Project Falcon, note ${i}: all is well.`);
    for (let i = 0; i < 30; i++) room.say(`Project Heron, note ${i}: all is well.`);
    const { deleted } = await room.service.forget(forgetRequest("Project Falcon", { dryRun: true }), callOf(room.contextId));
    expect(deleted).toBe(120);
  });

  it("lies in the region where the caller may forget, which need not be one where it may read", async () => {
    const room = openRoom(grounds);
    const own = room.say("My address is 12 Elm Street.", { scopes: scopeSetMessage([["org/a"]]) });
    room.say("My address is 7 Elm Street.", { scopes: scopeSetMessage([["org/b"]]) });
    await room.service.forget(forgetRequest("my address"), callOf(room.contextId, { "memory:forget": ["org/a"] }));
    expect(room.forgets[0]?.ids).toEqual([own]);
    const reader = callOf(room.contextId, { "memory:read": ["/"] });
    await expect(room.service.forget(forgetRequest("my address"), reader)).rejects.toMatchObject({ code: "forbidden" });
    const outside = forgetRequest("my address", { lens: scopeSetMessage([["org/c"]]) });
    await expect(room.service.forget(outside, callOf(room.contextId, { "memory:forget": ["org/a"] }))).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("forgetting", () => {
  it("previews without a change, and counts the same", async () => {
    const room = openRoom(grounds);
    room.say("My address is 12 Elm Street.");
    const call = callOf(room.contextId);
    const preview = await room.service.forget(forgetRequest("my address", { dryRun: true }), call);
    const done = await room.service.forget(forgetRequest("my address"), call);
    expect([preview.deleted, done.deleted]).toEqual([1, 1]);
    expect((await room.service.query(queryRequest("address"), call)).hits).toEqual([]);
    expect((await room.service.forget(forgetRequest("my address"), call)).deleted).toBe(0);
    expect(room.forgets).toHaveLength(2);
  });

  it("hands a repeatable request on even where nothing matches any more, as graph knows its answer", async () => {
    const room = openRoom(grounds);
    const operation = { id: "once", hash: new Uint8Array() };
    await room.service.forget(forgetRequest("my address", { operation, keepForgotten: true }), callOf(room.contextId));
    expect(room.forgets).toMatchObject([{ ids: [], operation, keepForgotten: true }]);
  });

  it("purges replies that were made of it, and takes the texts out of traces and caches", async () => {
    const room = openRoom(grounds, { speak: saying("It is 12 Elm Street [S1].") });
    const call = callOf(room.contextId);
    const turn = room.say("My address is 12 Elm Street.");
    let done;
    for await (const event of room.service.chat(chatRequest("Do I live at 12 Elm Street?"), call)) done = event.done ?? undefined;
    await room.service.forget(forgetRequest("my address", { purge: true }), call);
    expect(room.forgets[0]).toMatchObject({ ids: [turn, done?.replyTurnId], purge: true });
    const response = await room.service.getTrace({ id: done?.traceId ?? "" }, call);
    expect(response).toMatchObject({ query: "", responseText: "", hits: [] });
    expect(await room.service.getTrace({ id: response.parents[0] ?? "" }, call)).toMatchObject({ query: "", hits: [] });
  });
});
