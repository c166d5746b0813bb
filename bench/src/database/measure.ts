/** SurrealQL over the store against hand-written SQL over typed columns, on the same database: times, and how many times as long. */
import { sql } from "@loci/ports/database";
import { heading, percentile, print, table } from "../report.ts";
import { ages, fill, records, vectorOf } from "./fill.ts";
import { openSides, type Sides } from "./sides.ts";

const creates = 10_000;

/** @param options.postgres on a real Postgres, in place of PGlite */
export async function measureDatabase(options: { readonly postgres: boolean }): Promise<void> {
  const sides = await openSides(options);
  try {
    heading(`SurrealQL against SQL over typed columns on ${sides.kind}, ${records} records (ms)`);
    print(`stored in ${((await timed(() => fill(sides))) / 1000).toFixed(0)} s`);
    const rows: (string | number)[][] = [["what", "SQL", "SurrealQL", "ratio", "goal", "@surrealdb/node", "ratio"]];
    for (const [name, goal, measure] of measures) {
      const { bare, own, engine } = await measure(sides);
      rows.push([name, bare, own, own / bare, goal, engine ?? "-", engine === undefined ? "-" : own / engine]);
      print(`${name}: ${(own / bare).toFixed(2)}`);
    }
    table(rows);
    if (sides.engine === undefined) print("@surrealdb/node: not measured; LOCI_SURREALDB names a folder that has it");
    const plan = await planning(sides);
    table([
      ["parse and plan of a statement (ms, p50)", "measured", "goal"],
      ["as EXPLAIN takes it, a new text each time", plan, "0.2"],
    ]);
  } finally {
    await sides.stop();
  }
}

/** Milliseconds on each side. */
interface Times {
  readonly bare: number;
  readonly own: number;
  readonly engine: number | undefined;
}

type Measure = (sides: Sides) => Promise<Times>;
type Texts = (n: number) => readonly [bare: string, surrealql: string];

const measures: readonly (readonly [name: string, goal: string, measure: Measure])[] = [
  ["point read", "2", often(200, (n) => [`select * from bench.person where id = ${n}`, `SELECT * FROM person:${n}`])],
  [
    "indexed filter",
    "2",
    often(50, (n) => [`select * from bench.person where age = ${n % ages}`, `SELECT * FROM person WHERE age = ${n % ages}`]),
  ],
  [
    "two hops",
    "3",
    often(50, (n) => [
      `select c."out" from bench.knows b join bench.knows c on c."in" = b."out" where b."in" = ${n}`,
      `SELECT VALUE ->knows->person->knows->person FROM person:${n}`,
    ]),
  ],
  [
    "group",
    "3",
    often(5, () => [
      "select city, count(*), avg(age) from bench.person group by city order by city",
      "SELECT city, count() AS n, math::mean(age) AS age FROM person GROUP BY city",
    ]),
  ],
  [
    "filter without index",
    "3",
    often(5, (n) => [`select * from bench.person where score = ${n % 5_000}`, `SELECT * FROM person WHERE score = ${n % 5_000}`]),
  ],
  [
    "count by a condition",
    "3",
    often(5, (n) => [
      `select count(*) from bench.person where score > ${n % 5_000}`,
      `SELECT count() FROM person WHERE score > ${n % 5_000} GROUP ALL`,
    ]),
  ],
  [
    "subquery for each of 100",
    "5",
    often(5, (n) => [
      `select p.*, (select count(*) from bench.knows k where k."in" = p.id) from bench.person p where age = ${n % ages}`,
      `SELECT *, (SELECT count() FROM knows WHERE in = $parent.id GROUP ALL) AS c FROM person WHERE age = ${n % ages}`,
    ]),
  ],
  [
    "nearest of 10,000, no index",
    "5",
    often(5, (n) => [
      `select id from bench.point order by (select sum((a - b) ^ 2) from unnest(v, array${vectorOf(n)}::float8[]) w(a, b)) limit 5`,
      `SELECT VALUE id FROM point WHERE v <|5,EUCLIDEAN|> ${vectorOf(n)}`,
    ]),
  ],
  ["update of all", "3", often(1, () => ["update bench.person set age = age + 1", "UPDATE person SET age += 1 RETURN NONE"])],
  [
    "update of a half",
    "3",
    often(1, () => [
      "update bench.person set score = score + 1, city = 'x' where age > 500",
      "UPDATE person SET score = score + 1, city = 'x' WHERE age > 500 RETURN NONE",
    ]),
  ],
  [
    "update of a hundred",
    "3",
    often(5, (n) => [
      `update bench.person set name = 'x' where age = ${n % ages}`,
      `UPDATE person SET name = 'x' WHERE age = ${n % ages} RETURN NONE`,
    ]),
  ],
  ["10,000 creates", "2", createMany],
  ["delete of a half", "3", often(1, () => ["delete from bench.thing where n < 5000", "DELETE thing WHERE n < 5000"])],
];

function often(times: number, texts: Texts): Measure {
  return async ({ bare, ask, engine }) => {
    const taken: { readonly bare: number; readonly own: number; readonly engine: number | undefined }[] = [];
    for (let i = 0; i < times; i++) {
      const [byHand, surrealql] = texts(1 + ((i * 7_919) % records));
      taken.push({
        bare: await timed(() => bare(byHand)),
        own: await timed(() => ask(surrealql)),
        engine: engine && (await timed(() => engine(surrealql))),
      });
    }
    const middle = (of: (one: Times) => number | undefined) =>
      percentile(
        taken.map((one) => of(one) ?? 0),
        0.5,
      );
    return {
      bare: middle((one) => one.bare),
      own: middle((one) => one.own),
      engine: engine && middle((one) => one.engine),
    };
  };
}

async function createMany({ database, ask, engine }: Sides): Promise<Times> {
  const numbers = Array.from({ length: creates }, (_, i) => i);
  const bare = await timed(() =>
    database.asOwner(async (tx) => {
      for (const n of numbers) await tx.query(sql`insert into bench.thing (id, name, n) values (${n}, ${`thing ${n}`}, ${n})`);
    }),
  );
  const text = `BEGIN; ${numbers.map((n) => `CREATE thing:${n} SET name = 'thing ${n}', n = ${n} RETURN NONE;`).join("\n")} COMMIT;`;
  return { bare, own: await timed(() => ask(text)), engine: engine && (await timed(() => engine(text))) };
}

/** A new text that is parsed and planned, less what a text costs that is known and needs no plan. */
async function planning({ ask }: Sides): Promise<number> {
  const [planned, nothing]: [number[], number[]] = [[], []];
  // The first thousand are not yet compiled by the engine that runs them.
  for (let i = 0; i < 2_000; i++) {
    const text = `SELECT name, age, ->knows->person.name AS friends FROM person WHERE age > ${i} AND city = 'city ${i}' ORDER BY age LIMIT 10 EXPLAIN`;
    planned.push(await timed(() => ask(text)));
    nothing.push(await timed(() => ask("RETURN NONE")));
  }
  return percentile(planned.slice(1_000), 0.5) - percentile(nothing.slice(1_000), 0.5);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
