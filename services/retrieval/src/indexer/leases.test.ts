import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { migrate } from "@loci/platform/db";
import { silentLogger } from "@loci/platform/telemetry";
import { type Database, sql } from "@loci/ports/database";
import { migrations } from "../index.ts";
import { createLeases, partitionOf, type Leases } from "./leases.ts";

let database: Database;
const clock = { now: 0 };
const opened: Leases[] = [];
beforeAll(async () => {
  database = await openPglite({ folder: undefined });
  await migrate(database, [migrations]);
});
beforeEach(async () => {
  for (const leases of opened.splice(0)) await leases.close();
});
afterAll(async () => {
  for (const leases of opened.splice(0)) await leases.close();
  await database.close();
});

const open = (holder: string) => {
  const leases = createLeases(database, holder, () => clock.now, silentLogger());
  opened.push(leases);
  return leases;
};
/** Contexts in as many partitions as there are. */
const contexts = Array.from({ length: 500 }, (_, i) => `context-${i}`);
const held = (leases: Leases) => new Set(contexts.filter((id) => leases.token(id) > 0).map(partitionOf)).size;
const both = (one: Leases, other: Leases) => contexts.filter((id) => one.token(id) > 0 && other.token(id) > 0);

/** What a process that died leaves: its leases run out, and it is no member any more. */
const runOut = () =>
  database.acrossContexts(async (tx) => {
    await tx.query(sql`update retrieval.index_partition set until = clock_timestamp() - interval '1 second'`);
    await tx.query(sql`delete from retrieval.indexer`);
  });

describe("leases for indexing", () => {
  it("are one process's alone, for every context", async () => {
    const only = open("only");
    expect(held(only)).toBe(0);
    await only.renew();
    expect(held(only)).toBe(32);
  });

  it("are shared evenly with a process that comes, and never held twice", async () => {
    const [first, second] = [open("first"), open("second")];
    await first.renew();
    for (let round = 0; round < 3; round++) {
      for (const leases of [second, first]) {
        await leases.renew();
        expect(both(first, second)).toEqual([]);
      }
    }
    expect([held(first), held(second)]).toEqual([16, 16]);
  });

  it("go to the others when their holder died, under a later token", async () => {
    const [dead, other] = [open("dead"), open("other")];
    await dead.renew();
    const before = contexts.map((id) => dead.token(id));
    await other.renew();
    expect(held(other)).toBe(0);
    await runOut();
    await other.renew();
    expect(held(other)).toBe(32);
    expect(contexts.every((id, i) => other.token(id) > (before[i] ?? 0))).toBe(true);
  });

  it("are given back at the end", async () => {
    const [leaving, other] = [open("leaving"), open("other")];
    await leaving.renew();
    await leaving.close();
    await other.renew();
    expect(held(other)).toBe(32);
    expect(held(leaving)).toBe(0);
  });

  it("are not believed in for longer than they last", async () => {
    const asleep = open("asleep");
    await asleep.renew();
    clock.now += 8_999;
    expect(held(asleep)).toBe(32);
    clock.now += 1;
    expect(held(asleep)).toBe(0);
  });
});
