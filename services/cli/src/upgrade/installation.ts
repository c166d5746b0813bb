/**
 * The layout of an installed client, in which a version is changed by one rename:
 *
 *     bin/loci             the launcher: runs the version that `current` names
 *     current              a version
 *     versions/<version>/  each a whole client
 */
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Failure, messageOf } from "../failure.ts";
import { replaceFile } from "../replace-file.ts";

/** What a release puts beside its code. */
export interface ReleaseInfo {
  readonly version: string;
  /** Where the next releases are looked for, unless the user says otherwise; "" for nowhere. */
  readonly source: string;
  /** Who may sign them: base64, DER (SPKI). */
  readonly publicKeys: readonly string[];
}

export interface Installation {
  readonly root: string;
  readonly info: ReleaseInfo;
}

/**
 * The installation that runs this code.
 * @param folder of the running program
 * @returns undefined where it was not installed from a release, as in a checkout of the source
 */
export async function ownInstallation(folder: string): Promise<Installation | undefined> {
  const file = join(folder, "release.json");
  if (basename(dirname(folder)) !== "versions" || !existsSync(file)) return undefined;
  return { root: dirname(dirname(folder)), info: JSON.parse(await readFile(file, "utf8")) as ReleaseInfo };
}

/** Where a version lies. */
export function versionFolder(root: string, version: string): string {
  return join(root, "versions", version);
}

/** A lock without a name in it is that of a process that died, once it is older than this. */
const unsignedMs = 5_000;

/**
 * Runs the work while no other upgrade changes this installation.
 * @throws Failure while another does, or where the folder may not be written
 */
export async function exclusively<T>(root: string, work: (staging: string) => Promise<T>): Promise<T> {
  const lock = join(root, "upgrade.lock");
  const staging = join(root, "versions", `.staging-${process.pid}`);
  const held = await takeLock(lock, root);
  try {
    // What an upgrade that was killed has left.
    for (const name of await readdir(join(root, "versions"))) {
      if (name.startsWith(".staging-")) await rm(join(root, "versions", name), { recursive: true, force: true });
    }
    await mkdir(staging);
    return await work(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
    await held.close();
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string, root: string) {
  for (;;) {
    try {
      const held = await open(lock, "wx");
      try {
        await held.writeFile(String(process.pid));
      } catch (error) {
        await held.close();
        await rm(lock, { force: true });
        throw new Failure(`${root} cannot be changed: ${messageOf(error)}. Nothing was changed.`);
      }
      return held;
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (!isTaken(error)) {
        throw new Failure(`${root} cannot be changed: ${messageOf(error)}. Run this as the user who installed it.`);
      }
      const owner = Number(await readFile(lock, "utf8").catch(() => "0"));
      if (owner === 0 && (await isNew(lock))) throw new Failure("Another upgrade begins just now.");
      if (owner > 0 && isAlive(owner)) throw new Failure(`Another upgrade runs just now (process ${owner}).`);
      await rm(lock, { force: true });
    }
  }
}

/** By its fields: errors of the file system may come from another realm. */
function isTaken(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "EEXIST";
}

/** Its owner has it, and is about to write down who that is. */
async function isNew(lock: string): Promise<boolean> {
  const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs < unsignedMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Makes a version the one that runs. One rename: whoever starts the client meanwhile gets the old or the new one, whole. */
export async function makeCurrent(root: string, version: string): Promise<void> {
  try {
    await replaceFile(join(root, "current"), `${version}\n`, 0o644);
  } catch (error) {
    throw new Failure(`${root} cannot be changed: ${messageOf(error)}. Nothing was changed.`);
  }
}

/** Removes all versions but these. */
export async function keepOnly(root: string, versions: readonly string[]): Promise<void> {
  for (const name of await readdir(join(root, "versions"))) {
    if (!versions.includes(name)) await rm(join(root, "versions", name), { recursive: true, force: true });
  }
}
