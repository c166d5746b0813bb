import { mkdtemp, open, readdir, readFile, rm, stat, symlink, utimes, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

/** The inodes of what is synced meanwhile, as the file system is asked for it. */
async function watchSyncs(folder: string): Promise<{ synced: number[]; end: () => void }> {
  const handle = await open(folder);
  const kind = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const sync = Object.getOwnPropertyDescriptor(kind, "sync");
  if (sync === undefined) throw new Error("files cannot be synced");
  const synced: number[] = [];
  kind.sync = async function (this: FileHandle) {
    synced.push((await this.stat()).ino);
    await (sync.value as (this: FileHandle) => Promise<void>).call(this);
  };
  return { synced, end: () => void Object.defineProperty(kind, "sync", sync) };
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

  it("is on the disk with the folders above it, and what is deleted is deleted there too", async () => {
    const folder = join(fresh(), "deep", "er");
    const inode = async (path: string) => (await stat(path)).ino;
    const { synced, end } = await watchSyncs(top);
    try {
      const store = await openFolderStore({ folder });
      expect(synced).toEqual(expect.arrayContaining([await inode(folder), await inode(dirname(folder)), await inode(top)]));
      await store.put("ctx/doc/1", text("x"));
      await store.put("ctx/doc/2", text("x"));
      await store.put("ctx/kept", text("x"));
      expect(synced).toEqual(expect.arrayContaining([await inode(join(folder, "ctx", "doc"))]));
      synced.length = 0;
      await store.delete(["ctx/doc/1"]);
      expect(synced).toEqual([await inode(join(folder, "ctx", "doc"))]);
      synced.length = 0;
      await store.delete(["ctx/doc/2", "ctx/never"]);
      expect(synced).toEqual([await inode(join(folder, "ctx"))]);
      synced.length = 0;
      await store.delete(["ctx/kept"]);
      expect(synced).toEqual([await inode(folder)]);
    } finally {
      end();
    }
  });

  it("has nothing under a key below another one", async () => {
    const store = await openFolderStore({ folder: fresh() });
    await store.put("a", text("x"));
    await expect(store.get("a/b")).rejects.toMatchObject({ code: "not_found" });
    await expect(store.move("a/b", "c")).rejects.toMatchObject({ code: "not_found" });
    await store.delete(["a/b"]);
    const listed: string[] = [];
    for await (const key of store.list("a/b/")) listed.push(key);
    expect(listed).toEqual([]);
    expect(await keysOf(store)).toEqual(["a"]);
  });

  it("that may not be listed just now is unavailable", async () => {
    const folder = fresh();
    const store = await openFolderStore({ folder });
    // Root may list everything: not this, which is nowhere.
    await rm(folder, { recursive: true });
    await symlink(folder, folder);
    await expect(keysOf(store)).rejects.toMatchObject({ code: "unavailable" });
    await rm(folder);
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
