/** SurrealQL over the store against hand-written SQL over typed columns, in the same PGlite: times, and how many times as long. */
import { openPglite } from "@loci/adapters/pglite";
import { openDatabases, openStore } from "@loci/database";
import type { Database } from "@loci/ports/database";
import { heading, percentile, print, table } from "./report.ts";

const records = Number(process.env["LOCI_BENCH_RECORDS"] ?? 100_000);
const batch = 1_000;
const creates = 10_000;
const cities = 50;
const ages = 1_000;

interface Both {
  readonly ask: (text: string) => Promise<unknown>;
  readonly bare: (text: string, values?: readonly unknown[]) => Promise<unknown>;
  readonly database: Database;
}

export async function measureDatabase(): Promise<void> {
  const database = await openPglite({ folder: undefined });
  const store = await openStore(database);
  try {
    const session = openDatabases({ store, unauthenticated: true }).openSession({ ip: undefined, origin: undefined });
    await session.use("bench", "bench");
    const both: Both = {
      database,
      ask: async (text) => {
        for (const result of await session.query(text, undefined)) if ("error" in result) throw result.error;
      },
      bare: (text, values = []) => database.asOwner((tx) => tx.query({ text, values: [...values] })),
    };
    heading(`SurrealQL against SQL over typed columns, ${records} records (ms)`);
    print(`stored in ${((await timed(() => fill(both))) / 1000).toFixed(0)} s`);
    const rows: (string | number)[][] = [["what", "SQL", "SurrealQL", "ratio", "goal"]];
    for (const [name, goal, measure] of measures) {
      const [bare, own] = await measure(both);
      rows.push([name, bare, own, own / bare, goal]);
      print(`${name}: ${(own / bare).toFixed(2)}`);
    }
    table(rows);
  } finally {
    await store.close();
  }
}

type Measure = (both: Both) => Promise<readonly [bare: number, own: number]>;

const measures: readonly (readonly [name: string, goal: string, measure: Measure])[] = [
  [
    "point read",
    "2",
    (both) => median(both, 200, (n) => [`select * from bench.person where id = ${n}`, `SELECT * FROM person:${n}`]),
  ],
  [
    "indexed filter",
    "2",
    (both) =>
      median(both, 50, (n) => [
        `select * from bench.person where age = ${n % ages}`,
        `SELECT * FROM person WHERE age = ${n % ages}`,
      ]),
  ],
  [
    "two hops",
    "3",
    (both) =>
      median(both, 50, (n) => [
        `select c."out" from bench.knows b join bench.knows c on c."in" = b."out" where b."in" = ${n}`,
        `SELECT VALUE ->knows->person->knows->person FROM person:${n}`,
      ]),
  ],
  [
    "group",
    "3",
    (both) =>
      median(both, 5, () => [
        "select city, count(*), avg(age) from bench.person group by city order by city",
        "SELECT city, count() AS n, math::mean(age) AS age FROM person GROUP BY city",
      ]),
  ],
  [
    "filter without index",
    "3",
    (both) =>
      median(both, 5, (n) => [
        `select * from bench.person where score = ${n % 5_000}`,
        `SELECT * FROM person WHERE score = ${n % 5_000}`,
      ]),
  ],
  [
    "update of all",
    "3",
    (both) => median(both, 1, () => ["update bench.person set age = age + 1", "UPDATE person SET age += 1 RETURN NONE"]),
  ],
  ["10,000 creates", "2", createMany],
];

async function median(
  both: Both,
  times: number,
  texts: (n: number) => readonly [string, string],
): Promise<readonly [number, number]> {
  const [bare, own]: [number[], number[]] = [[], []];
  for (let i = 0; i < times; i++) {
    const [sql, surrealql] = texts(1 + ((i * 7_919) % records));
    bare.push(await timed(() => both.bare(sql)));
    own.push(await timed(() => both.ask(surrealql)));
  }
  return [percentile(bare, 0.5), percentile(own, 0.5)];
}

async function createMany({ database, ask }: Both): Promise<readonly [number, number]> {
  const numbers = Array.from({ length: creates }, (_, i) => i);
  const bare = await timed(() =>
    database.asOwner(async (tx) => {
      for (const n of numbers)
        await tx.query({ text: "insert into bench.thing (id, name, n) values ($1, $2, $3)", values: [n, `thing ${n}`, n] });
    }),
  );
  const text = numbers.map((n) => `CREATE thing:${n} SET name = 'thing ${n}', n = ${n} RETURN NONE;`).join("\n");
  return [bare, await timed(() => ask(`BEGIN; ${text} COMMIT;`))];
}

async function fill({ ask, bare }: Both): Promise<void> {
  await bare("create schema bench");
  await bare("create table bench.person (id int primary key, name text, age int, city text, score int)");
  await bare('create table bench.knows (id serial primary key, "in" int, "out" int)');
  await bare("create table bench.thing (id int primary key, name text, n int)");
  await bare(
    `insert into bench.person select n, 'person ' || n, n % ${ages}, 'city ' || n % ${cities}, n % 5000 from generate_series(1, ${records}) n`,
  );
  await bare(
    `insert into bench.knows ("in", "out") select n, 1 + (n * 31 + k * 17) % ${records} from generate_series(1, ${records / 10}) n, generate_series(1, 10) k`,
  );
  await bare('create index on bench.person (age); create index on bench.knows ("in")');
  await ask(
    "DEFINE TABLE person TYPE NORMAL; DEFINE TABLE knows TYPE RELATION; DEFINE INDEX age ON person FIELDS age; DEFINE TABLE thing",
  );
  for (let from = 1; from <= records; from += batch) {
    const numbers = Array.from({ length: batch }, (_, i) => from + i);
    const people = numbers.map(
      (n) => `{id: ${n}, name: 'person ${n}', age: ${n % ages}, city: 'city ${n % cities}', score: ${n % 5000}}`,
    );
    await ask(`INSERT INTO person [${people.join(",")}] RETURN NONE`);
  }
  for (let from = 1; from <= records / 10; from += batch / 10) {
    const edges = Array.from({ length: batch }, (_, i) => {
      const [n, k] = [from + Math.floor(i / 10), 1 + (i % 10)];
      return `{in: person:${n}, out: person:${1 + ((n * 31 + k * 17) % records)}}`;
    });
    await ask(`INSERT RELATION INTO knows [${edges.join(",")}] RETURN NONE`);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
