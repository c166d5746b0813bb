import { identifier, literal, sql, type Sql } from "@loci/ports/database";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { databaseContract } from "@loci/ports/database/contract";
import { sessionContract } from "@loci/ports/database/session-contract";
import { openPglite } from "./index.ts";
import { keep } from "./keep.ts";
import { lockFolder } from "./lock.ts";
import { reclaim } from "./reclaim.ts";

databaseContract("PGlite in memory", () => openPglite({ folder: undefined }));
sessionContract("PGlite in memory", () => openPglite({ folder: undefined }));

describe("the statistics of PGlite's planner", () => {
  it("are made after one write of many rows, soon: what is asked meanwhile goes between two tables", async () => {
    const database = await openPglite({ folder: undefined });
    await database.asOwner((tx) => tx.query(sql`create table kept (word text)`));
    const words = Array.from({ length: 2_000 }, (_, i) => `word ${i}`);
    await database.asOwner((tx) => tx.query(sql`insert into kept select unnest(${words}::text[])`));
    const known = () =>
      database.asOwner((tx) => tx.query<{ n: number }>(sql`select reltuples::int as n from pg_class where relname = 'kept'`));
    let looks = 0;
    while ((await known())[0]?.n !== 2_000 && looks < 50) looks++;
    expect(await known()).toEqual([{ n: 2_000 }]);
    await database.close();
  });

  it("are made again of tables that changed, and of no other", async () => {
    const database = await openPglite({ folder: undefined });
    const write = (statement: Sql) => database.asOwner((tx) => tx.query(statement));
    const analyzed = () =>
      database.asOwner((tx) => tx.query(sql`select relname as name, analyze_count::int as n from pg_stat_user_tables order by 1`));
    await write(sql`create table changed (n int); create table other (n int)`);
    for (let i = 0; i < 8; i++) await write(sql`insert into changed values (1)`);
    let counts = await analyzed();
    for (let looks = 0; looks < 50 && counts[0]?.["n"] !== 1; looks++) counts = await analyzed();
    expect(counts).toEqual([
      { name: "changed", n: 1 },
      { name: "other", n: 0 },
    ]);
    await database.close();
  });
});

describe("a statement that PGlite has run before", () => {
  const named = (word: string) => sql`select * from kept where word = ${word}`;

  it("is planned anew after the schema changed", async () => {
    const database = await openPglite({ folder: undefined });
    await database.asOwner((tx) => tx.query(sql`create table kept (word text); insert into kept values ('one')`));
    const read = () => database.asOwner((tx) => tx.query(named("one")));
    for (let i = 0; i < 8; i++) expect(await read()).toEqual([{ word: "one" }]);
    await database.asOwner((tx) => tx.query(sql`alter table kept add column n int default 7`));
    expect(await read()).toEqual([{ word: "one", n: 7 }]);
    await database.close();
  });

  it("keeps its plan in a context whose id is a word that changes a schema", async () => {
    const database = await openPglite({ folder: undefined });
    await database.asOwner((tx) =>
      tx.query(sql`create role loci_app; create table kept (word text); grant select on kept to loci_app`),
    );
    const read = () => database.inContext("drop-box", (tx) => tx.query(named("one"), { name: "kept" }));
    const plans = () =>
      database.asOwner((tx) => tx.query(sql`select name from pg_prepared_statements where statement like 'select * from kept%'`));
    await read();
    const first = await plans();
    await read();
    expect(first).toHaveLength(1);
    expect(await plans()).toEqual(first);
    await database.close();
  });

  it("keeps its plan while others make and drop tables", async () => {
    const database = await openPglite({ folder: undefined });
    await database.asOwner((tx) => tx.query(sql`create schema a; create table a.kept (word text); create table a.other (n int)`));
    const read = (table: string) =>
      database.asOwner((tx) => tx.query(sql`select * from a.${identifier(table)} where ${1}::int > 0`, { name: `of ${table}` }));
    const plans = () =>
      database.asOwner((tx) => tx.query(sql`select name from pg_prepared_statements where statement like 'select * from a.%'`));
    await read("kept");
    const kept = await plans();
    await read("other");
    expect(await plans()).toHaveLength(2);
    await database.asOwner((tx) => tx.query(sql`create table a.made (n int); create index on a.kept (word)`));
    expect(await plans()).toHaveLength(2);
    await database.asOwner((tx) => tx.query(sql`alter table a.other add column word text; drop table a.made`));
    expect(await plans()).toEqual(kept);
    await database.asOwner((tx) => tx.query(sql`insert into a.other values (1, 'new')`));
    expect(await read("other")).toEqual([{ n: 1, word: "new" }]);
    await database.close();
  });

  it("runs after it failed, after a rollback and after many others", async () => {
    const database = await openPglite({ folder: undefined });
    const divide = (by: number) => database.asOwner((tx) => tx.query(sql`select 6 / ${by}::int as n`));
    expect(await divide(2)).toEqual([{ n: 3 }]);
    await expect(divide(0)).rejects.toMatchObject({ code: "22012" });
    expect(await divide(3)).toEqual([{ n: 2 }]);
    for (let i = 0; i < 400; i++) await database.asOwner((tx) => tx.query(sql`select ${null}::text as c${literal(i)}`));
    expect(await divide(6)).toEqual([{ n: 1 }]);
    await database.close();
  });
});

describe("a PGlite whose WebAssembly has crashed", () => {
  it("is not ready", async () => {
    const database = await openPglite({ folder: undefined });
    expect(await database.isReady(60_000)).toBe(true);
    const endless = sql`create function endless(n int) returns int language plpgsql as 'begin return endless(n + 1); end'`;
    await database.asOwner((tx) => tx.query(endless));
    // Nothing bounds the recursion but the WebAssembly's own stack.
    await database.asOwner((tx) => tx.query(sql`select endless(1)`)).catch(() => undefined);
    for (let i = 0; i < 4; i++) expect(await database.isReady(60_000)).toBe(false);
    await database.close();
  });
});

describe("tables of which rows were deleted", () => {
  it("are written anew where that is soon done, larger ones are left for a quiet moment, the largest alone", async () => {
    const asked: string[] = [];
    const tables = [
      { name: "graph.turn", bytes: 8_192 },
      { name: "graph.fact", bytes: 8_193 },
      { name: "search.document", bytes: 8_194 },
    ];
    const run = async (text: string) => (asked.push(text), text.startsWith("select format") ? tables : []);
    const owed = await reclaim(run, ["graph", "search"], { atOnce: 8_192, whenQuiet: 8_193 });
    expect(asked.filter((text) => text.includes("vacuum ("))).toEqual([
      "vacuum (full, analyze) graph.turn",
      "vacuum (analyze) graph.fact",
      "vacuum (analyze) search.document",
    ]);
    expect(owed).toEqual(["graph.fact"]);
  });
});

describe("the copy of an empty database that is kept for the next", () => {
  it("is whole, however many keep it at once", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loci-pglite-"));
    const path = join(folder, "copy.tar");
    await Promise.all(Array.from({ length: 8 }, (_, i) => keep(path, new Uint8Array(500_000).fill(i))));
    const kept = await readFile(path);
    expect(kept.every((byte) => byte === kept[0])).toBe(true);
    expect(kept).toHaveLength(500_000);
    expect(await readdir(folder)).toEqual(["copy.tar"]);
    await rm(folder, { recursive: true });
  });
});

describe("a PGlite data folder", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-pglite-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("keeps what was committed for the next start", async () => {
    const first = await openPglite({ folder });
    await first.asOwner((tx) => tx.query(sql`create table kept (n int); insert into kept values (7)`));
    await first.close();
    const second = await openPglite({ folder });
    expect(await second.asOwner((tx) => tx.query(sql`select n from kept`))).toEqual([{ n: 7 }]);
    await second.close();
  });

  it("begins anew where making it was cut short", async () => {
    await mkdir(join(folder, "base"));
    await mkdir(join(folder, "new-Half"));
    await writeFile(join(folder, "base", "half"), "");
    await writeFile(join(folder, "new-Half", "PG_VERSION"), "");
    const database = await openPglite({ folder });
    expect(await database.asOwner((tx) => tx.query(sql`select 1 as n`))).toEqual([{ n: 1 }]);
    await database.close();
    expect((await readdir(folder)).filter((name) => name.startsWith("new-"))).toEqual([]);
    expect(await readdir(join(folder, "base"))).not.toContain("half");
  });

  const unlessRemoved = (file: string): Promise<Buffer> =>
    readFile(file).catch((error: unknown) => {
      // An error of the file system is not of the test's own realm: it is no instance of its Error.
      if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT") return Buffer.alloc(0);
      throw error;
    });
  /** How many of its files hold the word. */
  const filesWith = async (word: string): Promise<number> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const holding = await Promise.all(files.map(async (file) => (await unlessRemoved(file)).includes(word)));
    return holding.filter(Boolean).length;
  };
  const told = sql`create schema told; create table told.kept (n int primary key, text text);
    create index kept_words on told.kept using bm25 (text) with (text_config = 'simple');
    create table told.emptied (text text); insert into told.emptied select 'zanzibarfox ' || i % 9 from generate_series(1, 100) i;
    insert into told.kept select i, case when i % 10 = 0 then 'zanzibarfox ' || i else 'heron ' || i end from generate_series(1, 500) i`;

  it("holds nothing of deleted rows once they are reclaimed: no row, no index, no statistics, no log; and answers as before", async () => {
    const database = await openPglite({ folder });
    await database.asOwner((tx) => tx.query(told));
    await database.asOwner((tx) => tx.query(sql`analyze told.kept; analyze told.emptied`));
    await database.asOwner((tx) => tx.query(sql`delete from told.kept where n % 10 = 0; delete from told.emptied`));
    expect(await filesWith("zanzibarfox")).toBeGreaterThan(0);
    const [, between] = await Promise.all([
      database.reclaim(["told"]),
      database.asOwner((tx) => tx.query(sql`select count(*)::int as n from told.kept`)),
    ]);
    expect(between).toEqual([{ n: 450 }]);
    expect([await filesWith("zanzibarfox"), (await filesWith("heron")) > 0]).toEqual([0, true]);
    const found = (word: string) =>
      database.asOwner((tx) =>
        tx.query(sql`select n from told.kept order by text <@> to_bm25query(${word}, 'told.kept_words') limit 1`),
      );
    expect(await found("499")).toEqual([{ n: 499 }]);
    await database.close();
    const again = await openPglite({ folder });
    expect(await again.asOwner((tx) => tx.query(sql`select count(*)::int as n from told.kept`))).toEqual([{ n: 450 }]);
    await again.close();
    expect(await filesWith("zanzibarfox")).toBe(0);
  });

  const sizes = { atOnce: 0, whenQuiet: 1024 * 1024 * 1024 };
  const atOnce = { quietMs: 20, restMs: 0 };
  const never = { quietMs: 3_600_000, restMs: 0 };
  const eventuallyGone = async (): Promise<number> => {
    for (const end = Date.now() + 60_000; ; await pause(250)) {
      const holding = await filesWith("zanzibarfox");
      if (holding === 0 || Date.now() > end) return holding;
    }
  };

  it("holds nothing of deleted rows of a table that was too large at first, once nobody asks anything", async () => {
    const database = await openPglite({ folder, rewriting: { sizes, times: atOnce } });
    await database.asOwner((tx) => tx.query(told));
    await database.asOwner((tx) => tx.query(sql`delete from told.kept where n % 10 = 0; delete from told.emptied`));
    await database.reclaim(["told"]);
    expect(await eventuallyGone()).toBe(0);
    expect(await database.asOwner((tx) => tx.query(sql`select count(*)::int as n from told.kept`))).toEqual([{ n: 450 }]);
    await database.close();
  });

  it("holds them while it is used, and gives them up after the next start", async () => {
    const database = await openPglite({ folder, rewriting: { sizes, times: never } });
    await database.asOwner((tx) => tx.query(told));
    await database.asOwner((tx) => tx.query(sql`delete from told.kept where n % 10 = 0; delete from told.emptied`));
    await database.reclaim(["told"]);
    await database.close();
    expect(await filesWith("zanzibarfox")).toBeGreaterThan(0);
    const again = await openPglite({ folder, rewriting: { sizes, times: atOnce } });
    expect(await eventuallyGone()).toBe(0);
    await again.close();
  });

  it("is refused to a second holder, and free again after the first", async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("in use") });
    await release();
    await (
      await lockFolder(folder)
    )();
  });

  it("is refused to a second holder however long its path is", async () => {
    const deep = join(folder, "a".repeat(60), "b".repeat(60));
    await mkdir(deep, { recursive: true });
    const release = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toMatchObject({ code: "conflict" });
    await release();
    await (
      await lockFolder(deep)
    )();
  });

  it("is given to one of many who ask at once", async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const held = asked.filter((one) => one.status === "fulfilled");
    expect(held).toHaveLength(1);
    for (const one of held) await one.value();
  });

  it("that cannot be written is refused with its name", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    await chmod(file, 0o400);
    await expect(openPglite({ folder: join(file, "below") })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining(file),
    });
  });
});
