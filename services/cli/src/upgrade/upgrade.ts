/** Brings an installed client to the newest release of its source, and back. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import semver from "semver";
import { extract } from "tar";
import { Failure, messageOf } from "../failure.ts";
import { exclusively, keepOnly, makeCurrent, ownInstallation, versionFolder, type Installation } from "./installation.ts";
import { longestManifest, manifestName, signatureName, verifiedManifest, type Manifest } from "./manifest.ts";
import type { Source } from "./source.ts";

export interface Newest {
  readonly installed: string;
  readonly newest: string;
  /** The release, where it is newer than what is installed. */
  readonly release: Manifest | undefined;
}

const smokeTestMs = 20_000;

/** What the source offers, its signature checked. @throws Failure */
export async function findNewest({ info }: Installation, source: Source, publicKeys: readonly string[]): Promise<Newest> {
  const bytes = await source.read(manifestName, longestManifest);
  const signature = Buffer.from(await source.read(signatureName, longestManifest)).toString("utf8");
  const manifest = verifiedManifest(bytes, signature.trim(), publicKeys);
  if (semver.valid(manifest.version) === null) throw new Failure(`'${manifest.version}' is not a version. Nothing was changed.`);
  const newer = semver.gt(manifest.version, info.version);
  return { installed: info.version, newest: manifest.version, release: newer ? manifest : undefined };
}

/**
 * Installs a release beside what runs, tries it, and makes it the one that runs.
 * @param onBytes how many bytes of the package have come
 * @param node the running Node, its path and version
 * @throws Failure; then the version before goes on, untouched
 */
export async function install(
  { root, info }: Installation,
  source: Source,
  release: Manifest,
  onBytes: (sofar: number) => void,
  node: { readonly path: string; readonly version: string },
): Promise<void> {
  if (!semver.satisfies(node.version, `>=${release.node}`)) {
    throw new Failure(`loci ${release.version} needs Node ${release.node} or later; this is ${node.version}. Nothing was changed.`);
  }
  await exclusively(root, async (staging) => {
    const fetched = join(staging, release.file);
    await fetchPackage(source, release, fetched, onBytes);
    const unpacked = join(staging, "client");
    await unpack(fetched, release.version, unpacked);
    await tryOut(unpacked, release.version, node.path);
    const target = versionFolder(root, release.version);
    // It is there after an upgrade that was taken back, or that was killed before it became the current one.
    if (!(await exists(target))) await rename(unpacked, target);
    await makeCurrent(root, release.version);
    await keepOnly(root, [info.version, release.version]);
  });
}

/**
 * Makes the version before the one that runs.
 * @returns which one that is
 * @throws Failure where there is none
 */
export async function goBack({ root, info }: Installation): Promise<string> {
  return exclusively(root, async () => {
    const kept = (await readdir(join(root, "versions"))).filter((name) => semver.valid(name) !== null);
    const before = kept.filter((version) => semver.lt(version, info.version)).sort(semver.rcompare)[0];
    if (before === undefined) throw new Failure("There is no earlier version here to go back to.");
    if ((await ownInstallation(versionFolder(root, before))) === undefined)
      throw new Failure(`The earlier version ${before} is not whole; it stays with ${info.version}.`);
    await makeCurrent(root, before);
    return before;
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Nothing of the package is unpacked before size and checksum are found right. */
async function fetchPackage(source: Source, { file, size, sha256 }: Manifest, target: string, onBytes: (sofar: number) => void) {
  const hash = createHash("sha256");
  let sofar = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      sofar += part.length;
      hash.update(part);
      onBytes(sofar);
      done(sofar > size ? new Error("it is longer than the manifest says") : null, part);
    },
  });
  try {
    await pipeline(Readable.from(await source.stream(file)), counted, createWriteStream(target));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`The package could not be fetched: ${messageOf(error)}. Nothing was changed.`);
  }
  if (sofar !== size || hash.digest("hex") !== sha256) {
    throw new Failure("The package is not the one that the manifest describes: size or checksum differ. Nothing was changed.");
  }
}

async function unpack(file: string, version: string, folder: string): Promise<void> {
  const prefix = `loci/versions/${version}/`;
  await mkdir(folder);
  await extract({
    ...{ cwd: folder, file, strict: true, strip: prefix.split("/").length - 1 },
    filter: (path, entry) => path.startsWith(prefix) && "type" in entry && entry.type === "File",
  }).catch((error: unknown) => {
    throw new Failure(`The package could not be unpacked: ${messageOf(error)}. Nothing was changed.`);
  });
}

async function tryOut(folder: string, version: string, node: string): Promise<void> {
  const run = promisify(execFile);
  const { stdout } = await run(node, [join(folder, "lib/loci.js"), "--version"], { timeout: smokeTestMs }).catch(
    (error: unknown) => {
      throw new Failure(`The new version does not start here: ${messageOf(error).split("\n")[0] ?? ""}. Nothing was changed.`);
    },
  );
  if (stdout.trim() !== version)
    throw new Failure(`The package says that it is ${stdout.trim()}, not ${version}. Nothing was changed.`);
}
