import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Call } from "@loci/platform/call";
import { sql, type Transaction } from "@loci/ports/database";
import { caller, fact, facts, named, openRoom, scopes, view, within, write, type Room } from "../testing/room.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

/** The context of somebody with so many further names, each of which was merged into the one before: Anna, Berta, n1, n2, … */
async function manyNames(further: number): Promise<string> {
  const ctx = room.context();
  const said = ["Person/Anna", "Person/Berta"].map((ref) => fact(ref, "likes", `what ${ref} likes`));
  await room.service.writeMemory(write({ proposals: facts(...said) }), caller(ctx));
  const both = { keep: named("Person/Anna"), merge: named("Person/Berta"), reason: "one woman", operation: null };
  await room.service.mergeEntities(both, caller(ctx));
  await room.database.inContext(ctx, async (tx: Transaction) => {
    await tx.query(sql`insert into graph.entity select (jsonb_populate_record(e, jsonb_build_object('id', 'entity:' || i, 'name', 'N' || i,
          'name_norm', 'n' || i, 'first_word', 'n' || i, 'given', 'n' || i))).* from graph.entity e, generate_series(1, ${further}::int) i
        where e.ctx = ${ctx} and e.name = 'Berta'`);
    await tx.query(sql`insert into graph.entity_merge select (jsonb_populate_record(m, jsonb_build_object('id', 'merge:' || i, 'merged_id', 'entity:' || i,
          'kept_id', case when i = 1 then m.merged_id else 'entity:' || (i - 1) end))).* from graph.entity_merge m, generate_series(1, ${further}::int) i
        where m.ctx = ${ctx}`);
  });
  return ctx;
}

const found = (ctx: string, ...names: string[]) => room.service.findEntities({ names, limit: 8, lens: null }, caller(ctx));

describe("somebody with more names than are looked up at once", () => {
  it("is found by any of them, with all that is said of each, and each is read once however many are asked for", async () => {
    const ctx = await manyNames(300);
    const { entities } = await found(ctx, "n7");
    expect(new Set(entities.map(({ id }) => id)).size).toBe(302);
    expect(new Set(entities.map(({ name }) => name))).toEqual(new Set(["N7"]));
    const around = { entityIds: entities.map(({ id }) => id), hops: 2, limit: 9, time: view };
    const { facts: near } = await room.service.neighbourhood(around, caller(ctx));
    expect(near.map(({ value }) => value).sort()).toEqual(["what Person/Anna likes", "what Person/Berta likes"]);
    room.rows();
    const several = await found(ctx, "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8");
    expect(several.entities).toHaveLength(302);
    expect(room.rows()).toBeLessThan(2 * 302);
  });

  it("is looked up by so many of them as are taken in, the nearest first", async () => {
    const ctx = await manyNames(2_100);
    const { entities } = await found(ctx, "Anna");
    expect(entities).toHaveLength(2_048);
    expect(entities.slice(0, 2).map(({ name, matchedName }) => [name, matchedName])).toEqual(Array(2).fill(["Anna", "Anna"]));
    const around = { entityIds: entities.map(({ id }) => id), hops: 1, limit: 9, time: view };
    const { facts: near } = await room.service.neighbourhood(around, caller(ctx));
    expect(near).toHaveLength(2);
  });

  it("is several to a reader who does not see the one whom they were merged into", async () => {
    const ctx = room.context();
    const say = (ref: string, scope: string) =>
      room.service.writeMemory(write({ proposals: facts(fact(ref, "likes", "tea")), scopes: scopes([scope]) }), caller(ctx));
    await say("Person/Anna", "hidden");
    for (const ref of ["Person/Berta", "Person/Cleo"]) {
      await say(ref, "seen");
      const both = { keep: named("Person/Anna"), merge: named(ref), reason: "one woman", operation: null };
      await room.service.mergeEntities(both, caller(ctx));
    }
    const asked = { names: ["Berta", "Cleo"], limit: 8, lens: null };
    const names = async (call: Call) => (await room.service.findEntities(asked, call)).entities.map(({ name }) => name).sort();
    expect(await names(within(ctx, "seen"))).toEqual(["Berta", "Cleo"]);
    expect(await names(caller(ctx))).toEqual(["Berta", "Berta", "Berta"]);
  });

  it("stays apart from those who are somebody else", async () => {
    const ctx = await manyNames(3);
    await room.service.writeMemory(write({ proposals: facts(fact("Person/Cleo", "likes", "cats")) }), caller(ctx));
    const { entities } = await found(ctx, "Cleo", "n2");
    expect(entities.map(({ matchedName }) => matchedName).sort()).toEqual(["Cleo", ...Array(5).fill("n2")]);
  });

  it("is said to be found by the name as it is written first", async () => {
    const ctx = await manyNames(1);
    const { entities } = await found(ctx, "Anna", "anna");
    expect(entities[0]?.matchedName).toBe("Anna");
  });
});
