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
};

/** What the caller may be told of an error of the file system; another error stays as it is. */
export function explained(error: unknown, what: string): unknown {
  const sentence = sentences[codeOf(error)];
  return sentence === undefined ? error : new LociError("unavailable", `${what}: ${sentence}.`, { cause: error });
}

/** After a power cut a file's name is there only if its folder was written too. */
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
/** What is said then; the latter by Node, which finds a folder there and then no longer. */
const takenAway: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** Does what brings the file `path` into being, with its folders made before. */
export async function intoFolder(path: string, bring: () => Promise<void>): Promise<void> {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt++) {
    try {
      // This too finds a folder gone, where one above it is taken away while it goes down.
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await bring();
      return await syncUp(folder, made === undefined ? folder : dirname(made));
    } catch (error) {
      if (!takenAway.has(codeOf(error)) || attempt === tries) throw error;
    }
  }
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

/** Removes the folder and those above it, below `top`, as long as they are empty. */
export async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let at = folder; at !== top && at.startsWith(top); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") return;
    }
  }
}
