/** Where parts are kept: a cache outside the repository, filled once. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export const isRoot = process.getuid?.() === 0;

// Postgres and OpenSearch do not run as root: root's cache must lie where the user they run as can reach it.
const cache = isRoot ? "/var/cache" : process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
export const parts = join(cache, "loci-parts");

/**
 * Fills a folder of the cache, once. It is filled aside and moved, so that a cut download leaves nothing half.
 * @param name of the folder; it says the version, so that another version is another folder
 * @param fill gets the folder aside, and puts everything there
 * @returns the folder
 */
export function cached(name, what, fill) {
  const home = join(parts, name);
  if (existsSync(home)) return home;
  const began = Date.now();
  process.stderr.write(`${what} into ${home} …\n`);
  mkdirSync(parts, { recursive: true });
  const aside = mkdtempSync(join(parts, ".fetching-"));
  try {
    fill(aside);
    // mkdtemp's folders are its owner's alone.
    chmodSync(aside, 0o755);
    moveUnlessThere(aside, home);
    process.stderr.write(`${what}: done in ${Math.round((Date.now() - began) / 1_000)} s\n`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return home;
}

/** Another run may have filled the same folder meanwhile: then its is as good. */
function moveUnlessThere(aside, home) {
  try {
    renameSync(aside, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}
