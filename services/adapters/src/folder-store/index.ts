import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, open, opendir, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LociError } from "@loci/kernel";
import type { ObjectStore, StoredObject } from "@loci/ports/object-store";
import { explained, intoFolder, isMissing, makeFolder, removeEmpty, syncRemovals } from "./disk.ts";
import { incomingFolder, pathOf, segmentOf } from "./path.ts";

export interface FolderStoreOptions {
  /** Made when it is not there, for this user alone. */
  readonly folder: string;
}

/** Older than this, what was being written belongs to a process that ended. */
const leftoverMs = 3_600_000;

/**
 * Keeps each object as a file below the folder. Content is written beside the objects, synced, and then given its name: a reader sees
 * the old content or the new one, whole.
 * @throws LociError `unavailable` when the folder cannot be written
 */
export async function openFolderStore({ folder }: FolderStoreOptions): Promise<ObjectStore> {
  const incoming = join(folder, incomingFolder);
  try {
    await makeFolder(incoming);
    await removeLeftovers(incoming);
  } catch (cause) {
    throw new LociError("unavailable", `The folder ${folder} for originals cannot be written: ${(cause as Error).message}`, {
      cause,
    });
  }
  return {
    async put(key, bytes) {
      const path = pathOf(folder, key);
      const aside = join(incoming, randomUUID());
      try {
        const stored = await write(aside, bytes);
        await onDisk("The content cannot be stored", () => intoFolder(path, () => rename(aside, path)));
        return stored;
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    async get(key) {
      const path = pathOf(folder, key);
      await onDisk("The content cannot be read", () => access(path), key);
      return read(path, key);
    },
    async move(from, to) {
      const [source, target] = [pathOf(folder, from), pathOf(folder, to)];
      if (source === target || !(await onDisk("The content cannot be read", () => exists(source)))) {
        await onDisk("The content cannot be read", () => access(target), from);
        return;
      }
      await onDisk("The content cannot be moved", () => intoFolder(target, () => rename(source, target)), from);
      await removeEmpty(dirname(source), folder);
    },
    async delete(keys) {
      const paths = keys.map((key) => pathOf(folder, key));
      await onDisk("The content cannot be deleted", async () => {
        const left = new Set<string>();
        for (const path of paths) {
          await rm(path, { force: true }).catch(ifMissing);
          left.add(await removeEmpty(dirname(path), folder));
        }
        await syncRemovals(left, folder);
      });
    },
    list: (prefix) => list(folder, prefix),
    close: async () => undefined,
  };
}

async function removeLeftovers(incoming: string): Promise<void> {
  const oldest = Date.now() - leftoverMs;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const known = await stat(path).catch(ifMissing);
    if (known !== undefined && known.mtimeMs < oldest) await rm(path, { force: true, recursive: true });
  }
}

/** Errors of `bytes` pass as they are. */
async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredObject> {
  const what = "The content cannot be stored";
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const file: FileHandle = await onDisk(what, () => open(path, "wx", 0o600));
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      // Writes the whole chunk, and on from the end of the last one.
      await onDisk(what, () => file.appendFile(chunk));
    }
    await onDisk(what, () => file.sync());
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}

/** The file is opened with the first piece, so that an answer nobody reads holds nothing open. */
async function* read(path: string, key: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Uint8Array;
  } catch (error) {
    throw readable(error, "The content cannot be read", key);
  }
}

async function* list(folder: string, prefix: string): AsyncGenerator<string> {
  const end = prefix.lastIndexOf("/");
  const parent = prefix.slice(0, Math.max(end, 0));
  try {
    yield* walk(parent === "" ? folder : pathOf(folder, parent), parent === "" ? "" : `${parent}/`, prefix);
  } catch (error) {
    throw explained(error, "The content cannot be listed");
  }
}

/** @param at the key of the folder, with the slash at its end */
async function* walk(folder: string, at: string, prefix: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(ifMissing);
  if (entries === undefined) return;
  for await (const entry of entries) {
    const segment = segmentOf(entry.name);
    if (segment === undefined) continue;
    const key = `${at}${segment}`;
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* walk(join(folder, entry.name), `${key}/`, prefix);
    } else if (entry.isFile() && key.startsWith(prefix)) yield key;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ifMissing)) !== undefined;
}

function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** @param key where given, a missing file means that there is nothing under it */
async function onDisk<T>(what: string, act: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw readable(error, what, key);
  }
}

function readable(error: unknown, what: string, key: string | undefined): unknown {
  if (key !== undefined && isMissing(error)) return new LociError("not_found", `Nothing is stored under ${key}.`);
  return explained(error, what);
}
