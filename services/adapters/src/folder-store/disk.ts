import { mkdir, open, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { LociError } from "@loci/kernel";

export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";
}

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the file system is read-only",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EIO: "the disk reports an error",
  ELOOP: "its path leads to itself",
};

/** What the caller may be told of an error of the file system; another error stays as it is. */
export function explained(error: unknown, what: string): unknown {
  const sentence = sentences[codeOf(error)];
  return sentence === undefined ? error : new LociError("unavailable", `${what}: ${sentence}.`, { cause: error });
}

/** Nothing is there, nor can be: on the way down stands a file. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
}

/** After a power cut a file's name is there only if its folder was written too; so is one that was removed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Another's delete may take a folder away between its making and its first file, or while it is being made. */
const tries = 10;

/** Does what brings the file `path` into being, with its folders made before. */
export async function intoFolder(path: string, bring: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await makeFolder(dirname(path), bring);
    } catch (error) {
      // Node says ENOTDIR of a folder that it finds there and then no longer.
      if (!isMissing(error) || attempt === tries) throw error;
    }
  }
}

/** Makes the folder and those above it, has it filled, and sees to it that all of that is on the disk. */
export async function makeFolder(folder: string, fill: () => Promise<void> = async () => undefined): Promise<void> {
  // This too finds a folder gone, where one above it is taken away while it goes down.
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  await fill();
  await syncUp(folder, made === undefined ? folder : dirname(made));
}

/** Syncs the folder and those above it up to `last`. One that is gone was deleted with all that was in it. */
async function syncUp(folder: string, last: string): Promise<void> {
  try {
    for (let at = folder; ; at = dirname(at)) {
      await syncFolder(at);
      if (at === last) return;
    }
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** Removes the folder and those above it, below `top`, as long as they are empty. @returns the first that stays */
export async function removeEmpty(folder: string, top: string): Promise<string> {
  let at = folder;
  for (; at !== top && at.startsWith(top); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch (error) {
      if (!isMissing(error)) return at;
    }
  }
  return at;
}

/** Sees to it that what was removed from the folders stays so: what is erased must not come back with the next power cut. */
export async function syncRemovals(folders: Iterable<string>, top: string): Promise<void> {
  for (const folder of folders) {
    for (let at = folder; ; at = dirname(at)) {
      try {
        await syncFolder(at);
        break;
      } catch (error) {
        // Another's delete took it away too: that stands in the one above.
        if (!isMissing(error) || at === top) throw error;
      }
    }
  }
}
