import assert from "node:assert/strict";
import {
  BoundExcluded,
  BoundIncluded,
  d,
  DateTime,
  Decimal,
  Duration,
  FileRef,
  GeometryCollection,
  GeometryLine,
  GeometryMultiLine,
  GeometryMultiPoint,
  GeometryMultiPolygon,
  GeometryPoint,
  GeometryPolygon,
  jsonify,
  r,
  Range,
  RecordId,
  RecordIdRange,
  s,
  StringRecordId,
  Table,
  toSurqlString,
  u,
  Uuid,
} from "surrealdb";
import { same, type Check, type Checks } from "./checks.ts";

const [a, b, c] = [new GeometryPoint([0.5, 1]), new GeometryPoint([4, 1.25]), new GeometryPoint([4, -6])];
const line = new GeometryLine([a, b, c]);
const ring = new GeometryLine([a, b, c, a]);
const polygon = new GeometryPolygon([ring]);
const uuid = new Uuid("018e0c1e-7a54-7c3a-9b1e-2f6d9c0b7a11");

/** What is sent as a parameter, and what the language writes for it. */
const values: readonly (readonly [string, unknown, string])[] = [
  ["NONE", undefined, "NONE"],
  ["NULL", null, "NULL"],
  ["a boolean", true, "true"],
  ["an int", 42, "42"],
  ["a large int", 9_007_199_254_740_993n, "9007199254740993"],
  ["a negative large int", -9_223_372_036_854_775_808n, "-9223372036854775808"],
  ["a float", 1.5, "1.5f"],
  ["infinity", Infinity, "Infinity"],
  ["not a number", NaN, "NaN"],
  ["a decimal", new Decimal("123456789012345678.123456789"), "123456789012345678.123456789dec"],
  ["a text", "é ' \" \\ \n 🦀 \u0000", ""],
  ["a text like a record id", "person:mina", "'person:mina'"],
  ["a duration", new Duration("1w2d3h4m5s6ms7us8ns"), "1w2d3h4m5s6ms7µs8ns"],
  ["no time", new Duration("0s"), "0ns"],
  ["a moment", new DateTime("2024-02-29T12:34:56.123456789Z"), "d'2024-02-29T12:34:56.123456789Z'"],
  ["a moment before the epoch", new DateTime("1969-12-31T23:59:59.500Z"), "d'1969-12-31T23:59:59.500Z'"],
  ["a UUID", uuid, `u'${uuid.toString()}'`],
  ["an array", [1, [2, "x"], []], "[1, [2, 'x'], []]"],
  ["an object", { a: 1, b: { c: [true] }, "d e": null }, "{ a: 1, b: { c: [true] }, `d e`: NULL }"],
  ["a set", new Set([1, 2, 3]), "{1, 2, 3}"],
  ["a table", new Table("person"), "type::table('person')"],
  ["a record id of a text", new RecordId("person", "mina"), "person:mina"],
  ["a record id to escape", new RecordId("my table", "8424-x y"), "`my table`:`8424-x y`"],
  ["a record id of an int", new RecordId("person", 1), "person:1"],
  ["a record id of a UUID", new RecordId("person", uuid), `person:u'${uuid.toString()}'`],
  [
    "a record id of an array",
    new RecordId("at", ["oslo", 5n, new DateTime("2024-01-01T00:00:00Z")]),
    "at:['oslo', 5, d'2024-01-01T00:00:00Z']",
  ],
  ["a record id of an object", new RecordId("at", { city: "oslo" }), "at:{ city: 'oslo' }"],
  ["record ids from one to another", new RecordIdRange("t", new BoundIncluded(1), new BoundExcluded(5)), "t:1..5"],
  ["record ids without an end", new RecordIdRange("t", new BoundExcluded(1), undefined), "t:1>.."],
  ["a range", new Range(new BoundIncluded(1), new BoundIncluded(5)), "1..=5"],
  ["a range without a begin", new Range(undefined, new BoundExcluded("x")), "..'x'"],
  ["a file", new FileRef("bucket", "/a/b.txt"), "f'bucket:/a/b.txt'"],
  ["a point", a, "(0.5, 1)"],
  ["a line", line, ""],
  ["a polygon", polygon, ""],
  ["points", new GeometryMultiPoint([a, b]), ""],
  ["lines", new GeometryMultiLine([line, ring]), ""],
  ["polygons", new GeometryMultiPolygon([polygon]), ""],
  ["geometries", new GeometryCollection([a, line, polygon]), ""],
];

/** A number that fits comes back as a number, a larger one as a bigint: both ways it is the value that was sent. */
const comesBack = (value: unknown, text: string): Check => {
  return async ({ db }) => {
    same((await db.query("RETURN $value", { value }))[0], value);
    if (text !== "") {
      same((await db.query(`RETURN ${text}`))[0], value);
      same((await db.query(`RETURN $value == ${text} OR $value != $value`, { value }))[0], true);
    }
    if (value === undefined) return;
    const id = new RecordId("kept", Uuid.v7());
    const stored = await db.create<{ value: unknown }>(id).content({ value });
    same(stored.value, value);
    same((await db.select<{ value: unknown }>(id))?.value, value);
  };
};

export const valuesOfKinds: Checks = {
  ...Object.fromEntries(values.map(([name, value, text]) => [`come back: ${name}`, comesBack(value, text)])),
  // What is sent as a Uint8Array comes back as an ArrayBuffer.
  "come back: bytes": async ({ db }) => {
    const sent = new Uint8Array([0, 1, 254, 255]);
    const [given, written] = await db.query<[ArrayBuffer, ArrayBuffer]>('RETURN $sent; RETURN b"0001FEFF"', { sent });
    assert.deepEqual([new Uint8Array(given), new Uint8Array(written)], [sent, sent]);
  },
  "keep float and int apart": async ({ db }) => {
    const kinds = "RETURN [type::is_float($a), type::is_int($a), type::is_decimal($b), type::is_int($c)]";
    same((await db.query(kinds, { a: 1.5, b: new Decimal("1"), c: 2 }))[0], [true, false, true, true]);
    same((await db.query("RETURN [1f, 1.0, 2dec]"))[0], [1, 1, new Decimal("2")]);
  },
  "are made by prefixes and texts": async ({ db }) => {
    const id = new StringRecordId("person:mina");
    same(
      (await db.query("RETURN [$a, $b, $c, $d]", { a: id, b: d`2024-01-01T00:00:00Z`, c: u`${uuid.toString()}`, d: r`t:1` }))[0],
      [new RecordId("person", "mina"), new DateTime("2024-01-01T00:00:00Z"), uuid, new RecordId("t", 1)],
    );
    assert.equal(s`text`, "text");
    // The client prints a set as an array, a table as the name of a field, and texts in a range without quotes.
    const misprinted = [Set, Table, Range];
    for (const [, value] of values.filter(([, kind, text]) => text !== "" && !misprinted.some((each) => kind instanceof each))) {
      same((await db.query(`RETURN ${toSurqlString(value)}`))[0], value);
    }
  },
  "become JSON": async ({ db }) => {
    const [got] = await db.query<[Record<string, unknown>]>("RETURN { id: t:1, at: d'2024-01-01T00:00:00Z', p: (1.5, 2) }");
    assert.deepEqual(jsonify(got), { id: "t:1", at: "2024-01-01T00:00:00.000Z", p: { type: "Point", coordinates: [1.5, 2] } });
  },
  "come as JavaScript's dates where that was chosen": async ({ connect }) => {
    const db = await connect(
      { authentication: { username: "root", password: "secret" } },
      { codecOptions: { useNativeDates: true } },
    );
    const now = new Date("2024-01-01T00:00:00.250Z");
    assert.deepEqual((await db.query("RETURN [$now, d'2024-01-01T00:00:00.25Z']", { now }))[0], [now, now]);
  },
};
