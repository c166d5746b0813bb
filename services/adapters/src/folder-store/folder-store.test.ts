import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { ObjectStore } from "@loci/ports/object-store";
import { objectStoreContract } from "@loci/ports/object-store/contract";
import { explained, intoFolder } from "./disk.ts";
import { openFolderStore } from "./index.ts";

let top: string;
let folders = 0;
beforeAll(async () => void (top = await mkdtemp(join(tmpdir(), "loci-folder-store-"))));
afterAll(() => rm(top, { recursive: true, force: true }));
const fresh = () => join(top, `store-${folders++}`);

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list("")) keys.push(key);
  return keys;
}

async function* text(content: string) {
  yield Buffer.from(content);
}

objectStoreContract("a folder", () => openFolderStore({ folder: fresh() }));

describe("a folder of originals", () => {
  it("belongs to this user alone", async () => {
    const folder = fresh();
    const store = await openFolderStore({ folder });
    await store.put("ctx/doc", text("x"));
    const modes = await Promise.all([folder, join(folder, "ctx"), join(folder, "ctx", "doc")].map((path) => stat(path)));
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(["700", "700", "600"]);
  });

  it("has no colon in a file's name", async () => {
    const folder = fresh();
    await (await openFolderStore({ folder })).put("ctx:1/doc:1", text("x"));
    expect(await readFile(join(folder, "ctx%3a1", "doc%3a1"), "utf8")).toBe("x");
  });

  it("keeps no empty folder when content is deleted or moved away", async () => {
    const folder = fresh();
    const store = await openFolderStore({ folder });
    await store.put("a/b/c", text("x"));
    await store.put("d/e", text("x"));
    await store.move("a/b/c", "d/f");
    await store.delete(["d/e", "d/f"]);
    expect(await readdir(folder)).toEqual(["~incoming"]);
  });

  it.each(["ENOENT", "ENOTDIR"])("makes a folder again that was taken away meanwhile (%s)", async (code) => {
    const path = join(fresh(), "deep/er/file");
    let calls = 0;
    await intoFolder(path, async () => {
      if (++calls === 1) throw Object.assign(new Error("taken away"), { code });
      await writeFile(path, "x");
    });
    expect(await readFile(path, "utf8")).toBe("x");
  });

  it("is rid at the next opening of what a killed process left half written, an hour later", async () => {
    const folder = fresh();
    await openFolderStore({ folder });
    const [old, young] = [join(folder, "~incoming", "old"), join(folder, "~incoming", "young")];
    await writeFile(old, "half");
    await writeFile(young, "half");
    const anHourAgo = Date.now() / 1_000 - 3_700;
    await utimes(old, anHourAgo, anHourAgo);
    const store = await openFolderStore({ folder });
    expect(await readdir(join(folder, "~incoming"))).toEqual(["young"]);
    expect(await keysOf(store)).toEqual([]);
  });

  it("shows its own content only", async () => {
    const folder = fresh();
    const store = await openFolderStore({ folder });
    await writeFile(join(folder, ".DS_Store"), "");
    await writeFile(join(folder, "Thumbs.db"), "");
    await store.put("a", text("x"));
    expect(await keysOf(store)).toEqual(["a"]);
  });

  it("says clearly that it cannot be written", async () => {
    const file = fresh();
    await writeFile(file, "");
    await expect(openFolderStore({ folder: join(file, "below") })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("cannot be written"),
    });
  });

  it.each([
    ["ENOSPC", "The content cannot be stored: the disk is full."],
    ["EACCES", "The content cannot be stored: this user may not."],
  ])("turns %s into a sentence", (code, message) => {
    const error = explained(Object.assign(new Error("write failed: /a/path"), { code }), "The content cannot be stored");
    expect(error).toBeInstanceOf(LociError);
    expect(error).toMatchObject({ code: "unavailable", message });
  });
});
