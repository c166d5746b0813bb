import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { rolldown } from "rolldown";
import semver from "semver";
import { create } from "tar";
import type { ReleaseInfo } from "../src/upgrade/installation.ts";
import { manifestName, sha256Of, signatureName, type Manifest } from "../src/upgrade/manifest.ts";
import { ownVersion } from "../src/version.ts";

const cli = join(import.meta.dirname, "..");
const repository = join(cli, "../..");
const oldestNode = "22.19.0";

export interface ReleaseOptions {
  /** ed25519, PEM (PKCS #8). */
  readonly privateKey: string;
  readonly out: string;
  readonly source: string;
  readonly version?: string;
}

/** Runs the version that the file `current` names; CommonJS, so that the oldest Node gets far enough to hear which one is needed. */
const launcher = `#!/usr/bin/env node
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const version = readFileSync(join(__dirname, "../current"), "utf8").trim();
import(pathToFileURL(join(__dirname, "../versions", version, "lib/loci.js")).href);
`;
const windowsLauncher = '@node "%~dp0loci" %*\r\n';

/**
 * Bundles the client, packs it, and signs its manifest. The same source gives the same bytes.
 * @returns the manifest
 * @throws where the key is no ed25519 key, or the version is none
 */
export async function buildRelease({ privateKey, out, source, version: asked }: ReleaseOptions): Promise<Manifest> {
  const version = asked ?? ownVersion();
  if (semver.valid(version) === null) throw new Error(`'${version}' is not a version (https://semver.org).`);
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("The key is not an ed25519 key; 'keygen' makes one.");
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64");
  const folder = await mkdtemp(join(tmpdir(), "loci-release-"));
  try {
    await layOut(join(folder, "loci"), version, { version, source, publicKeys: [publicKey] });
    const file = `loci-${version}.tgz`;
    await mkdir(out, { recursive: true });
    // Times, owners and the order of the disk are left out: they would make every build another file.
    await create(
      { cwd: folder, file: join(out, file), gzip: { level: 9 }, portable: true, noMtime: true },
      await filesIn(folder, "loci"),
    );
    const bytes = await readFile(join(out, file));
    const manifest: Manifest = { version, node: oldestNode, file, size: bytes.length, sha256: sha256Of(bytes) };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await writeFile(join(out, manifestName), text);
    await writeFile(join(out, signatureName), `${sign(null, text, key).toString("base64")}\n`);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All files below a folder, sorted, with their paths from its parent. */
async function filesIn(parent: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(parent, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((file) => relative(parent, join(file.parentPath, file.name)).replaceAll("\\", "/")).sort();
}

async function layOut(root: string, version: string, info: ReleaseInfo): Promise<void> {
  const folder = join(root, "versions", version);
  const packages = await bundle(join(folder, "lib"));
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ name: "loci", version, type: "module" })}\n`);
  await writeFile(join(folder, "release.json"), `${JSON.stringify(info)}\n`);
  await writeFile(join(folder, "THIRD-PARTY"), await licencesOf(packages));
  for (const name of ["LICENSE", "NOTICE"]) await cp(join(repository, name), join(folder, name));
  await mkdir(join(root, "bin"));
  await writeFile(join(root, "bin/loci"), launcher, { mode: 0o755 });
  await writeFile(join(root, "bin/loci.cmd"), windowsLauncher);
  // Else Node would ask the folders above what kind of module the launcher is.
  await writeFile(join(root, "package.json"), `${JSON.stringify({ name: "loci-installation", type: "commonjs" })}\n`);
  await writeFile(join(root, "current"), `${version}\n`);
}

/**
 * One file for each command that is loaded by itself; what a cold 'loci recall' reads stays small.
 * @returns the folders of the packages of others that are in it
 */
async function bundle(folder: string): Promise<readonly string[]> {
  const build = await rolldown({
    input: { loci: join(cli, "bin/loci.js") },
    platform: "node",
    // Ink asks for it in development only.
    external: ["react-devtools-core"],
    // What the packages of others ask while they run is answered here: the client reads its environment in config.ts alone.
    transform: { define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' } },
    logLevel: "silent",
  });
  const { output } = await build.write({ dir: folder, format: "esm", minify: true, chunkFileNames: "[name]-[hash].js" });
  await build.close();
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const packages = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  return [...new Set(packages)].sort();
}

/** The licences of what is packed along, as most of them ask. */
async function licencesOf(folders: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : await readFile(join(folder, file), "utf8");
    texts.push(`${String(name)} ${String(version)} (${String(license)})\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
