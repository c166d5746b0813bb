import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import { erasureSalt, packPrints, wordPrint } from "@loci/text";
import { loci, openWhole, type Whole } from "@loci/server/testing/whole";
import { by, forgetRequest, openRoom, queryRequest, tracesRequest, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

/** Ana and Ben have a scope each; Root sees both. */
async function openHouse() {
  const room = await openRoom(whole);
  const scope = (path: string) => ({ path, displayName: "", description: "", contextId: "", operation: null });
  for (const path of ["ana", "ben"]) await whole.auth.registerScope(scope(path), by(room, { "scope:create": ["/"] }));
  const person = (principalId: string, path: string) =>
    by(room, { "memory:read": [path], "memory:write": [path], "memory:forget": [path] }, { principalId });
  return { room, ana: person("ana", "ana"), ben: person("ben", "ben"), root: person("root", "/") };
}

const ask = (room: Room, call: Call, words: readonly string[]) =>
  Promise.all(words.map((word) => room.service.query(queryRequest(`what about ${word}`, { mode: "bm25" }), call)));
const purge = async (room: Room, query: string, call: Call) =>
  (await room.service.forget(forgetRequest(query, { purge: true }), call)).deleted;

/** As the schedule does it, minutes after a purge. */
async function follow(room: Room): Promise<void> {
  const { erased } = await whole.graph.listErasedWords({ after: "" }, loci(room.contextId));
  await room.service.scrubTraces({ contextId: room.contextId, recordIds: [], words: erased }, loci(room.contextId));
}

/** Of these words those that a question of the caller's still says. */
async function kept(room: Room, call: Call, words: readonly string[]): Promise<string[]> {
  const { traces } = await room.service.listTraces(tracesRequest({ limit: 100 }), call);
  return words.filter((word) => traces.some(({ query }) => query === `what about ${word}`));
}

describe("what becomes of a question after a purge", () => {
  it("tells its asker nothing of which words stand in what others hold", async () => {
    const { room, ana, ben } = await openHouse();
    const bens = scopeSetMessage([["ben"]]);
    await room.say("The password is xylotree. Quispel is on the list.", { scopes: bens }, ben);
    const words = ["xylotree", "quispel", "bonfire", "platypus"];
    await ask(room, ana, words);
    await room.say(words.map((word) => `My marker is ${word}.`).join(" "), {}, ana);
    expect(await purge(room, "marker", ana)).toBe(1);
    await follow(room);
    expect(await kept(room, ana, words)).toEqual([]);
  });

  it("tells its asker nothing of what others purge, and does not outlive what its asker could see", async () => {
    const { room, ana, ben, root } = await openHouse();
    for (const call of [ana, ben, root]) await ask(room, call, ["zorkmid"]);
    await room.say("Kolya hides the zorkmid in Narvik.", {}, ben);
    expect(await purge(room, "zorkmid", ben)).toBe(1);
    await follow(room);
    const left = [await kept(room, ana, ["zorkmid"]), await kept(room, ben, ["zorkmid"])];
    expect(left).toEqual([["zorkmid"], []]);
    const { traces } = await room.service.listTraces(tracesRequest({ limit: 100 }), root);
    expect(traces.map(({ query }) => query)).toEqual([""]);
  });

  it("is its words' stay where a record that its asker sees holds them still", async () => {
    const { room, ana, root } = await openHouse();
    for (const call of [ana, root]) await ask(room, call, ["zorkmid"]);
    await room.say("A zorkmid is a coin.", { scopes: scopeSetMessage([["ben"]]) }, root);
    await room.say("Kolya hides the zorkmid in Narvik.", {}, ana);
    expect(await purge(room, "zorkmid in Narvik", ana)).toBe(1);
    await follow(room);
    expect([await kept(room, ana, ["zorkmid"]), await kept(room, root, ["zorkmid"])]).toEqual([[], ["zorkmid"]]);
  });

  it("is told by each part of a purge alone, and by a record that was seen by one of its clauses", async () => {
    const { room, ana, ben, root } = await openHouse();
    const words = ["zorkmid", "florin", "guilder"];
    await ask(room, ana, words);
    await ask(room, ben, words);
    const say = (word: string, clauses: string[][]) => room.say(`A secret ${word}.`, { scopes: scopeSetMessage(clauses) }, root);
    await say("zorkmid", [["ben"]]);
    await say("florin", [["ana"], ["ben"]]);
    await say("guilder", [["ana", "ben"]]);
    expect(await purge(room, "secret", root)).toBe(3);
    await follow(room);
    expect(await kept(room, ana, words)).toEqual(["zorkmid", "guilder"]);
    expect(await kept(room, ben, words)).toEqual(["guilder"]);
  });

  it("is told by the receipt alone where an earlier release purged, of whose records the scopes are not known", async () => {
    const { room, ana } = await openHouse();
    await ask(room, ana, ["zorkmid", "florin"]);
    const of = (salt: string, scopeSets: string[][][]) => ({
      ...{ contextId: room.contextId, receipt: "receipt:1", uncounted: false, recordedAt: "", causeTraceId: "" },
      ...{ prints: packPrints([wordPrint(salt, "zorkmid")]), scopeSets: scopeSets.map((set) => scopeSetMessage(set)) },
    });
    const scrub = (words: ReturnType<typeof of>) =>
      room.service.scrubTraces({ contextId: room.contextId, recordIds: [], words: [words] }, loci(room.contextId));
    await scrub(of(erasureSalt("receipt:1", '[["ben"]]'), [[["ben"]]]));
    expect(await kept(room, ana, ["zorkmid", "florin"])).toEqual(["zorkmid", "florin"]);
    await scrub(of("receipt:1", []));
    expect(await kept(room, ana, ["zorkmid", "florin"])).toEqual(["florin"]);
  });
});
