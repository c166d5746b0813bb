import { createHash, randomBytes } from "node:crypto";
import { link, realpath, rename, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LociError } from "@loci/kernel";

/**
 * Holds a folder for this process: two processes on one PGlite folder lose data. The lock is a listening Unix socket, which the kernel
 * closes with its process however that ends, so no stale lock ever needs a person.
 * @returns the function that gives the folder back
 * @throws LociError `conflict` when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lock = await lockPath(folder);
  const own = `${lock}-${randomBytes(4).toString("hex")}`;
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
        throw new LociError(
          "conflict",
          `The data folder ${folder} is in use by another process. Stop it, or choose another folder.`,
        );
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

/** The longest path that every system takes for a socket, less what the names beside the lock add to it. */
const maxSocketPath = 103 - "-12345678-stale".length;

/** In the folder; where that makes too long a path for a socket, a name made from the folder's in the system's temporary folder. */
async function lockPath(folder: string): Promise<string> {
  const inside = join(folder, "lock.sock");
  if (Buffer.byteLength(inside) <= maxSocketPath) return inside;
  const name = createHash("sha256")
    .update(await realpath(folder))
    .digest("hex")
    .slice(0, 20);
  return join(tmpdir(), `loci-${name}.sock`);
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
    // Refused or gone: nobody is there. Anything else (another user's socket) is taken for a holder.
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "ECONNREFUSED" && error.code !== "ENOENT"));
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
