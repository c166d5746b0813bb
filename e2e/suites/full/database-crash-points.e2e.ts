/**
 * The database's process is killed before and after the commit of each statement: what it wrote is there as a whole, or not at all, and
 * what was told is there. Whoever was told nothing does it again.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startProcess, type RunningProcess } from "@loci/e2e/parts/loci";
import { mortality, type Mortality } from "@loci/e2e/parts/mortal";
import { freePort, startPostgres } from "@loci/e2e/parts/postgres";

const prepared = `DEFINE TABLE item; DEFINE INDEX name ON item FIELDS name UNIQUE; DEFINE TABLE log; DEFINE TABLE holds TYPE RELATION;
  DEFINE EVENT logged ON item WHEN $event != 'CREATE' THEN (CREATE log SET id = rand::uuid::v7(), of = $before.name);
  DEFINE FIELD of ON TABLE part TYPE record<item> REFERENCE ON DELETE CASCADE;
  CREATE item:1 SET name = 'a', n = 0; CREATE item:2 SET name = 'b', n = 0; RELATE item:1->holds:1->item:2; CREATE part:1 SET of = item:1`;

/** Each one transaction, with which more than one table changes. */
const deeds: readonly (readonly [name: string, text: string])[] = [
  ["a record with its index", "CREATE item:3 SET name = 'c', n = 1"],
  ["a change with its event", "UPDATE item SET n += 1, name = name + 'x'"],
  ["an end with its edges and what refers to it", "DELETE item:1"],
  ["many records", "INSERT INTO item (SELECT VALUE { id: $this, name: <string>$this, n: 2 } FROM array::range(100, 2100))"],
  ["a block", "BEGIN; CREATE item:4 SET name = 'd'; UPDATE item:2 SET n = 7; RELATE item:2->holds:2->item:4; COMMIT"],
  ["a definition with its index", "DEFINE INDEX n ON item FIELDS n, name"],
  ["a definition's end", "REMOVE TABLE log"],
];

const seen =
  "SELECT * FROM item; SELECT VALUE of FROM log ORDER BY of; SELECT * FROM holds; SELECT * FROM part; INFO FOR TABLE item; INFO FOR DB";

/** Signing in commits too, and what was removed is cleared away after the answer. */
const isOfDeed = (point: string): boolean => /database_records|database\.definition/.test(point);

describe("the database's process, killed while it commits", () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let folder: string;
  let mortal: Mortality;
  let running: RunningProcess;
  let url: string;
  let start: () => Promise<void>;
  let made = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-database-crash-"));
    await mkdir(join(folder, "signals"));
    server = await startPostgres();
    mortal = mortality(join(folder, "signals"), {});
    const connection = await server.createDatabase("crash");
    const address = `127.0.0.1:${await freePort()}`;
    url = `http://${address}`;
    const secrets = join(folder, "secrets");
    const args = ["database", "start", "--connection-string", connection, "--secrets-dir", secrets, "--db-bind", address];
    start = async () =>
      void (running = await startProcess(
        [...args, "--user", "root", "--pass", "s"],
        /Database +http/,
        mortal.environment("database"),
      ));
    await start();
  }, 240_000);
  afterAll(async () => {
    await running.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (database: string, text: string): Promise<readonly { readonly status: string; readonly result: unknown }[]> => {
    const authorization = `Basic ${Buffer.from("root:s").toString("base64")}`;
    const headers = { authorization, accept: "application/json", "surreal-ns": "crash", "surreal-db": database };
    const response = await fetch(`${url}/sql`, { method: "POST", headers, body: text });
    return (await response.json()) as { status: string; result: unknown }[];
  };
  const newDatabase = async (): Promise<string> => {
    const database = `d${++made}`;
    const results = await ask(
      database,
      `DEFINE NAMESPACE IF NOT EXISTS crash; DEFINE DATABASE IF NOT EXISTS ${database}; ${prepared}`,
    );
    const failed = results.find(({ status }) => status !== "OK");
    if (failed !== undefined) throw new Error(String(failed.result));
    return database;
  };
  const look = async (database: string): Promise<string> => JSON.stringify((await ask(database, seen)).map(({ result }) => result));

  it.each(deeds)(
    "%s: all of it is there, or nothing",
    async (_name, text) => {
      const undisturbed = await newDatabase();
      const before = await look(undisturbed);
      const { points: all } = await mortal.passed(() => ask(undisturbed, text));
      const points = all.filter(isOfDeed);
      const after = await look(undisturbed);
      expect(after).not.toBe(before);
      expect(points.length).toBeGreaterThanOrEqual(2);
      for (const point of points) {
        const database = await newDatabase();
        await mortal.arm(point);
        await expect(ask(database, text)).rejects.toThrow("fetch failed");
        while (!mortal.hasDied()) await sleep(20);
        await mortal.disarm();
        await running.kill();
        await start();
        const left = await look(database);
        expect([point, left]).toEqual([point, point.includes("after commit") ? after : before]);
        if (left === before) await ask(database, text);
        expect(await look(database)).toBe(after);
      }
    },
    240_000,
  );
});
