import { sql } from "@loci/ports/database";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { DefinitionChange, Place } from "../port.ts";
import { change, definePlace, defineTable } from "./definitions.ts";
import { object, record, type Opened } from "./opened.ts";

/** What definitions do. */
export function definitionsContract({ begin, write, read, database }: Opened): void {
  it("shows what is defined, the same object while nothing changed, and what is new at once", async () => {
    const place = { namespace: "defs", database: "d" };
    await write((tx) => definePlace(tx, place));
    const before = await read((tx) => tx.definitions(place));
    expect(await read((tx) => tx.definitions(place))).toBe(before);
    await write(async (tx) => {
      await defineTable(tx, place, "a");
      await tx.define(change("table", place, "field", "f", {}, "a"));
      await tx.define(change("database", place, "table", "seen", { view: { from: [{ kind: "table", name: "a" }] } }));
      await tx.define(change("database", place, "param", "p", {}));
      await tx.define(change("root", {}, "user", "u", { passhash: { kind: "literal", value: "$hash" } }));
      const own = await tx.definitions(place);
      expect([...(own.database?.tables.get("a")?.fields.keys() ?? [])]).toEqual(["f"]);
    });
    const after = await read((tx) => tx.definitions(place));
    expect(after.database?.tables.get("a")?.views).toEqual(["seen"]);
    expect([...(after.database?.params.keys() ?? [])]).toEqual(["p"]);
    expect(after.root.users.get("u")?.passhash).toBe("$hash");
    expect(before.database?.tables.size).toBe(0);
    await write((tx) => tx.define({ ...change("table", place, "field", "f", {}, "a"), text: undefined }));
    expect((await read((tx) => tx.definitions(place))).database?.tables.get("a")?.fields.size).toBe(0);
    expect((await read((tx) => tx.definitions({ ...place, database: "none" }))).database).toBeUndefined();
    expect((await read((tx) => tx.definitions({ namespace: "none", database: "d" }))).namespace).toBeUndefined();
  });

  it("shows nobody what was defined and taken back", async () => {
    const place = { namespace: "undone", database: "d" };
    await write((tx) => definePlace(tx, place));
    const tx = await begin({ writes: true });
    await defineTable(tx, place, "lost");
    await tx.definitions(place);
    await tx.cancel();
    await write(async (other) => {
      const savepoint = await other.savepoint();
      await defineTable(other, place, "back");
      expect((await other.definitions(place)).database?.tables.has("back")).toBe(true);
      await other.restore(savepoint);
      expect((await other.definitions(place)).database?.tables.has("back")).toBe(false);
      await defineTable(other, place, "kept");
    });
    const { database: defined } = await read((other) => other.definitions(place));
    expect([...(defined?.tables.keys() ?? [])]).toEqual(["kept"]);
  });

  it("removes with a table, a database and a namespace all that was in them", async () => {
    const place = { namespace: "gone", database: "d" };
    const remove = (level: DefinitionChange["level"], at: Partial<Place>, what: DefinitionChange["what"], name: string) =>
      write((tx) => tx.define({ ...change(level, at, what, name, {}), text: undefined }));
    const relations = async () => {
      const query = sql`select count(*)::int as n from pg_class
        where relnamespace = 'database_records'::regnamespace or oid = 'database.retired'::regclass and exists (select from database.retired)`;
      const [row] = await database().asOwner((tx) => tx.query<{ n: number }>(query));
      return row?.n;
    };
    const before = await relations();
    const fill = () =>
      write(async (tx) => {
        await definePlace(tx, place);
        await defineTable(tx, place, "t");
        await tx.define(change("table", place, "index", "i", { index: { kind: "plain" } }, "t"));
        await tx.define(change("database", place, "sequence", "s", {}));
        await tx.write(place, "t", [record("t", 1n, {})], "insert");
      });
    await fill();
    await remove("database", place, "table", "t");
    expect(await read((tx) => tx.read(place, "t", [1n]))).toEqual([undefined]);
    await write((tx) => defineTable(tx, place, "t"));
    expect(await read((tx) => tx.count(place, { table: "t" }))).toBe(0);
    await remove("namespace", { namespace: "gone" }, "database", "d");
    expect((await read((tx) => tx.definitions(place))).database).toBeUndefined();
    await remove("root", {}, "namespace", "gone");
    expect((await read((tx) => tx.definitions(place))).namespace).toBeUndefined();
    await fill();
    await remove("root", {}, "namespace", "gone");
    // What stood behind them is dropped soon after.
    for (const end = Date.now() + 20_000; (await relations()) !== before && Date.now() < end;) await pause(20);
    expect(await relations()).toBe(before);
  });

  it("waits for nobody who still reads a table that is removed", async () => {
    const place = { namespace: "read", database: "d" };
    await write(async (tx) => {
      await definePlace(tx, place);
      await defineTable(tx, place, "t");
      await tx.write(place, "t", [record("t", 1n, {})], "insert");
    });
    const reader = await begin({ writes: true });
    expect(await reader.count(place, { table: "t" })).toBe(1);
    // On PGlite they take turns: the reader ends first there.
    if (database().features.product === "pglite") await reader.commit();
    await write((tx) => tx.define({ ...change("database", place, "table", "t", {}), text: undefined }));
    expect((await read((tx) => tx.definitions(place))).database?.tables.size).toBe(0);
    if (database().features.product === "pglite") return;
    expect(await reader.read(place, "t", [1n])).toEqual([object({})]);
    await reader.commit();
  });
}
