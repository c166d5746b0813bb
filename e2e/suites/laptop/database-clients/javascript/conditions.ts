import assert from "node:assert/strict";
import {
  and,
  between,
  contains,
  containsAll,
  containsAny,
  containsNone,
  eeq,
  eq,
  expr,
  GeometryPoint,
  GeometryPolygon,
  GeometryLine,
  gt,
  gte,
  inside,
  intersects,
  knn,
  lt,
  lte,
  matches,
  ne,
  not,
  or,
  outside,
  raw,
  RecordId,
  surql,
  Table,
  type Expr,
} from "surrealdb";
import { same, type Check, type Checks } from "./checks.ts";

const point = (x: number, y: number) => new GeometryPoint([x, y]);
const square = (side: number) =>
  new GeometryPolygon([new GeometryLine([point(0, 0), point(side, 0), point(side, side), point(0, side), point(0, 0)])]);

const prepare = `
  DEFINE ANALYZER OVERWRITE words TOKENIZERS blank FILTERS lowercase;
  DEFINE INDEX OVERWRITE said ON met FIELDS said FULLTEXT ANALYZER words BM25;
  DEFINE INDEX OVERWRITE place ON met FIELDS vector HNSW DIMENSION 2;
  DELETE met;
  INSERT INTO met [
    { id: 1, n: 1, tags: ['a', 'b'], at: (1, 1), said: 'the ferry leaves', vector: [1, 1] },
    { id: 2, n: 2, tags: ['b', 'c'], at: (5, 5), said: 'the train leaves', vector: [5, 5] },
    { id: 3, n: 3, tags: [], at: (9, 9), said: 'nobody stays', vector: [9, 9] }
  ];
`;

/** Each operator that the client builds, and the ids of the records that it finds. */
const found: readonly (readonly [string, Expr, readonly number[]])[] = [
  ["eq", eq("n", 2), [2]],
  ["eeq", eeq("n", 2), [2]],
  ["ne", ne("n", 2), [1, 3]],
  ["gt", gt("n", 2), [3]],
  ["gte", gte("n", 2), [2, 3]],
  ["lt", lt("n", 2), [1]],
  ["lte", lte("n", 2), [1, 2]],
  ["between", between("n", 2, 3), [2, 3]],
  ["contains", contains("tags", "a"), [1]],
  ["containsAny", containsAny("tags", ["a", "c"]), [1, 2]],
  ["containsAll", containsAll("tags", ["b", "c"]), [2]],
  ["containsNone", containsNone("tags", ["a"]), [2, 3]],
  ["inside", inside("n", [1, 3]), [1, 3]],
  ["inside a geometry", inside("at", square(6)), [1, 2]],
  ["outside", outside("at", square(6)), [3]],
  ["intersects", intersects("at", square(2)), [1]],
  ["matches", matches("said", "leaves"), [1, 2]],
  ["matches with a reference", matches("said", "train", 1), [2]],
  ["knn of an index", knn("vector", [5, 4], 1, 40), [2]],
  ["knn without one", knn("vector", [8, 8], 2, "EUCLIDEAN"), [2, 3]],
  ["and", and(gt("n", 1), lt("n", 3)), [2]],
  ["or", or(eq("n", 1), eq("n", 3)), [1, 3]],
  ["not", not(eq("n", 1)), [2, 3]],
  ["raw", raw("n % 2 = 0"), [2]],
];

const finds = (condition: Expr, ids: readonly number[]): Check => {
  return async ({ db }) => {
    await db.query(prepare);
    const records = await db.select<{ n: number }>(new Table("met")).where(condition);
    same(
      records.map(({ id }) => id).sort((a, b) => Number(a.id) - Number(b.id)),
      ids.map((id) => new RecordId("met", id)),
    );
  };
};

export const conditions: Checks = {
  ...Object.fromEntries(found.map(([name, condition, ids]) => [`find by ${name}`, finds(condition, ids)])),
  "are part of texts": async ({ db }) => {
    await db.query(prepare);
    const bound = expr(and(eq("n", 2), null));
    assert.match(bound.query, /^n = \$bind__\d+$/);
    same(await db.query(surql`SELECT VALUE id FROM met WHERE ${or(eq("n", 1), eq("n", 2))} ORDER BY id`), [
      [new RecordId("met", 1), new RecordId("met", 2)],
    ]);
  },
};
