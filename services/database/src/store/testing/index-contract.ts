import { beforeAll, describe, expect, it } from "@jest/globals";
import { indexKeyBytes } from "../../values/codec/key.ts";
import type { Value } from "../../values/value.ts";
import type { Scan, WrittenRecord } from "../port.ts";
import { change, defineTable } from "./definitions.ts";
import { here, record, type Opened } from "./opened.ts";

/** What indexes do. */
export function indexContract({ write, read, keysOf }: Opened): void {
  describe("an index", () => {
    const entry = (...values: Value[]) => indexKeyBytes(values);
    const tagged = (key: bigint, tags: readonly (readonly Value[])[], index = "tags"): WrittenRecord => ({
      ...record("post", key, {}),
      entries: new Map([[index, tags]]),
    });
    const between = (from: Value, to: Value, more: Partial<Scan> = {}): Scan => ({
      table: "post",
      index: { index: "tags", from: entry(from), to: entry(to) },
      ...more,
    });
    const put = (records: readonly WrittenRecord[], mode: "insert" | "upsert" = "upsert") =>
      write((tx) => tx.write(here, "post", records, mode));
    const scanned = (scan: Scan) => read((tx) => keysOf(tx, scan));

    beforeAll(() =>
      write(async (tx) => {
        await defineTable(tx, here, "post");
        for (const [index, kind] of [
          ["tags", "plain"],
          ["slug", "unique"],
        ] as const)
          await tx.define(change("table", here, "index", index, { index: { kind } }, "post"));
      }),
    );

    it("gives records in the order of their entries, each once", async () => {
      await put([tagged(1n, [["b"], ["c"]]), tagged(2n, [["a"]]), tagged(3n, [["c"], ["c"], ["d"]]), tagged(4n, [])]);
      expect(await scanned(between("a", "z"))).toEqual([2n, 1n, 3n]);
      expect(await scanned(between("a", "z", { reverse: true }))).toEqual([3n, 1n, 2n]);
      expect(await scanned(between("c", "c"))).toEqual([1n, 3n]);
      expect(await scanned(between("a", "z", { start: 1, limit: 1 }))).toEqual([1n]);
      const open = {
        table: "post",
        index: { index: "tags", from: entry("a"), fromInclusive: false, to: entry("c"), toInclusive: false },
      };
      expect(await scanned(open)).toEqual([1n]);
      expect(await read((tx) => tx.count(here, between("a", "z")))).toBe(3);
    });

    it("follows what is written and deleted, and stays as it is where a write does not name it", async () => {
      await put([tagged(1n, [["e"]])]);
      expect(await scanned(between("a", "z"))).toEqual([2n, 3n, 1n]);
      await put([{ ...record("post", 1n, { changed: true }) }]);
      expect(await scanned(between("e", "e"))).toEqual([1n]);
      await write((tx) => tx.delete(here, "post", [1n, 2n]));
      expect(await scanned(between("a", "z"))).toEqual([3n]);
    });

    it("that is unique lets one record have an entry, but for those without a value", async () => {
      const slug = (key: bigint, ...entries: (readonly Value[])[]) => tagged(key, entries, "slug");
      await put([
        slug(11n, ["x", 1n]),
        slug(12n, ["x", null]),
        slug(13n, ["x", null]),
        slug(14n, [undefined, 1n]),
        slug(15n, [undefined, 1n]),
      ]);
      const message = "Database index `slug` already contains ['x', 1], with record `post:11`";
      await expect(put([slug(16n, ["x", 1n])])).rejects.toMatchObject({ kind: "Internal", reason: "unique", message });
      await expect(put([slug(17n, ["y"]), slug(18n, ["y"])])).rejects.toMatchObject({
        message: "Database index `slug` already contains 'y', with record `post:17`",
      });
      await expect(put([slug(19n, ["z"], ["z"])])).rejects.toMatchObject({
        message: "Database index `slug` already contains 'z', with record `post:19`",
      });
      // Two that change places in one statement.
      await put([slug(20n, ["p"]), slug(21n, ["q"])]);
      await put([slug(20n, ["q"]), slug(21n, ["p"])]);
      await put([slug(20n, ["q"])]);
      await write((tx) => tx.delete(here, "post", [20n]));
      await put([slug(22n, ["q"])]);
    });

    it("takes entries of any length", async () => {
      const long = "l".repeat(50_000);
      await put([tagged(31n, [[long]]), tagged(32n, [[`${long}2`]])]);
      expect(await scanned(between(long, long))).toEqual([31n]);
    });

    it("begins without entries where it is defined anew", async () => {
      await write((tx) => tx.define(change("table", here, "index", "tags", { index: { kind: "plain" } }, "post")));
      expect(await scanned(between("a", "z"))).toEqual([]);
      await put([tagged(3n, [["a"]])]);
      expect(await scanned(between("a", "z"))).toEqual([3n]);
    });
  });
}
