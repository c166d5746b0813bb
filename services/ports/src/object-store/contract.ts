import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ObjectStore } from "./port.ts";

/** What every ObjectStore adapter must do. `open` gives an empty store. */
export function objectStoreContract(name: string, open: () => Promise<ObjectStore>): void {
  describe(`${name} as an object store`, () => {
    let store: ObjectStore;
    let places = 0;

    beforeAll(async () => void (store = await open()));
    afterAll(() => store.close());

    const fresh = () => `context-${places++}`;
    const textOf = async (key: string) => Buffer.concat(await all(await store.get(key))).toString();
    const keysOf = async (prefix: string) => (await all(store.list(prefix))).sort();

    it("gives back what was put, and says its size and hash", async () => {
      const key = `${fresh()}/doc_1/v1.pdf`;
      expect(await store.put(key, bytes("hello ", "", "world"))).toEqual({ sizeBytes: 11, sha256: sha256("hello world") });
      expect(await textOf(key)).toBe("hello world");
    });

    it("stores content of no bytes at all", async () => {
      const key = `${fresh()}/empty`;
      expect(await store.put(key, bytes())).toEqual({ sizeBytes: 0, sha256: sha256("") });
      expect(await textOf(key)).toBe("");
    });

    it("replaces what stood there", async () => {
      const key = `${fresh()}/a`;
      await store.put(key, bytes("a longer text"));
      await store.put(key, bytes("short"));
      expect(await textOf(key)).toBe("short");
    });

    it("says that nothing is there", async () => {
      await expect(store.get(`${fresh()}/missing`)).rejects.toMatchObject({ code: "not_found" });
    });

    it("stores nothing when the bytes fail, and leaves what stood there", async () => {
      const place = fresh();
      await store.put(`${place}/old`, bytes("old"));
      await expect(store.put(`${place}/old`, failing())).rejects.toThrow("the upload broke off");
      await expect(store.put(`${place}/new`, failing())).rejects.toThrow("the upload broke off");
      expect(await textOf(`${place}/old`)).toBe("old");
      expect(await keysOf(place)).toEqual([`${place}/old`]);
    });

    it("moves, and moves again without harm", async () => {
      const place = fresh();
      await store.put(`${place}/incoming/u1`, bytes("text"));
      await store.put(`${place}/original`, bytes("before"));
      await store.move(`${place}/incoming/u1`, `${place}/original`);
      await store.move(`${place}/incoming/u1`, `${place}/original`);
      await store.move(`${place}/original`, `${place}/original`);
      expect(await textOf(`${place}/original`)).toBe("text");
      expect(await keysOf(place)).toEqual([`${place}/original`]);
      await expect(store.move(`${place}/no`, `${place}/where`)).rejects.toMatchObject({ code: "not_found" });
    });

    it("deletes several, and what is not there", async () => {
      const place = fresh();
      for (const key of ["a/1", "a/2", "b"]) await store.put(`${place}/${key}`, bytes(key));
      await store.delete([`${place}/a/1`, `${place}/b`, `${place}/never`]);
      await store.delete([`${place}/a/1`]);
      await store.delete([]);
      expect(await keysOf(place)).toEqual([`${place}/a/2`]);
    });

    it("lists by a prefix, also one that ends within a segment", async () => {
      const place = fresh();
      const keys = ["doc:1/v1", "doc:1/v2", "doc:10/v1", "other"].map((key) => `${place}/${key}`);
      for (const key of keys) await store.put(key, bytes(key));
      expect(await keysOf(`${place}/`)).toEqual(keys);
      expect(await keysOf(`${place}/doc:1`)).toEqual(keys.slice(0, 3));
      expect(await keysOf(`${place}/doc:1/`)).toEqual(keys.slice(0, 2));
      expect(await keysOf(`${place}/doc:1/v2`)).toEqual([keys[1]]);
      expect(await keysOf(`${place}/nothing/`)).toEqual([]);
      expect(await keysOf("")).toEqual(expect.arrayContaining(keys));
    });

    const outside = ["", "/", "/a", "a/", "a//b", "../a", "a/../b", "a/./b"];
    const strange = ["A", "a b", "a\\b", "a%3ab", "a\0b", "ä", "~a", "a".repeat(2_000)];
    it("refuses what is not a key", async () => {
      for (const key of [...outside, ...strange]) {
        await expect(store.put(key, bytes("x"))).rejects.toMatchObject({ code: "invalid" });
        await expect(store.get(key)).rejects.toMatchObject({ code: "invalid" });
        await expect(store.move(key, "fine")).rejects.toMatchObject({ code: "invalid" });
        await expect(store.delete([key])).rejects.toMatchObject({ code: "invalid" });
      }
    });

    it("stores one of two contents whole when both are put under one key at once", async () => {
      const key = `${fresh()}/contested`;
      const [left, right] = ["l".repeat(300_000), "r".repeat(200_000)];
      await Promise.all([store.put(key, pieces(left)), store.put(key, pieces(right))]);
      expect([left, right]).toContain(await textOf(key));
    });

    it("lets a reader finish what it reads while it is replaced", async () => {
      const key = `${fresh()}/read`;
      const before = "b".repeat(1_000_000);
      await store.put(key, pieces(before));
      let read = "";
      for await (const chunk of await store.get(key)) {
        if (read === "") await store.put(key, bytes("after"));
        read += Buffer.from(chunk).toString();
      }
      expect(read).toBe(before);
      expect(await textOf(key)).toBe("after");
    });

    it("makes and removes neighbours at once", async () => {
      const place = fresh();
      await Promise.all(
        Array.from({ length: 30 }, async (_, i) => {
          await store.put(`${place}/deep/er/${i % 3}/${i}`, bytes("x"));
          await store.delete([`${place}/deep/er/${i % 3}/${i}`]);
        }),
      );
      expect(await keysOf(place)).toEqual([]);
    });

    it("takes the uploads of many at once, each moved from where it came in to its place", async () => {
      const place = fresh();
      let left = 400;
      const upload = async (uploader: number) => {
        while (left-- > 0) {
          const name = `${uploader}-${left}`;
          await store.put(`${place}/in/${name}`, bytes("x"));
          await store.move(`${place}/in/${name}`, `${place}/documents/${name}/1`);
        }
      };
      await Promise.all([1, 2, 3, 4, 5, 6].map(upload));
      expect(await keysOf(`${place}/in/`)).toEqual([]);
      expect(await keysOf(`${place}/documents/`)).toHaveLength(400);
    });

    it("takes and gives 20 MB in pieces", async () => {
      const key = `${fresh()}/large`;
      const piece = Buffer.alloc(64 * 1_024, "x");
      const hash = createHash("sha256");
      const stored = await store.put(
        key,
        (async function* () {
          for (let i = 0; i < 320; i++) {
            hash.update(piece);
            yield piece;
          }
        })(),
      );
      expect(stored).toEqual({ sizeBytes: 320 * piece.length, sha256: hash.digest("hex") });
      let [size, largest] = [0, 0];
      for await (const chunk of await store.get(key)) {
        size += chunk.byteLength;
        largest = Math.max(largest, chunk.byteLength);
      }
      expect(size).toBe(stored.sizeBytes);
      expect(largest).toBeLessThanOrEqual(1_024 * 1_024);
      for await (const chunk of await store.get(key)) {
        expect(chunk.byteLength).toBeGreaterThan(0);
        break;
      }
    });
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function* bytes(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 10_000) yield Buffer.from(text.slice(at, at + 10_000));
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("the beginning");
  throw new Error("the upload broke off");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
