import { randomBytes } from "node:crypto";
import { link, rename, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { LociError } from "@loci/kernel";

/**
 * Holds a folder for this process: two processes on one PGlite folder lose data. The lock is a listening Unix socket, which the kernel
 * closes with its process however that ends, so no stale lock ever needs a person.
 * @returns the function that gives the folder back
 * @throws LociError `conflict` when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lock = join(folder, "lock.sock");
  const own = join(folder, `.lock-${randomBytes(6).toString("hex")}`);
  const server = createServer((socket) => socket.end());
  server.unref();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(own, resolve));
  const release = async () => {
    await rm(lock, { force: true });
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  try {
    while (!(await tryLink(own, lock))) {
      if (await isListening(lock)) {
        throw new LociError("conflict", `The data folder ${folder} is in use by another process. Stop it, or choose another folder.`);
      }
      await clearStale(lock, own);
    }
    return release;
  } catch (error) {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** A hard link is made whole or not at all: of two processes one only gets it. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Moves a dead lock aside under a name of our own; if it came alive in between, it is put back. */
async function clearStale(lock: string, own: string): Promise<void> {
  const aside = `${own}-stale`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (await isListening(aside)) await tryLink(aside, lock);
  await rm(aside, { force: true });
}
