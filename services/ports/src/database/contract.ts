import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Database, Transaction } from "./port.ts";
import { sql } from "./sql.ts";

/** What every Database adapter must do. `open` gives an empty database in which the role loci_app does not exist yet, or does. */
export function databaseContract(name: string, open: () => Promise<Database>): void {
  describe(`${name} as a database`, () => {
    let database: Database;

    beforeAll(async () => {
      database = await open();
      await database.asOwner(async (tx) => {
        const [role] = await tx.query(sql`select 1 from pg_roles where rolname = 'loci_app'`);
        if (role === undefined) await tx.query(sql`create role loci_app nologin`);
        await tx.query(sql`create schema probe;
            create table probe.row (ctx text not null, id text not null, n bigint, at timestamptz, doc jsonb, raw bytea, tags text[], primary key (ctx, id));
            alter table probe.row enable row level security;
            alter table probe.row force row level security;
            create policy own on probe.row using (ctx = nullif(current_setting('app.ctx', true), ''));
            grant usage on schema probe to loci_app;
            grant select, insert, update, delete on probe.row to loci_app;`);
      });
    });
    afterAll(() => database.close());

    const insert = (ctx: string, id: string) => sql`insert into probe.row (ctx, id) values (${ctx}, ${id})`;

    it("gives values back in the same types everywhere", async () => {
      const at = new Date("2024-05-07T10:00:00.123Z");
      const row = await database.inContext("types", async (tx) => {
        await tx.query(sql`insert into probe.row values (${"types"}, ${"a"}, ${9_007_199_254_740_000}, ${at}, ${'{"a":[1,null]}'}::jsonb,
          ${new Uint8Array([0, 255])}, ${["x", 'y,"z']})`);
        const [read] = await tx.query(sql`select n, at, doc, raw, tags from probe.row where ctx = ${"types"}`);
        return read;
      });
      expect(row).toMatchObject({ n: 9_007_199_254_740_000, at, doc: { a: [1, null] }, tags: ["x", 'y,"z'] });
      expect([...(row?.["raw"] as Uint8Array)]).toEqual([0, 255]);
    });

    it("shows a context its own rows only, even to a query without a predicate", async () => {
      await database.inContext("left", (tx) => tx.query(insert("left", "1")));
      await database.inContext("right", (tx) => tx.query(insert("right", "1")));
      const rows = await database.inContext("left", (tx) => tx.query(sql`select ctx from probe.row`));
      expect(rows).toEqual([{ ctx: "left" }]);
    });

    it("refuses to write a row into another context", async () => {
      await expect(database.inContext("left", (tx) => tx.query(insert("right", "2")))).rejects.toMatchObject({ code: "42501" });
    });

    it("undoes everything when the work fails", async () => {
      const failing = database.inContext("undo", async (tx) => {
        await tx.query(insert("undo", "1"));
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await database.inContext("undo", (tx) => tx.query(sql`select 1 from probe.row`))).toEqual([]);
    });

    it("goes on after a failed statement, and tells its SQLSTATE", async () => {
      await expect(database.inContext("a", (tx) => tx.query(sql`select 1/0`))).rejects.toMatchObject({ code: "22012" });
      expect(await database.inContext("a", (tx) => tx.query(sql`select 1 as one`))).toEqual([{ one: 1 }]);
    });

    it("undoes everything when a statement fails, whatever the work makes of it", async () => {
      const stubborn = (wait: (failing: Promise<unknown>) => unknown) =>
        database.inContext("stubborn", async (tx) => {
          await tx.query(insert("stubborn", "1"));
          await wait(tx.query(sql`select 1/0`).catch(() => undefined));
          return "done";
        });
      await expect(stubborn((failing) => failing)).rejects.toMatchObject({ code: "22012" });
      await expect(stubborn(() => undefined)).rejects.toMatchObject({ code: "22012" });
      expect(await database.inContext("stubborn", (tx) => tx.query(sql`select 1 from probe.row`))).toEqual([]);
    });

    it("takes no statement after the transaction's end, which would be another's", async () => {
      const kept: Transaction[] = [];
      const keep = async (tx: Transaction) => void kept.push(tx);
      await database.inContext("left", keep);
      await expect(database.inContext("left", (tx) => keep(tx).then(() => Promise.reject(new Error("no"))))).rejects.toThrow("no");
      await database.inContext("right", async (tx) => {
        for (const late of kept) await expect(late.query(insert("right", "late"))).rejects.toMatchObject({ code: "internal" });
        expect(await tx.query(sql`select 1 from probe.row where id = 'late'`)).toEqual([]);
      });
    });

    it("says what kept a transaction from its beginning", async () => {
      const begin = database.inContext("a", (tx) => tx.query(sql`select 1`), { settings: { enable_sort: "perhaps" } });
      await expect(begin).rejects.toMatchObject({ code: "22023" });
    });

    it("runs transactions that were asked for at once, each whole", async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          database.inContext("many", async (tx) => {
            await tx.query(insert("many", `a${i}`));
            await tx.query(insert("many", `b${i}`));
          }),
        ),
      );
      const [row] = await database.inContext("many", (tx) => tx.query(sql`select count(*)::int as n from probe.row`));
      expect(row).toEqual({ n: 40 });
    });

    it("refuses writes in a read-only transaction", async () => {
      const write = database.inContext("ro", (tx) => tx.query(insert("ro", "1")), { readOnly: true });
      await expect(write).rejects.toMatchObject({ code: "25006" });
    });

    it("keeps a context id with a quote from escaping its place", async () => {
      const rows = await database.inContext("x'; select 'y", (tx) => tx.query(sql`select current_setting('app.ctx') as ctx`));
      expect(rows).toEqual([{ ctx: "x'; select 'y" }]);
    });

    it("lets one holder have a name at a time, and the next one after it", async () => {
      const [first, twin] = await Promise.all([database.hold("a"), database.hold("a")]);
      expect([first, twin]).toEqual([expect.any(Function), undefined]);
      const other = await database.hold("b");
      expect(await database.hold("b")).toBeUndefined();
      await first?.();
      const next = await database.hold("a");
      expect(next).toEqual(expect.any(Function));
      // Given back already: the name is another's by now.
      await first?.();
      expect(await database.hold("a")).toBeUndefined();
      await Promise.all([next?.(), other?.()]);
    });

    it("refuses a statement under the name of another, whose plan it would run", async () => {
      const both = database.inContext("named", async (tx) => {
        await tx.query(sql`select 1 as n`, { name: "probe.named" });
        await tx.query(sql`select 2 as n`, { name: "probe.named" });
      });
      await expect(both).rejects.toThrow("probe.named");
    });

    it("says that it is ready, also while a transaction fails", async () => {
      expect(await database.isReady(60_000)).toBe(true);
      let ready: boolean | undefined;
      const failing = database.inContext("a", async (tx) => {
        await tx.query(sql`select 1/0`).catch(() => undefined);
        ready = await database.isReady(60_000);
      });
      await expect(failing).rejects.toMatchObject({ code: "22012" });
      expect(ready).toBe(true);
    });
  });
}
