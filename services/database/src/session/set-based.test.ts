import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import type { Database, DatabaseSession } from "@loci/ports/database";
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

const lots = Array.from({ length: 50 }, (_, n) => `{ id: ${n}, n: ${n} }`);

/** More of one value than are read of it at once. */
const many = Array.from({ length: 150 }, (_, n) => `{ id: ${n}, of: person:1 }`);

/** People who each know three others and wrote a post; and numbers of all kinds. */
const setup = `
  DEFINE TABLE person TYPE NORMAL; DEFINE INDEX age ON person FIELDS age; DEFINE TABLE knows TYPE RELATION;
  INSERT INTO person [${people.join()}]; INSERT RELATION INTO knows [${edges.join()}]; INSERT INTO post [${posts.join()}];
  CREATE odd:1 SET n = 1; CREATE odd:2 SET n = 2.5; CREATE odd:3 SET n = 'x'; CREATE odd:4 SET n = 3dec; CREATE odd:5; CREATE odd:6 SET n = 9007199254740993;
  CREATE int:1 SET n = 1200, m = 5; CREATE int:2 SET n = -1; CREATE int:3; CREATE int:4 SET n = 0; CREATE int:5 SET n = -4503599627370496;
  CREATE int:6 SET n = 4503599627370496; CREATE int:7 SET n = 99; DEFINE INDEX n ON int FIELDS n; INSERT INTO lots [${lots.join()}] RETURN NONE;
  INSERT INTO many [${many.join()}] RETURN NONE;`;

/** A program, and how many statements of the store it takes at most for all of its rows. */
const programs: readonly (readonly [program: string, most: number])[] = [
  ["SELECT id, ->knows->person.name AS names FROM person", 12],
  ["SELECT VALUE ->knows->person->knows->person FROM person:1", 6],
  ["SELECT id, ->knows[WHERE since > 1]->person AS p FROM person", 15],
  ["SELECT id, ->(knows WHERE since > 1)->person AS p, <-knows<-person AS q FROM person", 18],
  [
    "SELECT * FROM knows WHERE in = person:3; SELECT count() FROM knows WHERE out IN [person:3, person:4] AND since > 1 GROUP ALL; SELECT id FROM knows WHERE out = 'x' OR in = person:5",
    12,
  ],
  ["SELECT VALUE (SELECT count() FROM knows WHERE in = $parent.id GROUP ALL) FROM person", 8],
  ["SELECT *, (SELECT count() AS n FROM post WHERE author = $parent.id GROUP ALL)[0].n AS posts FROM person", 8],
  ["SELECT VALUE (SELECT count() FROM post WHERE author = $parent.id GROUP ALL) FROM person LIMIT 3", 10],
  ["SELECT VALUE (SELECT * FROM person WHERE age = $parent.since LIMIT 3) FROM knows", 8],
  ["SELECT id, (SELECT title FROM post WHERE author = $parent.id ORDER BY title) AS posts FROM person", 8],
  ["SELECT id, (SELECT VALUE out FROM knows WHERE in = $parent.id AND since > 1 LIMIT 1) AS k FROM person", 90],
  [
    "SELECT id, (SELECT VALUE out FROM knows WHERE in = $parent.id LIMIT 2) AS k, (SELECT VALUE id FROM post WHERE author = $parent.id) AS p FROM person",
    10,
  ],
  ["SELECT VALUE (SELECT VALUE id FROM many WHERE of = $parent.of) FROM many LIMIT 2", 12],
  ["UPDATE knows SET since = 9 WHERE out = person:5; SELECT VALUE id FROM knows WHERE since = 9 AND person:5 = out", 10],
  [
    "SELECT name, math::sum(age) AS s, math::mean(age) AS m, math::max(age) AS b FROM person GROUP BY name; SELECT math::sum(n) AS s, math::min(n) AS l FROM int GROUP ALL; SELECT n, count() FROM odd GROUP BY n",
    15,
  ],
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
  [
    "UPDATE person SET age += 1 WHERE age > 0 RETURN NONE; SELECT id, age FROM person ORDER BY age, id; SELECT VALUE id FROM person WHERE age = 2",
    15,
  ],
  ["UPDATE person SET seen = true WHERE age = 5; SELECT VALUE id FROM person WHERE seen", 9],
  [
    "UPDATE person SET age = age - 2, old = age + 1 WHERE name = 'x' AND age >= 5 RETURN NONE; SELECT * FROM person; SELECT VALUE id FROM person WHERE age = 4",
    13,
  ],
  ["UPDATE person SET at = time::now() WHERE age = 5 OR name = 'x' RETURN NONE; SELECT count() FROM person WHERE at GROUP ALL", 10],
  ["UPDATE person MERGE { city: 'Ulm', tags: ['a', 2], old: NONE } WHERE age = 4; SELECT * FROM person ORDER BY id", 12],
  ["UPDATE person UNSET city, tags WHERE age < 9 RETURN NONE; SELECT * FROM person ORDER BY id", 9],
  [
    "UPDATE person MERGE $given WHERE age > 1 RETURN NONE; LET $given = { b: 1, a: 2 }; UPDATE person MERGE $given WHERE age > 1 RETURN NONE; SELECT * FROM person ORDER BY id",
    25,
  ],
  [
    "UPDATE person SET age = 'x' WHERE age IN [4, 6, 'no'] RETURN NONE; SELECT VALUE id FROM person WHERE age = 'x'; SELECT * FROM person WHERE age != 'x'",
    15,
  ],
  ["UPDATE person SET age = NONE WHERE id > person:50; SELECT VALUE id FROM person WHERE age = NONE", 20],
  [
    "UPDATE person SET age = NONE WHERE name CONTAINS 'x' RETURN NONE; UPDATE person SET age = NONE RETURN NONE; SELECT VALUE id FROM person WHERE age = NONE",
    20,
  ],
  ["UPDATE int SET n = m + 1 WHERE n < 5 RETURN NONE; UPDATE int SET m = 1 + n WHERE n < 5 RETURN NONE; SELECT * FROM int", 30],
  ["UPDATE int CONTENT { n: 3, b: [1] } WHERE n > 5; SELECT * FROM int; SELECT VALUE id FROM int WHERE n = 3", 15],
  ["UPDATE int REPLACE { b: 7 } WHERE n = 3 RETURN NONE; SELECT * FROM int; SELECT VALUE id FROM int WHERE n = NONE", 15],
  [
    "UPDATE int MERGE { b: { c: 1 } }; UPDATE int MERGE { b: { d: 1 } }; UPDATE int SET `$x` = 1, z = 1; UPDATE int UNSET b, z, m, n; SELECT * FROM int",
    60,
  ],
  ["UPDATE odd SET z = 1 WHERE n < 3 RETURN NONE; UPDATE odd SET z = z + 1 WHERE z = 1; SELECT * FROM odd", 30],
  ["UPDATE odd SET z = n + 1; UPDATE ONLY odd SET z = 5 WHERE z = 2; UPDATE knows SET since += 1 WHERE since = 2 RETURN NONE", 30],
  [
    "UPSERT int SET b = 8 WHERE b = 100 RETURN NONE; UPSERT int SET b = 9 WHERE b = 8 RETURN NONE; SELECT VALUE b FROM int; DELETE int WHERE b = 9",
    30,
  ],
  ["UPSERT fig SET a = 1 WHERE a = 5 RETURN NONE; SELECT a FROM fig; UPDATE nowhere SET a = 1 RETURN NONE", 30],
  [
    "DELETE odd WHERE n < 2; SELECT * FROM odd; DELETE int WHERE b = 7; SELECT * FROM int; SELECT VALUE id FROM int WHERE n = NONE",
    40,
  ],
  [
    "DELETE post WHERE title CONTAINS 't' AND title = 't7'; SELECT VALUE id FROM post; DELETE post WHERE author = person:3 RETURN NONE; SELECT count() FROM post GROUP ALL",
    36,
  ],
  [
    "DELETE person WHERE name = 'p1' OR age = NONE AND id = person:9; UPDATE person SET age = 3 WHERE name = 'x'; DELETE person WHERE age > 5",
    50,
  ],
  ["DELETE person WHERE age > 0; SELECT count() FROM knows GROUP ALL; SELECT count() FROM person GROUP ALL", 30],
  ["DELETE person RETURN BEFORE; SELECT count() FROM knows GROUP ALL", 20],
  ["DELETE knows; SELECT count() FROM person GROUP ALL", 15],
  ["DELETE lots WHERE n < 40; SELECT count() FROM lots GROUP ALL", 5],
  ["RELATE lots:40->near:1->lots:41; RELATE lots:42->near:2->post:1; DELETE lots WHERE n < 42; SELECT in, out FROM near", 28],
  ["DELETE lots RETURN NONE; SELECT in, out FROM near; SELECT count() FROM lots GROUP ALL", 15],
];

/** Where more is to be done for each record than the store can do. */
const withMore: typeof programs = [
  [
    `DEFINE EVENT told ON heard THEN { CREATE said SET on = $event, of = $value.n }; INSERT INTO heard [{ id: 1, n: 1 }, { id: 2, n: 2 }] RETURN NONE;
     UPDATE heard SET n = n + 5 WHERE n = 1; DELETE heard WHERE n = 6; SELECT on, of FROM said ORDER BY on, of`,
    90,
  ],
  [
    `DEFINE FIELD n ON typed TYPE int VALUE $value * 2; INSERT INTO typed [{ id: 1, n: 1 }, { id: 2, n: 2 }] RETURN NONE;
     UPDATE typed SET n = 5 WHERE n = 2; UPDATE typed SET n = 'x' WHERE n = 4; SELECT * FROM typed`,
    60,
  ],
  [
    `INSERT INTO seen [{ id: 1, n: 1 }, { id: 2, n: 2 }] RETURN NONE; DEFINE TABLE sums AS SELECT count() AS c, n FROM seen GROUP BY n;
     UPDATE seen SET n = 2 WHERE n = 1; SELECT c, n FROM sums; DELETE seen WHERE n = 2; SELECT c, n FROM sums`,
    90,
  ],
  [
    `DEFINE INDEX one ON lone FIELDS n UNIQUE; INSERT INTO lone [{ id: 1, n: 1 }, { id: 2, n: 2 }] RETURN NONE;
     UPDATE lone SET n = 3 WHERE n < 3; UPDATE lone SET m = 3 WHERE n < 3; UPDATE lone CONTENT { n: 1 } WHERE n = 2; SELECT * FROM lone`,
    60,
  ],
  [
    `DEFINE ANALYZER plain TOKENIZERS blank; INSERT INTO text [{ id: 1, t: 'red boat', n: 1 }, { id: 2, t: 'boat', n: 2 }, { id: 3, t: 'red', n: 3 }];
     DEFINE INDEX words ON text FIELDS t FULLTEXT ANALYZER plain BM25; UPDATE text SET t = 'boat' WHERE n = 3; DELETE text WHERE n = 2; SELECT * FROM text WHERE t @@ 'boat'`,
    90,
  ],
];

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const kinds: Readonly<Record<string, () => Promise<Database>>> = {
  PGlite: () => openPglite({ folder: undefined }),
  Postgres: async () => openPostgres({ connectionString: await server.createDatabase("together") }),
};

describe.each(Object.entries(kinds))(
  "on %s what is said of many records is asked at once, and gives what each gives",
  (_, open) => {
    let store: Store;
    let asked = 0;
    const sessions: Session[] = [];
    beforeAll(async () => {
      store = await openStore(counted(await open(), () => asked++));
      for (const pushdown of [true, false]) {
        const session = openDatabases({ store, unauthenticated: true, pushdown, clock: () => 0 }).openSession({
          ip: undefined,
          origin: undefined,
        });
        sessions.push(session);
        await session.use("test", `pushdown ${pushdown}`);
        const made = await session.query(setup, undefined);
        expect(made.flatMap((result) => ("error" in result ? [result.error.message] : []))).toEqual([]);
      }
    });
    afterAll(() => store.close());

    /** Each finds what those before it left. */
    it.each([...programs, ...withMore])("%s", async (program, most) => {
      const [on, off] = [await run(sessions[0], program), await run(sessions[1], program)];
      expect(on.results).toEqual(off.results);
      expect(on.asked).toBeLessThanOrEqual(most);
    });

    async function run(session: Session | undefined, program: string) {
      asked = 0;
      const results = (await session?.query(program, undefined)) ?? [];
      return { asked, results: results.map((result) => ("error" in result ? result.error.message : printValue(result.result))) };
    }
  },
);

function counted(database: Database, count: () => void): Database {
  return {
    ...database,
    openSession(options): DatabaseSession {
      const session = database.openSession(options);
      return {
        ...session,
        query: <Row>(...statement: Parameters<DatabaseSession["query"]>) => (count(), session.query<Row>(...statement)),
      };
    },
  };
}
