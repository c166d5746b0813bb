import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { erasureSalt, unpackPrints, wordPrint } from "@loci/text";
import { caller, loci, openRoom, scopes, turn, write, type Room } from "../testing/room.ts";

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const say = async (ctx: string, path: string, content: string) => {
  const { turnIds } = await room.service.writeMemory(write({ scopes: scopes([path]), turns: [turn(content)] }), caller(ctx, all));
  return turnIds[0] ?? "";
};
/** What is noted of a purge of these. */
async function noted(ctx: string, ids: readonly string[]) {
  const manner = { matches: [], purge: true, dryRun: false, keepForgotten: false, reason: "", operation: null };
  await room.service.forgetRecords({ ids: [...ids], ...manner }, caller(ctx, all));
  const { erased } = await room.service.listErasedWords({ after: "" }, loci(ctx));
  const [one] = erased;
  if (one === undefined) throw new Error("nothing was noted");
  return { ...one, paths: one.scopeSets.flatMap(({ clauses }) => clauses.flatMap(({ paths }) => paths)).sort() };
}

describe("the words of a purge", () => {
  it("are known again by the selector that they stood under, and by no other", async () => {
    const ctx = room.context();
    const { receipt, prints, uncounted, paths } = await noted(ctx, [await say(ctx, "a", "zorkmid"), await say(ctx, "b", "florin")]);
    const has = (path: string, word: string) =>
      unpackPrints(prints).has(wordPrint(erasureSalt(receipt, JSON.stringify([[path]])), word));
    expect([uncounted, paths]).toEqual([false, ["a", "b"]]);
    expect([has("a", "zorkmid"), has("b", "florin"), has("a", "florin"), has("b", "zorkmid")]).toEqual([true, true, false, false]);
  });

  it("have their selectors where they are too many to be told apart, too", async () => {
    const ctx = room.context();
    const many = Array.from({ length: 20_001 }, (_, i) => `word${i}`).join(" ");
    const { prints, uncounted, paths } = await noted(ctx, [await say(ctx, "a", many), await say(ctx, "b", "florin")]);
    expect([uncounted, prints.length, paths]).toEqual([true, 0, ["a", "b"]]);
  });
});
