import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Database, DatabaseSession, Statement } from "@loci/ports/database";
import type { Store } from "../store/port.ts";
import { printValue } from "../values/print.ts";
import { openStore } from "./open-store.ts";
import { openDatabases } from "./open.ts";
import type { Session } from "./port.ts";

const numbers = Array.from({ length: 60 }, (_, i) => i + 1);
const people = numbers.map((n) => `{ id: ${n}, name: 'p${n}', age: ${(n % 7) - 3} }`);
const edges = numbers.flatMap((n) =>
  [1, 2, 3].map((k) => `{ id: ${n * 10 + k}, in: person:${n}, out: person:${((n * 7 + k) % 60) + 1}, since: ${k} }`),
);
const posts = numbers.map((n) => `{ id: ${n}, author: person:${n}, title: 't${n}' }`);

/** People who each know three others and wrote a post; and numbers of all kinds. */
const setup = `
  DEFINE TABLE person TYPE NORMAL; DEFINE INDEX age ON person FIELDS age; DEFINE TABLE knows TYPE RELATION;
  INSERT INTO person [${people.join()}]; INSERT RELATION INTO knows [${edges.join()}]; INSERT INTO post [${posts.join()}];
  CREATE odd:1 SET n = 1; CREATE odd:2 SET n = 2.5; CREATE odd:3 SET n = 'x'; CREATE odd:4 SET n = 3dec; CREATE odd:5; CREATE odd:6 SET n = 9007199254740993;
  CREATE int:1 SET n = 1200, m = 5; CREATE int:2 SET n = -1; CREATE int:3; CREATE int:4 SET n = 0; CREATE int:5 SET n = -4503599627370496;
  CREATE int:6 SET n = 4503599627370496; CREATE int:7 SET n = 99; DEFINE INDEX n ON int FIELDS n;`;

/** A program, and how many statements of the store it takes at most for all of its rows. */
const programs: readonly (readonly [program: string, most: number])[] = [
  ["SELECT id, ->knows->person.name AS names FROM person", 12],
  ["SELECT VALUE ->knows->person->knows->person FROM person:1", 6],
  ["SELECT id, ->knows[WHERE since > 1]->person AS p FROM person", 15],
  ["SELECT id, ->(knows WHERE since > 1)->person AS p, <-knows<-person AS q FROM person", 18],
  ["SELECT title, author.name FROM post", 8],
  ["SELECT VALUE id FROM post WHERE author.age = 2", 8],
  ["SELECT VALUE id FROM post WHERE author.age = 2 LIMIT 3", 8],
  ["SELECT * FROM post ORDER BY author.age, id LIMIT 5", 10],
  ["SELECT author.age AS age, count() FROM post GROUP BY age", 10],
  ["SELECT * FROM post FETCH author", 8],
  ["SELECT id, author.{ name, age } FROM post", 8],
  ["SELECT VALUE author.nothing.at.all FROM post", 8],
  ["SELECT VALUE author.name + 1 FROM post", 8],
  [
    "SELECT count() FROM person WHERE age = 2 GROUP ALL; SELECT count() AS n FROM person WHERE name = 'p7' AND age < 9 GROUP ALL",
    6,
  ],
  ["UPDATE person SET age += 10 RETURN NONE; SELECT id, age FROM person WHERE age > 8 ORDER BY age, id", 15],
  ["UPDATE person SET age = 5, name = 'x' RETURN NONE; SELECT count() FROM person WHERE age = 5 GROUP ALL", 16],
  ["UPDATE int SET n += 1 RETURN NONE; SELECT * FROM int ORDER BY n; SELECT * FROM int WHERE n > 0 ORDER BY id", 20],
  ["UPDATE int SET n -= 1250, m += 2 RETURN NONE; SELECT * FROM int ORDER BY n; SELECT VALUE id FROM int WHERE n = -50", 20],
  [
    "UPDATE odd SET n += 1 RETURN NONE; SELECT * FROM odd; UPDATE odd SET n = d'2024-01-01T00:00:00Z' RETURN NONE; SELECT * FROM odd",
    30,
  ],
  ["UPSERT fig SET a = 1 WHERE a = 5 RETURN NONE; SELECT a FROM fig; UPDATE nowhere SET a = 1 RETURN NONE", 30],
  ["DELETE person WHERE age > 0; SELECT count() FROM knows GROUP ALL; SELECT count() FROM person GROUP ALL", 30],
  ["DELETE person RETURN BEFORE; SELECT count() FROM knows GROUP ALL", 20],
  ["DELETE knows; SELECT count() FROM person GROUP ALL", 15],
];

describe("what is said of many records is asked of the store at once, and gives what each alone gives", () => {
  let store: Store;
  let asked = 0;
  const sessions: Session[] = [];
  beforeAll(async () => {
    store = await openStore(counted(await openPglite({ folder: undefined }), () => asked++));
    for (const pushdown of [true, false]) {
      const session = openDatabases({ store, unauthenticated: true, pushdown }).openSession({ ip: undefined, origin: undefined });
      sessions.push(session);
      await session.use("test", `pushdown ${pushdown}`);
      const made = await session.query(setup, undefined);
      expect(made.flatMap((result) => ("error" in result ? [result.error.message] : []))).toEqual([]);
    }
  });
  afterAll(() => store.close());

  /** Each finds what those before it left. */
  it.each(programs)("%s", async (program, most) => {
    const [on, off] = [await run(sessions[0], program), await run(sessions[1], program)];
    expect(on.results).toEqual(off.results);
    expect(on.asked).toBeLessThanOrEqual(most);
  });

  async function run(session: Session | undefined, program: string) {
    asked = 0;
    const results = (await session?.query(program, undefined)) ?? [];
    return { asked, results: results.map((result) => ("error" in result ? result.error.message : printValue(result.result))) };
  }
});

function counted(database: Database, count: () => void): Database {
  return {
    ...database,
    openSession(options): DatabaseSession {
      const session = database.openSession(options);
      return { ...session, query: <Row>(statement: Statement) => (count(), session.query<Row>(statement)) };
    },
  };
}
