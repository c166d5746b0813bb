import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres } from "@loci/e2e/parts/postgres";
import type { Store } from "../store/port.ts";
import { printValue } from "../values/print.ts";
import { openDatabases } from "./open.ts";
import { openStore } from "./open-store.ts";
import type { Session } from "./port.ts";

const nowhere = { ip: undefined, origin: undefined };

describe("live queries of processes that share a Postgres", () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let connectionString: string;
  const stores: Store[] = [];
  const failures: unknown[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    connectionString = await server.createDatabase("live_across");
  }, 120_000);
  afterAll(async () => {
    for (const store of stores) await store.close();
    await server.stop();
  });

  /** What a process has of its own: connections, definitions that it keeps, live queries. */
  const process = async (
    watchSeconds?: number,
  ): Promise<{ readonly session: Session; readonly told: string[]; readonly store: Store }> => {
    const store = await openStore(await openPostgres({ connectionString }), {
      ...(watchSeconds !== undefined && { watchSeconds }),
    });
    stores.push(store);
    const failed = (error: unknown): void => void failures.push(error);
    const session = openDatabases({ store, unauthenticated: true, failed }).openSession(nowhere);
    const told: string[] = [];
    session.onNotification(({ action, result }) => told.push(`${action} ${printValue(result)}`));
    await session.use("test", "test");
    return { session, told, store };
  };
  const until = async (told: readonly string[], count: number): Promise<readonly string[]> => {
    for (const end = Date.now() + 10_000; told.length < count && Date.now() < end;) await new Promise((go) => setTimeout(go, 10));
    return told;
  };
  const idOf = (results: Awaited<ReturnType<Session["query"]>>): string => {
    const [result] = results;
    return result !== undefined && "result" in result ? printValue(result.result) : "";
  };

  it("hear of what any of them commits, once and in order, and of nothing else", async () => {
    const [watching, writing] = [await process(), await process()];
    await writing.session.query("DEFINE TABLE t; DEFINE TABLE unwatched; CREATE t:0 SET n = 0", undefined);
    const id = idOf(await watching.session.query("LIVE SELECT VALUE [id, n] FROM t", undefined));
    // The other process has the definitions of before.
    await writing.session.query("CREATE t:1 SET n = 1", undefined);
    await writing.session.query("BEGIN; UPDATE t:1 SET n = 2; CREATE unwatched:1; CREATE t:2 SET n = 3; COMMIT", undefined);
    await writing.session.query("BEGIN; CREATE t:3; CANCEL", undefined);
    const transaction = await writing.session.begin();
    await writing.session.query("DELETE t:2", undefined, { transaction });
    await writing.session.commit(transaction);
    await watching.session.query("UPDATE t:0 SET n = 9", undefined);
    const expected = ["CREATE [t:1, 1]", "UPDATE [t:1, 2]", "CREATE [t:2, 3]", "DELETE [t:2, 3]", "UPDATE [t:0, 9]"];
    expect(await until(watching.told, expected.length)).toEqual(expected);
    await watching.session.query(`KILL ${id}`, undefined);
    expect(await until(watching.told, expected.length + 1)).toEqual([...expected, "KILLED NONE"]);
    await writing.session.query("CREATE t:4", undefined);
    await new Promise((go) => setTimeout(go, 300));
    expect(watching.told).toHaveLength(expected.length + 1);
    expect(writing.told).toEqual([]);
    expect(failures).toEqual([]);
  }, 60_000);

  it("go on for as long as their process lives, several on one table, some ended, and where another table is removed", async () => {
    const [watching, writing] = [await process(1), await process()];
    await writing.session.query("DEFINE TABLE kept; DEFINE TABLE gone", undefined);
    const ids: string[] = [];
    for (const table of ["kept", "kept", "gone", "gone"])
      ids.push(idOf(await watching.session.query(`LIVE SELECT VALUE id FROM ${table}`, undefined)));
    await watching.session.query(`KILL ${ids[1]}; KILL ${ids[2]}; KILL ${ids[3]}`, undefined);
    await watching.session.query("LIVE SELECT VALUE id FROM gone", undefined);
    await writing.session.query("REMOVE TABLE gone", undefined);
    await new Promise((go) => setTimeout(go, 2_000));
    await writing.session.query("CREATE kept:1", undefined);
    expect(await until(watching.told, 4)).toEqual(["KILLED NONE", "KILLED NONE", "KILLED NONE", "CREATE kept:1"]);
    expect(failures).toEqual([]);
  }, 60_000);

  it("are ended where a table that they watch was removed and made again", async () => {
    const [watching, writing] = [await process(1), await process()];
    await writing.session.query("DEFINE TABLE again", undefined);
    await watching.session.query("LIVE SELECT VALUE id FROM again", undefined);
    await writing.session.query("REMOVE TABLE again; DEFINE TABLE again", undefined);
    expect(await until(watching.told, 1)).toEqual(["KILLED NONE"]);
    expect(failures.splice(0).map(String)).toEqual(["Error: changes of a watched table may have been missed"]);
  }, 60_000);

  it("are ended, not told half, where a process loses the connection that hears", async () => {
    const [watching, writing] = [await process(), await process()];
    await writing.session.query("DEFINE TABLE lost", undefined);
    await watching.session.query("LIVE SELECT * FROM lost", undefined);
    const breaking = await openPostgres({ connectionString });
    await breaking.asOwner((tx) =>
      tx.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' or query = 'select 1'`),
    );
    await breaking.close();
    expect(await until(watching.told, 1)).toEqual(["KILLED NONE"]);
    const id = idOf(await watching.session.query("LIVE SELECT VALUE id FROM lost", undefined));
    expect(id).toMatch(/^u'/);
    await writing.session.query("CREATE lost:1", undefined);
    expect(await until(watching.told, 2)).toEqual(["KILLED NONE", "CREATE lost:1"]);
  }, 60_000);
});
