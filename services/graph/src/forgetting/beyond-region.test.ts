import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Grants } from "@loci/kernel";
import { sql } from "@loci/ports/database";
import type { graph } from "@loci/protos";
import { caller, fact, loci, named, openRoom, said, scopes, turn, view, write, type Room } from "../testing/room.ts";

const day = "2024-01-01T00:00:00.000Z";
const mina = "Person/Mina";
const ruth = "Person/Ruth";
let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const over = (...paths: string[]): Grants => ({ "memory:read": paths, "memory:write": paths, "memory:forget": paths });
const inA = (ctx: string) => caller(ctx, over("a"));
const inB = (ctx: string) => caller(ctx, over("b"), "principal:two");
const inBoth = (ctx: string) => caller(ctx, over("a", "b"), "principal:three");
const tell = (ctx: string, path: string, request: Partial<graph.WriteMemoryRequest>) =>
  room.service.writeMemory(write({ scopes: scopes([path]), ...request }), caller(ctx, over(path)));
const remember = (ctx: string, path: string, ref: string, city: string) =>
  tell(ctx, path, said(`${ref.slice(7)} lives in ${city}.`, day, fact(ref, "residence", city)));
const merge = (ctx: string, call = inB(ctx)) =>
  room.service.mergeEntities({ keep: named(mina), merge: named(ruth), reason: "one woman", operation: null }, call);
/** Both names merged by somebody who writes one of them under each path. */
const link = async (ctx: string) => {
  const only = (read: string[]) => caller(ctx, { "memory:read": read, "memory:write": read });
  const ids = new Map<string, string>();
  for (const path of ["a", "b"])
    for (const ref of [mina, ruth])
      ids.set(path + ref, (await room.service.getEntity({ lens: null, ...named(ref), time: view }, only([path]))).entity?.id ?? "");
  const links = [
    [ids.get(`b${ruth}`), ids.get(`a${mina}`)],
    [ids.get(`b${ruth}`), ids.get(`a${ruth}`)],
  ];
  for (const [i, [kept, merged]] of links.entries())
    await room.database.inContext(ctx, (tx) =>
      tx.query(
        sql`insert into graph.entity_merge (ctx, id, kept_id, merged_id, rule, reason, principal, recorded_at, undone_by, undo_reason)
          values (${ctx}, ${`merge:${i}`}, ${kept}, ${merged}, 'merged_by_hand', '', 'principal:three', now(), '', '')`,
      ),
    );
};
const manner = { operation: null, replies: [], purge: false, dryRun: false };
const deleteMina = (ctx: string, how: Partial<typeof manner> = {}, call = inA(ctx)) =>
  room.service.deleteEntity({ ...named(mina), ...manner, ...how }, call);
const purge = (ctx: string, ids: readonly string[], call = inA(ctx), dryRun = false) =>
  room.service.forgetRecords(
    { ids: [...ids], matches: [], purge: true, dryRun, keepForgotten: false, reason: "", operation: null },
    call,
  );
const namesSeen = async (ctx: string, call = inA(ctx)) => {
  const page = { type: "", limit: 100, offset: 0, time: view };
  return (await room.service.listEntities(page, call)).entities.map(({ name }) => name).sort();
};
/** What somebody who sees more drew from these facts, for those who see as much. @returns its id */
const conclude = async (ctx: string, entityId: string, evidence: string[]) => {
  const rest = { target: null, rationale: "", embedding: new Uint8Array([0, 0, 0, 0]), memoryCategory: "" };
  const conclusion = { subject: named(mina), key: "reflection", value: "Mina likes the sea", evidence, ...rest };
  const groups = [{ entityId, scopes: scopes(["a", "b"]), facts: [conclusion] }];
  const request = { purpose: "reflect", dryRun: false, traceId: "", groups };
  return (await room.service.applyDerived(request, inBoth(ctx))).outcomes[0]?.recordId ?? "";
};

describe("the deletion of an entity", () => {
  it("takes nobody along who is one with it for others alone", async () => {
    const ctx = room.context();
    for (const path of ["a", "b"]) for (const ref of [mina, ruth]) await remember(ctx, path, ref, "Lisbon");
    await merge(ctx);
    const { refs } = await deleteMina(ctx, { dryRun: true });
    expect(refs.filter(({ label }) => label.includes("Ruth"))).toEqual([]);
    await deleteMina(ctx);
    expect(await namesSeen(ctx)).toEqual(["Ruth"]);
  });

  it("takes nobody along in a purge who was one with it for others alone, and was deleted before", async () => {
    const ctx = room.context();
    for (const path of ["a", "b"]) for (const ref of [mina, ruth]) await remember(ctx, path, ref, "Lisbon");
    // Mina under "a" is linked to Ruth under "b", and that one to Ruth under "a".
    await link(ctx);
    for (const ref of [mina, ruth]) await room.service.deleteEntity({ ...named(ref), ...manner }, inA(ctx));
    await room.service.deleteEntity({ ...named(ruth), ...manner }, inB(ctx));
    const { refs } = await deleteMina(ctx, { dryRun: true, purge: true });
    expect(refs.map(({ label }) => label).filter((label) => label.includes("Ruth"))).toEqual([]);
  });

  it("takes along who is one with it for the caller, also where it may not read", async () => {
    const ctx = room.context();
    for (const ref of [mina, ruth]) await remember(ctx, "a", ref, "Lisbon");
    await merge(ctx, inA(ctx));
    await deleteMina(ctx, {}, caller(ctx, { "memory:forget": ["a"] }));
    expect(await namesSeen(ctx)).toEqual([]);
  });
});

describe("what is beyond the caller's region", () => {
  it("is not counted or named where a conclusion of others goes along, and goes", async () => {
    const ctx = room.context();
    const told = await remember(ctx, "a", mina, "Lisbon");
    const known = (told.results[0]?.attributes ?? []).map(({ id }) => id);
    const hidden = await conclude(ctx, told.results[0]?.entities[0]?.id ?? "", known);
    const dry = await purge(ctx, known, inA(ctx), true);
    const { refs, deleted, receipt } = await purge(ctx, known);
    expect([dry.deleted, deleted]).toEqual([refs.length, refs.length]);
    expect([...dry.refs, ...refs].map(({ id }) => id)).not.toContain(hidden);
    expect(receipt?.erased).toMatchObject({ fact: 1, provenance: 1 });
    const { records } = await room.service.hydrate({ ids: [hidden], time: view }, inBoth(ctx));
    expect(records).toEqual([]);
  });

  it("tells by no receipt that the same words were returned to others, and its fingerprints stay", async () => {
    const ctx = room.context();
    const text = "The salary of Zebulon is 90417 euros.";
    await tell(ctx, "b", { turns: [turn(text, { extraction: "none" })] });
    await room.service.noteReturned({ texts: [text], kind: "recall", scopes: [{ clauses: [{ paths: ["b"] }] }] }, loci(ctx));
    const { turnIds } = await tell(ctx, "a", { turns: [turn(text, { extraction: "none" })] });
    const { receipt } = await purge(ctx, turnIds);
    expect(receipt?.erased).not.toHaveProperty("returned");
    expect(await prints(ctx)).toBeGreaterThan(0);
  });

  it("leaves no fingerprint of an answer that was made of it for fewer readers", async () => {
    const ctx = room.context();
    const text = "The salary of Zebulon is 90417 euros.";
    const { turnIds } = await tell(ctx, "a", { turns: [turn(text, { extraction: "none" })] });
    await room.service.noteReturned({ texts: [text], kind: "recall", scopes: [{ clauses: [{ paths: ["a"] }] }] }, loci(ctx));
    await room.service.noteReturned({ texts: [text], kind: "chat", scopes: [{ clauses: [{ paths: ["a", "b"] }] }] }, loci(ctx));
    const { receipt } = await purge(ctx, turnIds);
    expect(receipt?.erased["returned"]).toBeGreaterThan(0);
    expect(await prints(ctx)).toBe(0);
  });
});

async function prints(ctx: string): Promise<number> {
  const rows = await room.database.inContext(ctx, (tx) => tx.query(sql`select hash from graph.returned where ctx = ${ctx}`));
  return rows.length;
}
