import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { numbered, raw, sql, type Database, type DatabaseSession, type Sql } from "@loci/ports/database";
import type { Store } from "../store/port.ts";
import { openDatabases } from "./open.ts";
import { openStore } from "./open-store.ts";
import type { Session } from "./port.ts";

const records = Array.from({ length: 3_000 }, (_, n) => `{ id: ${n}, n: ${n}, m: ${n % 7} }`);

let server: TestPostgres;
let database: Database;
let store: Store;
let session: Session;
const sent: Sql[] = [];

beforeAll(async () => {
  server = await startPostgres();
  database = await openPostgres({ connectionString: await server.createDatabase("explained") });
  store = await openStore(noting(database));
  session = openDatabases({ store, unauthenticated: true }).openSession({ ip: undefined, origin: undefined });
  await session.use("n", "d");
  await run(`DEFINE TABLE a TYPE NORMAL; DEFINE INDEX n ON a FIELDS n; INSERT INTO a [${records.join()}] RETURN NONE`);
  await database.asOwner((tx) => tx.query(raw("analyze")));
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

it.each([
  "SELECT * FROM a ORDER BY n LIMIT 5",
  "SELECT * FROM a ORDER BY n DESC LIMIT 5 START 3",
  "SELECT * FROM a WHERE n > 100 ORDER BY n LIMIT 5",
  "SELECT * FROM a WHERE n = 100",
  "SELECT * FROM a ORDER BY id DESC LIMIT 5",
  "SELECT * FROM a LIMIT 5 START 7",
])("%s reads a few records by an index, not the table", async (text) => {
  const [statement, ...more] = await run(text);
  if (statement === undefined) throw new Error("nothing was asked");
  expect(more).toEqual([]);
  const plan = await planOf(statement);
  expect(plan).not.toMatch(/Seq Scan|Sort/u);
  expect(plan).toMatch(/Index Scan/u);
});

it.each([
  "UPDATE a SET m += 1 RETURN NONE",
  "UPDATE a SET m = 5 WHERE m < 5 RETURN NONE",
  "UPDATE a SET n += 10 RETURN NONE",
  "UPDATE a MERGE { o: 1 } WHERE n > 100 RETURN NONE",
])("%s writes all of its records in one statement", async (text) => {
  const statements = await run(text);
  const writing = statements.filter((one) => /\bupdate database_records/u.test(numbered(one).text));
  expect(writing).toHaveLength(1);
  expect(statements.length).toBeLessThan(4);
});

it("writes nothing to an index that is prepared for its removal", async () => {
  const writesEntries = async (): Promise<boolean> =>
    (await run("UPDATE a SET n += 10 RETURN NONE")).some((one) => numbered(one).text.includes("insert into database_records.i"));
  expect(await writesEntries()).toBe(true);
  await run("ALTER INDEX n ON a PREPARE REMOVE");
  expect(await writesEntries()).toBe(false);
});

/** What is asked of records, for a text that fails nowhere. */
async function run(text: string): Promise<readonly Sql[]> {
  sent.length = 0;
  for (const result of await session.query(text, undefined)) if ("error" in result) throw result.error;
  return sent.filter((one) => numbered(one).text.includes("database_records"));
}

async function planOf(statement: Sql): Promise<string> {
  const lines = await database.asOwner((tx) => tx.query<Readonly<Record<string, string>>>(sql`explain ${statement}`));
  return lines.flatMap((line) => Object.values(line)).join("\n");
}

function noting(noted: Database): Database {
  return {
    ...noted,
    openSession(options): DatabaseSession {
      const opened = noted.openSession(options);
      return {
        ...opened,
        query: <Row>(...asked: Parameters<DatabaseSession["query"]>) => {
          sent.push(asked[0]);
          return opened.query<Row>(...asked);
        },
      };
    },
  };
}
