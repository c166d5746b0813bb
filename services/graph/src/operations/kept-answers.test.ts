import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Call } from "@loci/platform/call";
import { caller, openRoom, said, write, type Room } from "../testing/room.ts";

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const day = "2024-01-01T00:00:00.000Z";
const sealed = new Uint8Array([7, 7]);

describe("a sealed answer that is kept for who repeats a request", () => {
  let room: Room;
  beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
  afterAll(() => room.database.close());

  const operation = (id: string) => ({ id, hash: new Uint8Array([1]) });
  const keep = async (id: string, madeOf: { recordIds?: string[]; ofAny?: boolean }, call: Call) => {
    await room.service.reserveOperation(operation(id), call);
    await room.service.storeOperation({ operation: operation(id), sealed, recordIds: [], ofAny: false, ...madeOf }, call);
  };
  /** Whether a repetition gets it. */
  const isKept = async (id: string, call: Call) => (await room.service.reserveOperation(operation(id), call)).sealed.length > 0;
  const remember = async (text: string, ctx: string) =>
    (await room.service.writeMemory(write(said(text, day)), caller(ctx, all))).turnIds[0] ?? "";
  const purge = (ids: string[], ctx: string, erase = true) =>
    room.service.forgetRecords(
      { ...{ ids, matches: [], purge: erase, dryRun: false, keepForgotten: false, reason: "", operation: null } },
      caller(ctx, all),
    );

  it("goes with the record that it names or was made of, and with no other, and is no part of the receipt", async () => {
    const ctx = room.context();
    const call = caller(ctx, all);
    const [gone, other] = [await remember("Kurt owns shipqz.", ctx), await remember("Mina owns a kite.", ctx)];
    await keep("of the record", { recordIds: [other, gone] }, call);
    await keep("of another", { recordIds: [other] }, call);
    await keep("of none", {}, call);
    await keep("of any", { ofAny: true }, call);
    const { receipt } = await purge([gone], ctx);
    expect(receipt?.erased).toEqual({ turn: 1 });
    expect(await isKept("of another", call)).toBe(true);
    expect(await isKept("of none", call)).toBe(true);
    expect(await isKept("of the record", call)).toBe(false);
    expect(await isKept("of any", call)).toBe(false);
  });

  it("goes with a record that is forgotten without purge too", async () => {
    const ctx = room.context();
    const call = caller(ctx, all);
    const [gone, other] = [await remember("Kurt owns shipqz.", ctx), await remember("Mina owns a kite.", ctx)];
    await keep("of the record", { recordIds: [gone] }, call);
    await keep("of another", { recordIds: [other] }, call);
    await purge([gone], ctx, false);
    expect([await isKept("of the record", call), await isKept("of another", call)]).toEqual([false, true]);
    await room.service.releaseOperation(operation("of the record"), call);
    await keep("of the record", { recordIds: [gone] }, call);
    await expect(isKept("of the record", call)).rejects.toMatchObject({ code: "conflict" });
  });

  it("stays where nothing was erased", async () => {
    const ctx = room.context();
    await keep("of any", { ofAny: true }, caller(ctx, all));
    await purge([], ctx);
    expect(await isKept("of any", caller(ctx, all))).toBe(true);
  });

  it("is not kept where a record that it was made of was purged while it was made", async () => {
    const ctx = room.context();
    const call = caller(ctx, all);
    const gone = await remember("Kurt owns shipqz.", ctx);
    await room.service.reserveOperation(operation("late"), call);
    await purge([gone], ctx);
    await room.service.storeOperation({ operation: operation("late"), sealed, recordIds: [gone], ofAny: false }, call);
    await expect(room.service.reserveOperation(operation("late"), call)).rejects.toMatchObject({ code: "conflict" });
    await room.service.releaseOperation(operation("late"), call);
    await keep("late", { recordIds: [gone] }, call);
    expect(await isKept("late", call)).toBe(true);
  });
});
