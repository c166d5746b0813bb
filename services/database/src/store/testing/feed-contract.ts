import { sql } from "@loci/ports/database";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { FeedChange, FeedRange, StampedChange, StoreTransaction } from "../port.ts";
import { startSweeper } from "../retired.ts";
import { change, definePlace, defineTable } from "./definitions.ts";
import { here, type Opened } from "./opened.ts";

const dayMs = 86_400_000;

function noted(table: string, content: string, keptMs = dayMs): FeedChange {
  return { table, content, keptMs };
}

async function shown(tx: StoreTransaction, range: FeedRange, place = here): Promise<readonly StampedChange[]> {
  const all: StampedChange[] = [];
  for await (const page of tx.changes(place, range)) all.push(...page);
  return all;
}

/** What change feeds do. */
export function feedContract({ begin, write, read, database }: Opened): void {
  const note = (...changes: readonly FeedChange[]) => write((tx) => tx.writeChanges(here, changes));
  const contents = async (range: Partial<FeedRange> = {}) =>
    (await read((tx) => shown(tx, { since: 0n, ...range }))).map(({ content }) => content);
  const rowsLeft = async (): Promise<number> => {
    const query = sql`select (select count(*) from database.feed_commit) + (select count(*) from database.feed_change) as n`;
    const [row] = await database().asOwner((tx) => tx.query<{ n: number }>(query));
    return Number(row?.n);
  };
  const rowsAre = async (expected: number): Promise<void> => {
    const end = Date.now() + 5_000;
    while ((await rowsLeft()) !== expected && Date.now() < end) await pause(20);
    expect(await rowsLeft()).toBe(expected);
  };

  it("shows what transactions noted, by table and in their order, under one stamp for each", async () => {
    await note(noted("person", "p1"), noted("city", "c1"), noted("person", "p2"));
    await note(noted("city", "c2"));
    expect(await contents()).toEqual(["c1", "p1", "p2", "c2"]);
    expect(await contents({ table: "city" })).toEqual(["c1", "c2"]);
    const all = await read((tx) => shown(tx, { since: 0n }));
    const [first, , , last] = all.map(({ stamp }) => stamp);
    expect(all.map(({ stamp }) => stamp)).toEqual([first, first, first, last]);
    expect(Number((first ?? 0n) >> 16n)).toBeCloseTo(Date.now(), -5);
    expect(await contents({ since: (first ?? 0n) + 1n })).toEqual(["c2"]);
    expect(await contents({ since: (last ?? 0n) + 1n })).toEqual([]);
  });

  it("shows nothing of what was rolled back, to a savepoint or altogether, or is not committed", async () => {
    const [before] = (await read((tx) => shown(tx, { since: 0n }))).slice(-1);
    const since = (before?.stamp ?? 0n) + 1n;
    const tx = await begin({ writes: true });
    await tx.writeChanges(here, [noted("person", "kept")]);
    const point = await tx.savepoint();
    await tx.writeChanges(here, [noted("person", "undone"), noted("likes", "undone")]);
    await tx.restore(point);
    expect(await shown(tx, { since })).toEqual([]);
    await tx.commit();
    const other = await begin({ writes: true });
    await other.writeChanges(here, [noted("person", "lost")]);
    await other.cancel();
    expect(await contents({ since })).toEqual(["kept"]);
  });

  it("reads thousands of changes of one transaction page by page", async () => {
    const many = Array.from({ length: 1_700 }, (_, i) => noted("likes", `${i}`));
    await write(async (tx) => {
      await tx.writeChanges(here, many.slice(0, 900));
      await tx.writeChanges(here, many.slice(900));
    });
    expect(await contents({ table: "likes" })).toEqual(many.map(({ content }) => content));
  });

  it("puts whoever commits later behind whoever has committed", async () => {
    if (database().features.product === "pglite") return;
    const slow = await begin({ writes: true });
    await slow.writeChanges(here, [noted("ordered", "slow")]);
    await note(noted("ordered", "fast"));
    const [seen] = await read((tx) => shown(tx, { since: 0n, table: "ordered" }));
    await slow.commit();
    expect(await contents({ table: "ordered", since: (seen?.stamp ?? 0n) + 1n })).toEqual(["slow"]);
  });

  it("gives each of many that commit at once a stamp of its own", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => note(noted("busy", `${i}`))));
    const stamps = (await read((tx) => shown(tx, { since: 0n, table: "busy" }))).map(({ stamp }) => stamp);
    expect(new Set(stamps).size).toBe(20);
  });

  it("hides and removes changes that were kept long enough, and those of a database that is no more", async () => {
    await note(noted("brief", "gone", 1), noted("long", "there"));
    await pause(5);
    expect(await contents({ table: "brief" })).toEqual([]);
    expect(await contents({ table: "long" })).toEqual(["there"]);
    const kept = (await rowsLeft()) - 2;
    const sweeper = startSweeper(database());
    sweeper.sweepFeeds();
    await rowsAre(kept);
    await sweeper.end();
    const place = { namespace: "n", database: "removed" };
    await write(async (tx) => {
      await definePlace(tx, place);
      await defineTable(tx, place, "a");
      await tx.writeChanges(place, [noted("a", "x")]);
    });
    const left = await rowsLeft();
    await write((tx) => tx.define({ ...change("namespace", { namespace: "n" }, "database", "removed", {}), text: undefined }));
    await rowsAre(left - 2);
  });
}
