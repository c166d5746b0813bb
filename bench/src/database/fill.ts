import type { Ask, Sides } from "./sides.ts";

export const records = Number(process.env["LOCI_BENCH_RECORDS"] ?? 100_000);
export const ages = 1_000;
export const vectors = Math.min(records, 10_000);
const batch = 1_000;
const cities = 50;
const dimensions = 16;

/** The same records on all sides: people, a tenth of whom know ten others each, and points. */
export async function fill({ ask, bare, engine }: Sides): Promise<void> {
  await fillBare(bare);
  await fillWith(ask);
  if (engine !== undefined) await fillWith(engine);
}

/** A number for each place of a vector, the same on all sides. */
export function vectorOf(n: number): string {
  return `[${Array.from({ length: dimensions }, (_, i) => (((n * 31 + i * 17) % 1_000) / 1_000 + 0.0005).toFixed(4)).join(",")}]`;
}

async function fillBare(bare: Sides["bare"]): Promise<void> {
  await bare("create schema bench");
  await bare("create table bench.person (id int primary key, name text, age int, city text, score int)");
  await bare('create table bench.knows (id serial primary key, "in" int, "out" int)');
  await bare("create table bench.thing (id int primary key, name text, n int)");
  await bare("create table bench.point (id int primary key, v float8[])");
  await bare(
    `insert into bench.person select n, 'person ' || n, n % ${ages}, 'city ' || n % ${cities}, n % 5000 from generate_series(1, ${records}) n`,
  );
  await bare(
    `insert into bench.knows ("in", "out") select n, 1 + (n * 31 + k * 17) % ${records} from generate_series(1, ${records / 10}) n, generate_series(1, 10) k`,
  );
  await bare(
    `insert into bench.point select n, array(select (n * 31 + i * 17) % 1000 / 1000.0 + 0.0005 from generate_series(0, ${dimensions - 1}) i)
      from generate_series(1, ${vectors}) n`,
  );
  await bare('create index on bench.person (age); create index on bench.knows ("in")');
}

async function fillWith(ask: Ask): Promise<void> {
  await ask(
    "DEFINE TABLE person TYPE NORMAL; DEFINE TABLE knows TYPE RELATION; DEFINE INDEX age ON person FIELDS age; DEFINE TABLE thing; DEFINE TABLE point TYPE NORMAL",
  );
  for (let from = 1; from <= records; from += batch) {
    const people = numbers(from, batch).map(
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
  for (let from = 1; from <= vectors; from += batch)
    await ask(`INSERT INTO point [${numbers(from, batch).map(pointText).join(",")}] RETURN NONE`);
}

const pointText = (n: number): string => `{id: ${n}, v: ${vectorOf(n)}}`;

function numbers(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}
