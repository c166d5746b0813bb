import { beforeAll, describe, expect, it } from "@jest/globals";
import { printRecordKey } from "../../values/print.ts";
import type { RecordKey } from "../../values/value.ts";
import type { Postings, WrittenRecord } from "../port.ts";
import { change, defineTable } from "./definitions.ts";
import { here, record, type Opened } from "./opened.ts";

/** What full-text indexes do. */
export function wordsContract({ write, read }: Opened): void {
  describe("a full-text index", () => {
    const saying = (key: bigint, text: string): WrittenRecord => {
      const said = text.split(" ").filter((word) => word !== "");
      const words = new Map(said.map((word) => [word, said.filter((other) => other === word).length]));
      return { ...record("note", key, {}), texts: new Map([["words", { words, length: said.length }]]) };
    };
    const put = (...records: readonly WrittenRecord[]) => write((tx) => tx.write(here, "note", records, "upsert"));
    const asked = async (...words: readonly string[]) => shown(await read((tx) => tx.postings(here, "note", "words", words)));

    beforeAll(() =>
      write(async (tx) => {
        await defineTable(tx, here, "note");
        const index = { index: { kind: "fulltext" } };
        await tx.define({ ...change("table", here, "index", "words", index, "note"), isFullText: true });
      }),
    );

    it("gives the records of words in the order in which it came to know them, with what scores need", async () => {
      await put(saying(3n, "red boat boat"), saying(1n, "blue boat"), saying(2n, ""));
      expect(await asked("boat", "red")).toEqual({ records: 3, length: 5, found: ["3: 3, 2 1", "1: 2, 1 0"] });
      expect(await asked("car")).toEqual({ records: 3, length: 5, found: [] });
    });

    it("follows what is written and deleted, and stays as it is where a write does not name it", async () => {
      await put(saying(3n, "car"), saying(4n, "boat"), record("note", 1n, {}));
      expect(await asked("boat")).toEqual({ records: 4, length: 4, found: ["1: 2, 1", "4: 1, 1"] });
      await put(saying(3n, "boat"));
      await write((tx) => tx.delete(here, "note", [1n, 9n]));
      expect(await asked("boat")).toEqual({ records: 3, length: 2, found: ["3: 1, 1", "4: 1, 1"] });
    });

    it("takes a record that is written twice as it was written last", async () => {
      await put(saying(5n, "one"), saying(5n, "two two"), record("note", 5n, {}));
      expect(await asked("one", "two")).toEqual({ records: 4, length: 4, found: ["5: 2, 0 2"] });
    });

    it("is seen by its own transaction, and by nobody where that is taken back", async () => {
      await expect(
        write(async (tx) => {
          await tx.write(here, "note", [saying(6n, "boat")], "insert");
          expect((await tx.postings(here, "note", "words", ["boat"])).records).toBe(5);
          throw new Error("enough");
        }),
      ).rejects.toThrow("enough");
      expect((await asked("boat")).records).toBe(4);
    });

    it("has right totals after very many writes", async () => {
      for (let i = 0; i < 300; i++) await put(saying(7n, "x ".repeat(i % 5)));
      expect(await asked("boat")).toMatchObject({ records: 5, length: 8 });
    });

    it("takes words of any length and kind", async () => {
      const long = "é".repeat(5_000);
      await put(saying(8n, `${long} \u0000`));
      expect((await asked(long)).found).toEqual(["8: 2, 1"]);
      expect((await asked("\u0000")).found).toEqual(["8: 2, 1"]);
    });
  });
}

function shown({ records, length, found }: Postings): { records: number; length: number; found: readonly string[] } {
  return {
    records,
    length,
    found: found.map(({ id, length: own, counts }) => `${printRecordKey(id.key as RecordKey)}: ${own}, ${counts.join(" ")}`),
  };
}
