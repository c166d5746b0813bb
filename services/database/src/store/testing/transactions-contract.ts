import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { KeyRange } from "../../values/value.ts";
import type { Scan } from "../port.ts";
import { change, definePlace, defineTable } from "./definitions.ts";
import { here, record, type Opened } from "./opened.ts";

/** What transactions do. */
export function transactionsContract({ begin, write, read, keysOf, asked }: Opened): void {
  const personKeys = (scan: Omit<Scan, "table">) => read((tx) => keysOf(tx, { table: "person", ...scan }));

  it("gives no number twice, also after a rollback", async () => {
    await write((tx) => tx.define(change("database", here, "sequence", "order", {})));
    const given: bigint[] = [];
    const tx = await begin({ writes: true });
    given.push(await tx.next(here, "order", 1, 5n), await tx.next(here, "order", 1, 5n));
    await tx.cancel();
    given.push(await write((other) => other.next(here, "order", 1, 5n)));
    expect(given).toEqual([5n, 6n, 7n]);
    expect(await write((other) => other.next(here, "order", 10, -(2n ** 62n)))).toBe(30n - 2n ** 62n);
  });

  it("undoes what came after a savepoint, also a failure, and goes on", async () => {
    await write(async (tx) => {
      await tx.write(here, "person", [record("person", "kept", {})], "insert");
      const savepoint = await tx.savepoint();
      await expect(
        tx.write(here, "person", [record("person", "lost", {}), record("person", "kept", {})], "insert"),
      ).rejects.toMatchObject({ kind: "AlreadyExists" });
      await tx.restore(savepoint);
      await tx.write(here, "person", [record("person", "later", {})], "insert");
      await tx.release(savepoint);
    });
    expect(await personKeys({})).toEqual(["kept", "later"]);
    await write((tx) => tx.delete(here, "person", ["kept", "later"]));
  });

  it("loses no update of many at once: who was overtaken is told so", async () => {
    await write((tx) => tx.write(here, "person", [record("person", "count", { n: 0n })], "insert"));
    let conflicts = 0;
    const add = async (): Promise<void> => {
      for (;;) {
        try {
          return await write(async (tx) => {
            const [document] = await tx.read(here, "person", ["count"]);
            const n = (document?.get("n") as bigint) + 1n;
            await tx.write(here, "person", [record("person", "count", { n })], "upsert");
          });
        } catch (error) {
          expect(error).toMatchObject({
            reason: "conflict",
            message: "Transaction conflict: Write conflict, retry the transaction. This transaction can be retried",
          });
          conflicts++;
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, add));
    const [document] = await read((tx) => tx.read(here, "person", ["count"]));
    expect(document?.get("n")).toBe(6n);
    expect(conflicts >= 0).toBe(true);
  });

  it("lets many define different tables and the same one at once", async () => {
    const place = { namespace: "crowd", database: "d" };
    await write((tx) => definePlace(tx, place));
    const done = await Promise.allSettled(
      ["a", "b", "same", "same"].map((table, i) =>
        write(async (tx) => {
          const { database: defined } = await tx.definitions(place);
          if (defined?.tables.has(table) !== true) await defineTable(tx, place, table);
          await tx.write(place, table, [record(table, BigInt(i), {})], "insert");
        }),
      ),
    );
    for (const one of done) if (one.status === "rejected") expect(one.reason).toMatchObject({ reason: "conflict" });
    expect(done.slice(0, 2).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    const { database: defined } = await read((tx) => tx.definitions(place));
    expect([...(defined?.tables.keys() ?? [])].sort()).toEqual(["a", "b", "same"]);
  });

  it("asks the database twice for one record, and three times to write one", async () => {
    await read((tx) => tx.definitions(here));
    asked.length = 0;
    await read((tx) => tx.read(here, "person", [1n]));
    expect(asked).toEqual(["query", "query", "commit"]);
    asked.length = 0;
    await write((tx) => tx.write(here, "person", [record("person", "one", {})], "upsert"));
    // The commit of what only read is not waited for.
    expect(asked).toEqual(["query", "query", "commit"]);
  });

  it("lets others read and write while one thinks, and goes on where it was", async () => {
    const place = { namespace: "think", database: "d" };
    const tx = await begin({ writes: true });
    await definePlace(tx, place);
    await defineTable(tx, place, "t");
    await tx.write(place, "t", [record("t", 1n, {})], "insert");
    for (let i = 2n; i < 4n; i++) {
      const asked = performance.now();
      expect((await read((other) => other.definitions(place))).database).toBeUndefined();
      await write((other) => other.write(here, "person", [record("person", `other-${i}`, {})], "insert"));
      expect(performance.now() - asked).toBeLessThan(1_500);
      await tx.write(place, "t", [record("t", i, {})], "insert");
      expect(await tx.count(place, { table: "t" })).toBe(Number(i));
    }
    await tx.commit();
    expect(await read((other) => other.count(place, { table: "t" }))).toBe(3);
    await write((other) => other.delete(here, "person", ["other-2", "other-3"]));
  });

  it("keeps nobody who thinks from what others leave alone, also where it has read much", async () => {
    await write((tx) => defineTable(tx, here, "thinker"));
    await write((tx) =>
      tx.write(
        here,
        "thinker",
        [1n, 2n, 3n].map((key) => record("thinker", key, { n: key })),
        "insert",
      ),
    );
    const tx = await begin({ writes: true });
    expect(await keysOf(tx, { table: "thinker" })).toEqual([1n, 2n, 3n]);
    await write((other) => other.write(here, "thinker", [record("thinker", 4n, {}), record("thinker", 3n, { n: 9n })], "upsert"));
    await write((other) => defineTable(other, here, "elsewhere"));
    await tx.write(here, "thinker", [record("thinker", 1n, { n: 10n })], "upsert");
    await tx.delete(here, "thinker", [2n]);
    await read((other) => other.count(here, { table: "thinker" }));
    const savepoint = await tx.savepoint();
    await tx.write(here, "thinker", [record("thinker", 1n, { n: 11n })], "upsert");
    await read((other) => other.count(here, { table: "thinker" }));
    await tx.restore(savepoint);
    await tx.write(here, "thinker", [record("thinker", 1n, { n: 12n }), record("thinker", 2n, { n: 12n })], "upsert");
    await tx.commit();
    const found = await read((other) => other.read(here, "thinker", [1n, 2n, 3n]));
    expect(found.map((document) => document?.get("n"))).toEqual([12n, 12n, 9n]);
    await write((other) => other.delete(here, "thinker", [1n, 2n, 3n, 4n]));
  });

  it("tells who thought that another removed what it read", async () => {
    await write((tx) => tx.write(here, "person", [record("person", "removed", {})], "insert"));
    const tx = await begin({ writes: true });
    await tx.read(here, "person", ["removed"]);
    await write((other) => other.delete(here, "person", ["removed"]));
    await expect(tx.write(here, "person", [record("person", "removed", { n: 1n })], "upsert")).rejects.toMatchObject({
      reason: "conflict",
    });
    await tx.cancel();
  });

  it("tells who thought for too long that another wrote what it read", async () => {
    await write((tx) => tx.write(here, "person", [record("person", "thought", { n: 1n })], "insert"));
    const tx = await begin({ writes: true });
    const [document] = await tx.read(here, "person", ["thought"]);
    await write((other) => other.write(here, "person", [record("person", "thought", { n: 5n })], "upsert"));
    const n = (document?.get("n") as bigint) + 1n;
    const late = tx.write(here, "person", [record("person", "thought", { n })], "upsert");
    await expect(late).rejects.toMatchObject({ reason: "conflict" });
    await tx.cancel();
    expect((await read((other) => other.read(here, "person", ["thought"])))[0]?.get("n")).toBe(5n);
    await write((other) => other.delete(here, "person", ["thought"]));
  });

  it("has nothing left to cancel once it has ended, however it did", async () => {
    const tx = await begin({ writes: true });
    await tx.commit();
    await tx.cancel();
    await expect(tx.commit()).rejects.toMatchObject({ code: "25P01" });
    await tx.cancel();
  });

  it("ends a transaction that nobody goes on with, and says so", async () => {
    const tx = await begin({ writes: true });
    await tx.write(here, "person", [record("person", "idle", {})], "insert");
    expect(await personKeys({ keys: new KeyRange({ value: "idle", inclusive: true }, undefined) })).not.toContain("idle");
    await pause(2_500);
    await expect(tx.read(here, "person", ["idle"])).rejects.toMatchObject({ reason: "timeout" });
    await expect(tx.commit()).rejects.toMatchObject({ reason: "timeout" });
  });
}
