import { expect, it } from "@jest/globals";
import { asOrdinary, endsOf } from "../../values/edge.ts";
import { KeyRange, RecordId, type RecordKey } from "../../values/value.ts";
import type { Scan } from "../port.ts";
import { definePlace, defineTable } from "./definitions.ts";
import { here, object, record, type Opened } from "./opened.ts";

/** What records do. */
export function recordsContract({ begin, write, read, keysOf }: Opened): void {
  const personKeys = (scan: Omit<Scan, "table">) => read((tx) => keysOf(tx, { table: "person", ...scan }));

  it("gives back what was written, by its keys in the order asked", async () => {
    await write((tx) => tx.write(here, "person", [record("person", "b", { n: 2n }), record("person", 1n, { n: 1n })], "insert"));
    const found = await read((tx) => tx.read(here, "person", ["none", 1n, "b", 1n]));
    expect(found).toEqual([undefined, object({ n: 1n }), object({ n: 2n }), object({ n: 1n })]);
    await write((tx) => tx.write(here, "person", [record("person", "b", { n: 3n })], "upsert"));
    expect(await read((tx) => tx.read(here, "person", ["b"]))).toEqual([object({ n: 3n })]);
    await write((tx) => tx.delete(here, "person", ["b", 1n, "none"]));
    expect(await personKeys({})).toEqual([]);
  });

  it("refuses to insert under a key that is taken, and says which", async () => {
    await write((tx) => tx.write(here, "city", [record("city", 1n, {})], "insert"));
    const taken = (keys: RecordKey[]) =>
      write((tx) =>
        tx.write(
          here,
          "city",
          keys.map((key) => record("city", key, {})),
          "insert",
        ),
      );
    await expect(taken([2n, 1n])).rejects.toMatchObject({
      kind: "AlreadyExists",
      message: "Database record `city:1` already exists",
    });
    await expect(taken([3n, 3n])).rejects.toMatchObject({ message: "Database record `city:3` already exists" });
    expect(await read((tx) => keysOf(tx, { table: "city" }))).toEqual([1n]);
  });

  it("tells in which tables there are edges of a table, whatever its name begins with", async () => {
    const edge = (key: RecordKey, from: RecordId, to: RecordId) => record("likes", key, { in: from, out: to });
    const long = "l".repeat(2_000);
    const some = await write(async (tx) => {
      await tx.write(here, "likes", [edge("edge", new RecordId("town", "x".repeat(3_000)), new RecordId("towns", 1n))], "insert");
      return Promise.all(["town", "towns", "tow", "townsfolk", long].map((of) => tx.edgesOf(here, ["likes", "city", "none"], of)));
    });
    const out = { table: "likes", direction: "out" };
    const into = { table: "likes", direction: "in" };
    expect(some.map((found) => found.map(({ table, direction }) => ({ table, direction })))).toEqual([
      [out],
      [into],
      [],
      [],
      [out, into, { ...out, table: "city" }, { ...into, table: "city" }],
    ]);
    expect(await read((tx) => tx.edgeTables(here, ["likes", "city", "none"]))).toEqual(new Set(["likes"]));
    await write((tx) => tx.delete(here, "likes", ["edge"]));
    expect(await read((tx) => tx.edgeTables(here, ["likes", "city"]))).toEqual(new Set());
  });

  it("sees its own writes, and nobody else does before it commits", async () => {
    const tx = await begin({ writes: true });
    await tx.write(here, "city", [record("city", "own", {})], "insert");
    expect(await keysOf(tx, { table: "city" })).toContain("own");
    await tx.cancel();
    expect(await read((other) => keysOf(other, { table: "city" }))).not.toContain("own");
  });

  it("scans in the order of keys, forwards and backwards, within bounds, from and up to a number", async () => {
    const keys = [-5n, 0n, 7n, 300n, "a", "b", ["x", 1n], ["x", 2n]] as const;
    await write((tx) =>
      tx.write(
        here,
        "person",
        [...keys].reverse().map((key) => record("person", key, {})),
        "insert",
      ),
    );
    const bound = (value: RecordKey, inclusive: boolean) => ({ value, inclusive });
    expect(await personKeys({})).toEqual(keys);
    expect(await personKeys({ reverse: true, limit: 2 })).toEqual([
      ["x", 2n],
      ["x", 1n],
    ]);
    expect(await personKeys({ start: 2, limit: 3 })).toEqual([7n, 300n, "a"]);
    expect(await personKeys({ keys: new KeyRange(bound(0n, false), bound("a", true)) })).toEqual([7n, 300n, "a"]);
    expect(await personKeys({ keys: new KeyRange(bound(0n, true), bound("a", false)), reverse: true })).toEqual([300n, 7n, 0n]);
    expect(await personKeys({ keys: new KeyRange(bound(["x"], true), undefined) })).toEqual([
      ["x", 1n],
      ["x", 2n],
    ]);
    const counted = await read((tx) =>
      Promise.all([
        tx.count(here, { table: "person" }),
        tx.count(here, { table: "person", start: 6, limit: 10 }),
        tx.count(here, { table: "person", limit: 3, keys: new KeyRange(undefined, bound(0n, true)) }),
        tx.count(here, { table: "nowhere" }),
      ]),
    );
    expect(counted).toEqual([8, 2, 2, 0]);
    await write((tx) => tx.delete(here, "person", keys));
  });

  it("reads and writes thousands of records, page by page", async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => BigInt(i));
    await write((tx) =>
      tx.write(
        here,
        "person",
        many.map((key) => record("person", key, { n: key })),
        "insert",
      ),
    );
    expect(await personKeys({})).toEqual(many);
    expect(await personKeys({ start: 1_200, limit: 1_100 })).toEqual(many.slice(1_200, 2_300));
    const found = await read((tx) => tx.read(here, "person", many));
    expect(found.every((document, i) => document?.get("n") === BigInt(i))).toBe(true);
    await write((tx) => tx.delete(here, "person", many));
    expect(await read((tx) => tx.count(here, { table: "person" }))).toBe(0);
  });

  it("finds edges both ways, in the order of the records that were named", async () => {
    const person = (key: RecordKey) => new RecordId("person", key);
    const edge = (key: bigint, from: RecordKey, to: RecordKey) => record("likes", key, { in: person(from), out: person(to) });
    const long = "x".repeat(5_000);
    await write((tx) =>
      tx.write(here, "likes", [edge(1n, 1n, 2n), edge(2n, 2n, 1n), edge(3n, 1n, long), record("likes", 4n, { in: 1n })], "insert"),
    );
    const edges = (direction: "out" | "in", ...of: RecordKey[]) =>
      read(async (tx) => (await tx.edges(here, "likes", direction, of.map(person))).map(({ id }) => id.key));
    expect(await edges("out", 1n)).toEqual([1n, 3n]);
    expect(await edges("in", 1n)).toEqual([2n]);
    expect(await edges("out", 2n, 1n)).toEqual([2n, 1n, 3n]);
    expect(await edges("in", long)).toEqual([3n]);
    expect(await edges("in", "nobody")).toEqual([]);
  });

  it("keeps a record apart from edges that has their fields", async () => {
    const ends = { in: new RecordId("person", 1n), out: new RecordId("city", 1n) };
    const [edge, plain] = [record("likes", "edge", ends), record("likes", "plain", ends)];
    asOrdinary(plain.document);
    await write((tx) => tx.write(here, "likes", [edge, plain], "insert"));
    const found = await read((tx) => tx.read(here, "likes", ["edge", "plain"]));
    expect(found.map((document) => [document?.get("out"), endsOf(document)?.out])).toEqual([
      [ends.out, ends.out],
      [ends.out, undefined],
    ]);
    expect((await read((tx) => tx.edges(here, "likes", "in", [ends.out]))).map(({ id }) => id.key)).toEqual(["edge"]);
    const looking: Scan = { table: "likes", filter: { field: "in", is: "=", value: ends.in } };
    const [page] = await read((tx) => tx.scanEach(here, [looking, looking]));
    const ofKey = (key: string) => page?.records.find(({ id }) => id.key === key);
    expect([ofKey("edge"), ofKey("plain")].map((one) => endsOf(one?.document)?.out)).toEqual([ends.out, undefined]);
    await write((tx) => tx.write(here, "likes", [{ ...plain, document: found[1] ?? new Map() }], "upsert"));
    expect((await read((tx) => tx.edges(here, "likes", "in", [ends.out]))).map(({ id }) => id.key)).toEqual(["edge"]);
    await write((tx) => tx.delete(here, "likes", ["edge", "plain"]));
  });

  it("takes names of any length and characters, and keeps what has them apart", async () => {
    const odd = ["", "a\0b", "'; drop schema database; --", '"`⟩', "ä".repeat(4_000), "__proto__", "t1"];
    await write(async (tx) => {
      for (const name of odd) {
        const place = { namespace: name, database: name };
        await definePlace(tx, place);
        for (const table of odd) {
          await defineTable(tx, place, table);
          await tx.write(place, table, [record(table, name, { of: table })], "insert");
        }
      }
    });
    for (const name of odd)
      for (const table of odd) {
        const place = { namespace: name, database: name };
        const [document] = await read((tx) => tx.read(place, table, [name]));
        expect(document).toEqual(object({ of: table }));
        expect(await read((tx) => tx.count(place, { table }))).toBe(1);
      }
    const children = (await read((tx) => tx.definitions({}))).root.children;
    expect([...children.keys()].sort()).toEqual(["n", ...odd].sort());
  });

  it("tells keys apart that begin alike over thousands of characters", async () => {
    const keys = ["x", "y"].map((end) => `${"k".repeat(20_000)}${end}`);
    await write((tx) =>
      tx.write(
        here,
        "city",
        keys.map((key) => record("city", key, { of: key.at(-1) ?? "" })),
        "insert",
      ),
    );
    const found = await read((tx) => tx.read(here, "city", keys));
    expect(found).toEqual([object({ of: "x" }), object({ of: "y" })]);
    const begin = { value: keys[0] ?? "", inclusive: true };
    const scanned = await read((tx) => keysOf(tx, { table: "city", keys: new KeyRange(begin, begin) }));
    expect(scanned).toEqual([keys[0]]);
  });
}
