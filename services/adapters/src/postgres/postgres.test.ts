import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { startRelay, type Relay } from "@loci/e2e/parts/relay";
import { migrate } from "@loci/platform/db";
import { type Database, literal, sql, type Sql, type Transaction } from "@loci/ports/database";
import { databaseContract } from "@loci/ports/database/contract";
import { sessionContract } from "@loci/ports/database/session-contract";
import { Client, Pool } from "pg";
import { enable } from "./extensions.ts";
import { openPostgres } from "./index.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

databaseContract("Postgres without pgvector", async () =>
  openPostgres({ connectionString: await server.createDatabase("contract") }),
);
sessionContract("Postgres", async () => openPostgres({ connectionString: await server.createDatabase("sessions") }));

describe("openPostgres", () => {
  it("says what the server lacks", async () => {
    const database = await openPostgres({ connectionString: server.connectionString });
    expect(database.features).toEqual({ product: "postgres", pgvector: false, textsearch: false });
    await database.close();
  });

  it("reclaims what deleted rows left in its own tables, and the values of them in the planner's statistics", async () => {
    const database = await openPostgres({ connectionString: await server.createDatabase("reclaimed"), poolSize: 1 });
    const told = sql`create schema told; create table told.kept (text text) with (autovacuum_enabled = false);
      insert into told.kept select case when i % 2 = 0 then 'zanzibarfox' else 'heron' end from generate_series(1, 1000) i; analyze told.kept`;
    await database.asOwner((tx) => tx.query(told));
    await database.asOwner((tx) => tx.query(sql`delete from told.kept where text = 'zanzibarfox'`));
    const ask = (statement: Sql) => database.asOwner((tx) => tx.query(statement));
    const values = async () =>
      JSON.stringify(await ask(sql`select most_common_vals::text as v from pg_stats where schemaname = 'told'`));
    const dead = async () =>
      Number((await ask(sql`select n_dead_tup as n from pg_stat_user_tables where schemaname = 'told'`))[0]?.["n"] ?? 0);
    expect(await values()).toContain("zanzibarfox");
    // The server counts behind the transaction.
    while ((await dead()) === 0) await pause(50);
    await database.reclaim(["told"]);
    expect(await values()).not.toContain("zanzibarfox");
    while ((await dead()) > 0) await pause(50);
    await database.close();
  });

  it("says why it cannot be had", async () => {
    const connectionString = server.connectionString.replace(/[^/]*$/, "nowhere");
    await expect(openPostgres({ connectionString })).rejects.toMatchObject({
      code: "unavailable",
      message: 'The database does not answer: database "nowhere" does not exist',
    });
  });

  it("reads as of one moment, whatever is committed meanwhile", async () => {
    const database = await openPostgres({ connectionString: await server.createDatabase("snapshot") });
    await migrate(database, []);
    await database.asOwner((tx) => tx.query(sql`create table said (n int); grant select, insert on said to loci_app`));
    const count = (tx: Transaction) => tx.query(sql`select count(*)::int as n from said`);
    const seen = await database.inContext(
      "a",
      async (tx) => {
        const before = await count(tx);
        await database.inContext("a", (other) => other.query(sql`insert into said values (1)`));
        return [...before, ...(await count(tx))];
      },
      { readOnly: true },
    );
    expect(seen).toEqual([{ n: 0 }, { n: 0 }]);
    await database.close();
  });

  it("has an extension that another process makes at the same moment", async () => {
    // Any extension of the server's will do for the race; these two are the ones that are asked for.
    const connectionString = await server.createDatabase("extensions");
    const pools = await Promise.all(Array.from({ length: 8 }, async () => new Pool({ connectionString, max: 1 })));
    await Promise.all(pools.map((pool) => pool.query("select 1")));
    expect(await Promise.all(pools.map((pool) => enable(pool, "hstore")))).toEqual(pools.map(() => true));
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it("has the server look soon whether it is still there", async () => {
    const database = await openPostgres({ connectionString: server.connectionString });
    const settings = sql`select name, setting from pg_settings where name like 'tcp_keepalives_%' order by name`;
    expect(await database.asOwner((tx) => tx.query(settings))).toEqual([
      { name: "tcp_keepalives_count", setting: "3" },
      { name: "tcp_keepalives_idle", setting: "15" },
      { name: "tcp_keepalives_interval", setting: "5" },
    ]);
    await database.close();
  });

  it("gives up a lock that another transaction holds for long, and says that it may be had later", async () => {
    const database = await openPostgres({ connectionString: await server.createDatabase("locks") });
    await migrate(database, []);
    await database.asOwner((tx) =>
      tx.query(sql`create table held (n int); insert into held values (1); grant select, update on held to loci_app`),
    );
    const lock = sql`select n from held for update`;
    const locked = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const holder = database.inContext("a", async (tx) => {
      await tx.query(lock);
      locked.resolve(undefined);
      await release.promise;
    });
    await locked.promise;
    const waiting = database.inContext("a", (tx) => tx.query(lock), { settings: { lock_timeout: "50" } });
    await expect(waiting).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
    const bound = await database.inContext("a", (tx) => tx.query(sql`show lock_timeout`));
    expect(bound).toEqual([{ lock_timeout: "1min" }]);
    release.resolve(undefined);
    await holder;
    await database.close();
  });

  it.each(["53100", "53200", "53300", "57P01", "57P02", "57P03", "40001"])(
    "takes %s for a state of the server that passes",
    async (code) => {
      const database = await openPostgres({ connectionString: server.connectionString });
      const raised = database.asOwner((tx) => tx.query(sql`do $$ begin raise sqlstate ${literal(code)}; end $$`));
      await expect(raised).rejects.toMatchObject({ code: "unavailable", cause: expect.objectContaining({ code }) });
      await database.close();
    },
  );

  it("takes a server without writes for a state that passes, and asks on a new connection whether it has", async () => {
    const connectionString = await server.createDatabase("demoted");
    const admin = new Client({ connectionString });
    await admin.connect();
    await admin.query("create table written (n int)");
    // What a session begins with it keeps until it ends, as one that hangs on a former primary does.
    const demote = (yes: boolean) => admin.query(`alter database demoted set default_transaction_read_only = ${yes}`);
    await demote(true);
    const database = await openPostgres({ connectionString, poolSize: 1 });
    await demote(false);
    const write = (tx: Transaction) => tx.query(sql`insert into written values (1) returning n`);
    await expect(database.asOwner(write)).rejects.toMatchObject({
      ...{ code: "unavailable", retryAfterSeconds: 1 },
      cause: expect.objectContaining({ code: "25006" }),
    });
    expect(await database.asOwner(write)).toEqual([{ n: 1 }]);
    await Promise.all([database.close(), admin.end()]);
  });

  it("waits for a moment where the server lets no more connections in", async () => {
    const admin = new Client({ connectionString: server.connectionString });
    await admin.connect();
    await admin.query("create role narrow login connection limit 1");
    const url = new URL(server.connectionString);
    url.username = "narrow";
    const database = await openPostgres({ connectionString: url.href, poolSize: 2 });
    const asked = [1, 2].map(() => database.asOwner((tx) => tx.query(sql`select 1 as one from pg_sleep(0.3)`)));
    expect(await Promise.all(asked)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await Promise.all([database.close(), admin.end()]);
  });

  it("keeps no connection that the server ended while it worked", async () => {
    const database = await openPostgres({ connectionString: server.connectionString, poolSize: 1 });
    const ended = database.asOwner((tx) => tx.query(sql`select pg_terminate_backend(pg_backend_pid())`));
    await expect(ended).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
    expect(await database.asOwner((tx) => tx.query(sql`select 1 as one`))).toEqual([{ one: 1 }]);
    await database.close();
  });

  it("keeps no connection to a server that crashed and came up again", async () => {
    const crashing = await startPostgres();
    const { connectionString } = crashing;
    const [database, other] = await Promise.all([0, 1].map(() => openPostgres({ connectionString, poolSize: 1 })));
    const pidOf = sql`select pg_backend_pid() as pid`;
    const [one] = (await other?.asOwner((tx) => tx.query<{ pid: number }>(pidOf))) ?? [];
    const working = database?.asOwner((tx) => tx.query(sql`select pg_sleep(60)`));
    await pause(200);
    // Number 0 would be the tests' own group of processes.
    if (!one?.pid) throw new Error("the server told no process of a connection");
    process.kill(one.pid, "SIGKILL");
    await expect(working).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
    for (const end = Date.now() + 120_000; !(await database?.isReady(1_000)) && Date.now() < end;) await pause(50);
    expect(await database?.asOwner((tx) => tx.query(sql`select 1 as one`))).toEqual([{ one: 1 }]);
    await Promise.all([database?.close(), other?.close()]);
    await crashing.stop();
  });

  it("holds names against other processes, until it gives them back or its connection is gone", async () => {
    const connectionString = await server.createDatabase("holds");
    const lost: string[] = [];
    const one = await openPostgres({ connectionString, onError: ({ message }) => lost.push(message) });
    const two = await openPostgres({ connectionString });
    const release = await one.hold("name");
    expect([await two.hold("name"), await one.hold("name")]).toEqual([undefined, undefined]);
    await release?.();
    const taken = await two.hold("name");
    expect([taken, await one.hold("name")]).toEqual([expect.any(Function), undefined]);
    await two.close();
    const late = await one.hold("name");
    expect(late).toEqual(expect.any(Function));

    const three = await openPostgres({ connectionString });
    expect(await three.hold("name")).toBeUndefined();
    await three.asOwner((tx) =>
      tx.query(
        sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      ),
    );
    // The server may take a moment to end a session, and the news of it another to arrive.
    let again = await three.hold("name");
    for (const end = Date.now() + 20_000; again === undefined && Date.now() < end;) again = await three.hold("name");
    for (const end = Date.now() + 20_000; lost.length === 0 && Date.now() < end;) await pause(5);
    expect([again, lost.length > 0]).toEqual([expect.any(Function), true]);
    // What was lost is not given back on behalf of who has it now, and the next name comes on a new connection.
    await late?.();
    expect([await one.hold("name"), await one.hold("another")]).toEqual([undefined, expect.any(Function)]);
    await Promise.all([one.close(), three.close()]);
  });

  it("fails with one clear line when nobody listens", async () => {
    const open = openPostgres({ connectionString: "postgres://postgres@127.0.0.1:1/none" });
    await expect(open).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("does not answer") });
  });
});

describe("a server that dies without a word", () => {
  // Longer than a busy machine keeps an answer that does come.
  const answerTimeoutMs = 5_000;
  const closing: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** A database behind a line of the test's own. */
  async function distant(name: string, options: { endsAfterMs?: number; poolSize?: number; answerTimeoutMs?: number } = {}) {
    const { endsAfterMs, ...rest } = options;
    const near = await server.createDatabase(name);
    const url = new URL(near);
    const line = await startRelay(Number(url.port), endsAfterMs);
    closing.push(() => line.end());
    url.port = String(line.port);
    const open = async () => {
      const database = await openPostgres({ answerTimeoutMs, ...rest, connectionString: url.href });
      closing.push(() => database.close());
      return database;
    };
    return { near, line, open };
  }

  const one = (tx: Transaction) => tx.query<{ one: number }>(sql`select 1 as one`);
  const passing = { code: "unavailable", retryAfterSeconds: 1 };

  /**
   * Has every connection of the pool work, and the line fall silent meanwhile; then another machine has the address.
   * @returns what came of each transaction, and how long after its statement was refused
   */
  async function loseAll(database: Database, line: Relay, count: number): Promise<{ refused: unknown; laterMs: number }[]> {
    const begun = Array.from({ length: count }, () => Promise.withResolvers<undefined>());
    const dead = Promise.withResolvers<undefined>();
    const working = begun.map(async (mine) => {
      let toldAt = 0;
      const work = database.inContext("a", async (tx) => {
        await one(tx);
        mine.resolve(undefined);
        await dead.promise;
        await one(tx).finally(() => (toldAt = performance.now()));
      });
      const refused: unknown = await work.catch((error: unknown) => error);
      return { refused, laterMs: performance.now() - toldAt };
    });
    await Promise.all(begun.map((mine) => mine.promise));
    line.hush();
    line.replace();
    dead.resolve(undefined);
    return Promise.all(working);
  }

  it("is given up after a while: the pool is empty again, and the next transaction is on a new connection", async () => {
    const { line, open } = await distant("silent", { poolSize: 2 });
    const database = await open();
    await migrate(database, []);
    for (const { refused, laterMs } of await loseAll(database, line, 2)) {
      expect(refused).toMatchObject(passing);
      // The statement is waited for, and the rollback not again.
      expect(laterMs).toBeLessThan(answerTimeoutMs);
    }
    const both = [1, 2].map(() => database.inContext("a", one));
    expect(await Promise.all(both)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    expect(await database.acrossContexts(one)).toEqual([{ one: 1 }]);
    expect(database.connections?.()).toEqual({ idle: 2, busy: 0, waiting: 0 });
  });

  it("is given up also where it falls silent at a commit, and where nothing was asked of it yet", async () => {
    const { line, open } = await distant("silent_end", { poolSize: 1 });
    const database = await open();
    await migrate(database, []);
    const committing = database.inContext("a", async (tx) => {
      await one(tx);
      line.hush();
    });
    await expect(committing).rejects.toMatchObject(passing);
    line.replace();
    expect(await database.inContext("a", one)).toEqual([{ one: 1 }]);
    line.hush();
    await expect(database.inContext("a", one)).rejects.toMatchObject(passing);
    line.replace();
    expect(await database.inContext("a", one)).toEqual([{ one: 1 }]);
  });

  it("does not fill the pool with the questions whether it is ready", async () => {
    const { line, open } = await distant("silent_probe", { poolSize: 1 });
    const database = await open();
    line.hush();
    expect(await database.isReady(100)).toBe(false);
    line.replace();
    expect(await database.isReady(60_000)).toBe(true);
  });

  it("is waited for by maintenance, and by what is known to take long", async () => {
    const { open } = await distant("slow", { answerTimeoutMs: 1_000 });
    const database = await open();
    await migrate(database, []);
    const slow = (tx: Transaction) => tx.query(sql`select pg_sleep(1.5)`);
    await expect(database.inContext("a", slow)).rejects.toMatchObject(passing);
    expect(await database.asOwner(slow)).toHaveLength(1);
    expect(await database.inContext("a", slow, { patient: true })).toHaveLength(1);
  });

  it("keeps no name from who asks for it again", async () => {
    const { line, open } = await distant("silent_holds");
    const database = await open();
    await database.hold("before");
    line.hush();
    line.replace();
    await expect(Promise.all([database.hold("a"), database.hold("b")])).rejects.toMatchObject(passing);
    await pause(100);
    const held = await Promise.all(["a", "b"].map((name) => database.hold(name)));
    expect(held).toEqual([expect.any(Function), expect.any(Function)]);
  });

  it("does not hold up the close of what holds names by it", async () => {
    const { line, open } = await distant("silent_close");
    const database = await open();
    await database.hold("a");
    line.hush();
    await database.close();
    closing.pop();
    await expect(database.hold("b")).rejects.toMatchObject({ code: "unavailable", message: "The database was closed." });
  });

  it("has one connection for names, also where one that failed ends late", async () => {
    const { near, open } = await distant("late_end", { endsAfterMs: 1_500 });
    const database = await open();
    const admin = new Client({ connectionString: server.connectionString });
    await admin.connect();
    closing.push(() => admin.end());
    const admit = (yes: boolean) => admin.query(`alter database late_end allow_connections ${yes}`);
    await admit(false);
    await expect(database.hold("a")).rejects.toMatchObject(passing);
    await admit(true);
    expect(await database.hold("a")).toEqual(expect.any(Function));
    await pause(2_000);
    expect(await database.hold("b")).toEqual(expect.any(Function));
    const other = new Client({ connectionString: near });
    await other.connect();
    closing.push(() => other.end());
    const { rows } = await other.query<{ n: number }>(
      "select count(distinct pid)::int as n from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = 'late_end')",
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});
