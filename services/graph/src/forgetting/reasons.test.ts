import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { tablesThatHold } from "../testing/marker.ts";
import { caller, fact, openRoom, said, write, type Room } from "../testing/room.ts";

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const day = "2024-01-01T00:00:00.000Z";
let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const learn = async (ctx: string, key: string, value: string) => {
  const { results } = await room.service.writeMemory(
    write(said(`Mina: ${value}.`, day, fact("Person/Mina", key, value))),
    caller(ctx, all),
  );
  return results[0]?.attributes[0]?.id ?? "";
};
const correct = (ctx: string, key: string, value: string, reason: string) =>
  room.service.correctEntity(
    {
      ...{ type: "Person", name: "Mina", key, value, old: "", reason },
      memoryCategory: "",
      embedding: new Uint8Array(),
      operation: null,
    },
    caller(ctx, all),
  );
const purge = (ctx: string, id: string) =>
  room.service.forgetRecords(
    { ids: [id], matches: [], purge: true, dryRun: false, keepForgotten: false, reason: "", operation: null },
    caller(ctx, all),
  );

describe("the reason of a correction", () => {
  it("is erased with the fact that it speaks of, in every place", async () => {
    const ctx = room.context();
    const wrong = await learn(ctx, "birth_date", "1991-01-01");
    await correct(ctx, "birth_date", "1992-01-01", "she was never in Zorbville");
    expect(Object.keys(await tablesThatHold(room.database, ctx, "Zorbville"))).toEqual(
      expect.arrayContaining(["decision", "provenance"]),
    );
    await purge(ctx, wrong);
    expect(await tablesThatHold(room.database, ctx, "Zorbville")).toEqual({});
    expect(Object.keys(await tablesThatHold(room.database, ctx, "1992-01-01"))).toContain("fact");
  });

  it("stays where a fact of another key is erased", async () => {
    const ctx = room.context();
    const other = await learn(ctx, "residence", "Lisbon");
    await learn(ctx, "birth_date", "1991-01-01");
    await correct(ctx, "birth_date", "1992-01-01", "as her passport says");
    await purge(ctx, other);
    expect(Object.keys(await tablesThatHold(room.database, ctx, "passport"))).toEqual(["decision", "provenance"]);
  });
});
