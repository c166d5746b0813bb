import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Database, DatabaseSession, SessionOptions } from "./port.ts";
import { sql } from "./sql.ts";

/** What the sessions of every Database adapter must do. `open` gives an empty database. */
export function sessionContract(name: string, open: () => Promise<Database>): void {
  describe(`${name}, in sessions`, () => {
    let database: Database;
    const opened: DatabaseSession[] = [];
    const session = (options: SessionOptions = { as: "owner" }): DatabaseSession => {
      const made = database.openSession(options);
      opened.push(made);
      return made;
    };

    beforeAll(async () => {
      database = await open();
      await database.asOwner(async (tx) => {
        const [role] = await tx.query(sql`select 1 from pg_roles where rolname = 'loci_app'`);
        if (role === undefined) await tx.query(sql`create role loci_app nologin`);
        await tx.query(sql`create schema seat; create table seat.row (ctx text not null default '', id text primary key, n bigint default 0);
            create table seat.open (id text primary key); grant usage on schema seat to loci_app;
            alter table seat.row enable row level security; alter table seat.row force row level security;
            create policy own on seat.row using (ctx = nullif(current_setting('app.ctx', true), ''));
            grant select, insert on seat.row, seat.open to loci_app;`);
      });
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()));
    });
    afterAll(() => database.close());

    const insert = (id: string) => sql`insert into seat.row (id) values (${id})`;
    const ids = async (like: string) =>
      (
        await database.asOwner((tx) => tx.query<{ id: string }>(sql`select id from seat.row where id like ${like} order by id`))
      ).map(({ id }) => id);
    const broken = sql`select 1 / ${0}::int as n`;

    it("keep what they commit, and undo what they roll back or leave open", async () => {
      for (const how of ["commit", "rollback", "close"] as const) {
        const one = session();
        await one.begin();
        await one.query(insert(`end-${how}`));
        await one[how]();
      }
      expect(await ids("end-%")).toEqual(["end-commit"]);
    });

    it("run a statement outside a transaction as one of its own", async () => {
      const one = session();
      await one.query(insert("alone"));
      await expect(one.query(insert("alone"))).rejects.toMatchObject({ code: "23505" });
      expect(await ids("alone")).toEqual(["alone"]);
      expect(await one.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    });

    it("undo with a failed statement what came after the savepoint, and nothing else", async () => {
      const one = session();
      await one.begin();
      await one.query(insert("sp-1"));
      const savepoint = await one.savepoint();
      await one.query(insert("sp-2"));
      await expect(one.query(broken)).rejects.toMatchObject({ code: "22012" });
      await expect(one.query(insert("sp-3"))).rejects.toMatchObject({ code: "25P02" });
      await one.rollbackTo(savepoint);
      await one.query(insert("sp-4"));
      await one.rollbackTo(savepoint);
      await one.query(insert("sp-5"));
      await one.release(savepoint);
      await expect(one.rollbackTo(savepoint)).rejects.toMatchObject({ code: "3B001" });
      await one.commit();
      expect(await ids("sp-%")).toEqual(["sp-1", "sp-5"]);
    });

    it("refuse to commit what a failed statement undid", async () => {
      const one = session();
      await one.begin();
      await one.query(insert("lost"));
      await one.query(broken).catch(() => undefined);
      await expect(one.commit()).rejects.toMatchObject({ code: "25P02" });
      expect(await ids("lost")).toEqual([]);
      expect(await one.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    });

    it("give rows in the order of the statement's columns", async () => {
      const one = session();
      const table = await one.table(sql`select 'b' as b, 'a' as a, 2::bigint as b where ${true}`);
      expect(table).toEqual({ columns: ["b", "a", "b"], rows: [["b", "a", 2]] });
      expect(await one.table(sql`select 1 as x where false`)).toEqual({ columns: ["x"], rows: [] });
    });

    it("give a large result in pages, without what was written after its begin", async () => {
      const one = session();
      await one.begin();
      const sizes: number[] = [];
      for await (const { columns, rows } of one.pages(sql`select g from generate_series(1, ${25}::int) g`, 10)) {
        expect(columns).toEqual(["g"]);
        sizes.push(rows.length);
      }
      expect(sizes).toEqual([10, 10, 5]);
      for await (const page of one.pages(sql`select g from generate_series(1, 30) g`, 10)) {
        expect(page.rows).toHaveLength(10);
        break;
      }
      await one.commit();
    });

    it("refuse writes where only reads were announced", async () => {
      const one = session();
      await one.begin({ readOnly: true });
      await expect(one.query(insert("ro"))).rejects.toMatchObject({ code: "25006" });
    });

    it("have the isolation that was asked for", async () => {
      const one = session();
      for (const isolation of ["read committed", "repeatable read", "serializable"] as const) {
        await one.begin({ isolation });
        expect(await one.query(sql`show transaction_isolation`)).toEqual([{ transaction_isolation: isolation }]);
        await one.commit();
      }
    });

    it("see no context's rows, unless they are the owner's", async () => {
      await database.asOwner((tx) => tx.query(sql`insert into seat.row (ctx, id) values ('c', 'hidden')`));
      const one = session({});
      expect(await one.query(sql`select * from seat.row`)).toEqual([]);
      await expect(one.query(sql`drop table seat.row`)).rejects.toMatchObject({ code: "42501" });
      await one.query(sql`insert into seat.open values ('x')`);
    });

    it("lose no update: of two that read the same and write it, one is told", async () => {
      await database.asOwner((tx) => tx.query(insert("count")));
      const add = async (): Promise<void> => {
        const one = session();
        await one.begin();
        const [row] = await one.query<{ n: number }>(sql`select n from seat.row where id = 'count'`);
        await one.query(sql`update seat.row set n = ${(row?.n ?? 0) + 1} where id = 'count'`);
        await one.commit();
      };
      const done = await Promise.allSettled(Array.from({ length: 4 }, add));
      const failed = done.filter((one) => one.status === "rejected");
      for (const { reason } of failed) expect(reason).toMatchObject({ code: "40001" });
      const [row] = await database.asOwner((tx) => tx.query<{ n: number }>(sql`select n from seat.row where id = 'count'`));
      expect(row?.n).toBe(4 - failed.length);
    });

    it("let others work while they think, and go on where they were", async () => {
      const one = session();
      await one.begin();
      await one.query(insert("park-1"));
      const savepoint = await one.savepoint();
      await one.query(broken).catch(() => undefined);
      for (let i = 0; i < 3; i++) {
        const asked = performance.now();
        expect(await ids("park-%")).toEqual([]);
        expect(performance.now() - asked).toBeLessThan(5_000);
        if (i === 0) await one.rollbackTo(savepoint);
        await one.query(insert(`park-2${i}`));
      }
      expect(await one.query(sql`select count(*)::int as n from seat.row where id like 'park-%'`)).toEqual([{ n: 4 }]);
      await database.asOwner((tx) => tx.query(insert("between")));
      await one.commit();
      expect(await ids("park-%")).toEqual(["park-1", "park-20", "park-21", "park-22"]);
    });

    it("are told where others wrote meanwhile what they read and write", async () => {
      await database.asOwner((tx) => tx.query(insert("both")));
      const one = session();
      await one.begin();
      const [row] = await one.query<{ n: number }>(sql`select n from seat.row where id = 'both'`);
      await database.asOwner((tx) => tx.query(sql`update seat.row set n = 5 where id = 'both'`));
      const write = one.query(sql`update seat.row set n = ${(row?.n ?? 0) + 1} where id = 'both'`);
      await expect(write).rejects.toMatchObject({ code: "40001" });
      await expect(one.commit()).rejects.toMatchObject({ code: "25P02", cause: { code: "40001" } });
      expect(await database.asOwner((tx) => tx.query(sql`select n from seat.row where id = 'both'`))).toEqual([{ n: 5 }]);
    });

    it("repeat nothing whose effect outlives a rollback", async () => {
      await database.asOwner((tx) => tx.query(sql`create sequence seat.number`));
      const one = session();
      await one.begin();
      const next = () => one.query(sql`select nextval('seat.number')::int as n`, { once: true });
      const given = [...(await next()), ...(await next())];
      await ids("%");
      given.push(...(await next()));
      await one.commit();
      expect(given).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    });

    it("end a transaction that is idle for too long, and give everybody else their turn", async () => {
      const one = session({ as: "owner", idleMs: 200 });
      await one.begin();
      await one.query(insert("idle"));
      await pause(150);
      await one.query(sql`select 1`);
      await pause(150);
      await one.query(sql`select 1`);
      const asked = performance.now();
      await database.asOwner((tx) => tx.query(sql`select 1`));
      expect(performance.now() - asked).toBeLessThan(5_000);
      await pause(400);
      const ended = { code: "25P03", message: expect.stringContaining("0.2 s") };
      await expect(one.query(insert("idle"))).rejects.toMatchObject(ended);
      await expect(one.savepoint()).rejects.toMatchObject(ended);
      await expect(one.begin()).rejects.toMatchObject({ code: "25001" });
      await expect(one.commit()).rejects.toMatchObject(ended);
      expect(await ids("idle")).toEqual([]);
      expect(await one.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    });

    it("end a transaction that is open for too long, however busy it is", async () => {
      const one = session({ as: "owner", totalMs: 300 });
      await one.begin();
      await one.query(insert("total"));
      let told: unknown;
      for (const end = Date.now() + 20_000; told === undefined && Date.now() < end; await pause(20)) {
        await one.query(sql`select 1`).catch((error: unknown) => (told = error));
      }
      expect(told).toMatchObject({ code: "25P04" });
      await one.rollback();
      expect(await ids("total")).toEqual([]);
    });

    const long = sql`select count(*) from generate_series(1, ${8_000_000}::int)`;

    it("end a statement that takes too long", async () => {
      const one = session({ as: "owner", statementMs: 100 });
      await one.begin();
      await expect(one.query(long)).rejects.toMatchObject({ code: "57014" });
      await expect(one.commit()).rejects.toMatchObject({ code: "25P02" });
      expect(await one.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    });

    it("cancel what runs, and go on before the savepoint", async () => {
      const one = session();
      await one.begin();
      await one.query(insert("cancel"));
      const savepoint = await one.savepoint();
      const running = one.query(long);
      const seen = expect(running).rejects.toMatchObject({ code: "57014" });
      await pause(100);
      await one.cancel();
      await seen;
      await one.rollbackTo(savepoint);
      expect(await one.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
      await one.commit();
      expect(await ids("cancel")).toEqual(["cancel"]);
    });

    it("say what was asked of no transaction", async () => {
      const one = session();
      for (const asked of [one.commit(), one.rollback(), one.savepoint()])
        await expect(asked).rejects.toMatchObject({ code: "25P01" });
      await one.begin();
      await expect(one.begin()).rejects.toMatchObject({ code: "25001" });
      await one.close();
      await expect(one.query(sql`select 1`)).rejects.toMatchObject({ code: "internal" });
    });
  });
}
