import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { sql } from "@loci/ports/database";
import type { graph } from "@loci/protos";
import { migrations } from "../index.ts";
import { caller, fact, openRoom, said, scopes, view, within, write, type Room } from "../testing/room.ts";

const day = "2024-01-01T00:00:00.000Z";
let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const whole = (ctx: string) => caller(ctx);
/** Somebody who writes anywhere has a document say when Mina was born. */
const document = (ctx: string, year: string, ...clause: string[]) =>
  room.service.writeMemory(write({ ...born(year), stream: "authoritative", scopes: scopes(clause) }), whole(ctx));
const born = (year: string) => said(`Mina was born in ${year}.`, day, fact("Person/Mina", "birth_year", year));
const tell = (ctx: string, year: string, path: string, call: Call, over: Partial<graph.WriteMemoryRequest> = {}) =>
  room.service.writeMemory(write({ ...born(year), scopes: scopes([path]), ...over }), call);
const told = ({ results }: graph.WriteMemoryResponse) => ({
  reasons: (results[0]?.uncertainties ?? []).map(({ reason }) => reason),
  rules: (results[0]?.decisions ?? []).map(({ rule }) => rule).filter((rule) => rule === "across_streams"),
});
const open = async (ctx: string, call: Call) => {
  const page = { status: "open", owner: "", entity: "", limit: 100, offset: 0 };
  return (await room.service.listUncertainties(page, call)).uncertainties;
};
/** Runs a migration as if the tables had come from before it. */
const againFrom = async (name: string) => {
  await room.database.asOwner((tx) => tx.query(sql`delete from loci.migration where name = ${name}`));
  await migrate(room.database, [migrations]);
};
const nothing = { reasons: [], rules: [] };

describe("a disagreement with what the writer does not see", () => {
  it("is not told to who writes what is wider, nor tried without a trace; who sees both is told", async () => {
    const ctx = room.context();
    await document(ctx, "1990", "a", "b");
    const writer = within(ctx, "a");
    expect(told(await tell(ctx, "1991", "a", writer, { dryRun: true }))).toEqual(nothing);
    expect(told(await tell(ctx, "1991", "a", writer))).toEqual(nothing);
    expect(await open(ctx, writer)).toEqual([]);
    expect(await open(ctx, within(ctx, "a", "b"))).toMatchObject([{ reason: expect.stringContaining('"1990" or "1991"') }]);
  });

  it("is not told to who writes what is narrower: values of others cannot be tried", async () => {
    const ctx = room.context();
    await document(ctx, "1990", "a");
    const user = within(ctx, "a/user");
    expect(told(await tell(ctx, "1991", "a/user", user, { dryRun: true }))).toEqual(nothing);
    expect(told(await tell(ctx, "1991", "a/user", user))).toEqual(nothing);
    expect(await open(ctx, user)).toEqual([]);
    const { entities } = await room.service.listEntities({ type: "", limit: 10, offset: 0, time: view }, user);
    const { attributes } = await room.service.getEntity({ lens: null, type: "Person", name: "Mina", time: view }, user);
    expect([entities.length, attributes.map((one) => one.uncertaintyIds)]).toEqual([1, [[]]]);
    const stats = await room.service.getMemoryStats({ since: "", scope: null, everything: false }, user);
    expect([stats.contradictions, stats.openUncertainties]).toEqual([0, 0]);
    expect(await open(ctx, within(ctx, "a"))).toHaveLength(1);
  });

  it("is told to who sees both, and settled by who writes the narrower alone", async () => {
    const ctx = room.context();
    await document(ctx, "1990", "a");
    const user = caller(ctx, { "memory:read": ["a"], "memory:write": ["a/user"] });
    expect(told(await tell(ctx, "1991", "a/user", user))).toMatchObject({ rules: ["across_streams"] });
    const [found] = await open(ctx, user);
    const wide = found?.candidates.find(({ fact }) => fact?.value === "1990")?.fact?.id ?? "";
    const settled = await room.service.resolveUncertainty(
      {
        ...{ id: found?.id ?? "", chosen: [wide], value: "", same: "", reason: "as the passport says" },
        ...{ embedding: new Uint8Array(), operation: null },
      },
      user,
    );
    expect(settled.status).toBe("resolved");
    expect(await open(ctx, user)).toEqual([]);
  });

  it("is no longer told to who saw the wider side through a path that was forgotten", async () => {
    const ctx = room.context();
    await room.service.writeMemory(
      write({ ...born("1990"), stream: "authoritative", scopes: scopes(["a"], ["gone"]) }),
      whole(ctx),
    );
    await tell(ctx, "1991", "a/user", whole(ctx));
    const reader = within(ctx, "a/user", "gone");
    expect(await open(ctx, reader)).toHaveLength(1);
    const forgetting = caller(ctx, { "memory:read": ["/"], "memory:forget": ["/"] });
    await room.service.forgetScope({ path: "gone", operation: null, dryRun: false }, forgetting);
    expect(await open(ctx, reader)).toEqual([]);
    expect(await open(ctx, within(ctx, "a"))).toHaveLength(1);
  });

  it("is told to nobody else either where an earlier version kept no word of the wider side", async () => {
    const ctx = room.context();
    await document(ctx, "1990", "a");
    await tell(ctx, "1991", "a/user", whole(ctx));
    await room.database.inContext(ctx, (tx) => tx.query(sql`update graph.uncertainty set beside = '{}' where ctx = ${ctx}`));
    const user = within(ctx, "a/user");
    expect(await open(ctx, user)).toHaveLength(1);
    await againFrom("0029_beside_of_older.sql");
    expect(await open(ctx, user)).toEqual([]);
    expect(await open(ctx, within(ctx, "a"))).toHaveLength(1);

    // Of a denial no candidate tells where it stands.
    await room.database.inContext(ctx, async (tx) => {
      await tx.query(sql`delete from graph.uncertainty_candidate c where ctx = ${ctx} and exists (
        select 1 from graph.fact f where f.ctx = c.ctx and f.id = c.fact_id and f.value = '1990')`);
      await tx.query(sql`update graph.uncertainty set beside = '{}' where ctx = ${ctx}`);
    });
    await againFrom("0029_beside_of_older.sql");
    expect(await open(ctx, within(ctx, "a"))).toEqual([]);
    expect(await open(ctx, whole(ctx))).toHaveLength(1);
  });
});
