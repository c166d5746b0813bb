/**
 * An image as `docker save` writes it, without Docker and without a registry: layers as tar files, which are kept in the cache of parts
 * under what they are made from, and a folder that puts them together.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const unusedLimitMs = 7 * 86_400_000;

export interface Layer {
  /** Layers of one kind follow each other; what was not used for a week goes. */
  readonly kind: string;
  /** Says what it is made from: the same is not made again. */
  readonly of: string;
  /** Puts its files below the folder, with their paths in the image. */
  readonly fill: (folder: string) => Promise<void>;
}

export interface ImageConfig {
  readonly Env?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly User?: string;
  readonly WorkingDir?: string;
}

export interface Image {
  /** Each with its tag. */
  readonly names: readonly string[];
  readonly config: ImageConfig;
  /** The lowest first. */
  readonly layers: readonly Layer[];
}

/** @param folder where the image is put together: its layers as links into the cache */
export async function packImage(folder: string, { names, config, layers }: Image): Promise<void> {
  await mkdir(folder, { recursive: true });
  const digests: string[] = [];
  const files: string[] = [];
  for (const layer of layers) {
    const tar = await cachedLayer(layer);
    const digest = await sha256Of(tar);
    await symlink(tar, join(folder, `${digest}.tar`));
    files.push(`${digest}.tar`);
    digests.push(`sha256:${digest}`);
  }
  const image = JSON.stringify({
    architecture: { x64: "amd64" }[process.arch as string] ?? process.arch,
    os: "linux",
    config,
    rootfs: { type: "layers", diff_ids: digests },
  });
  const own = `${createHash("sha256").update(image).digest("hex")}.json`;
  await writeFile(join(folder, own), image);
  await writeFile(join(folder, "manifest.json"), JSON.stringify([{ Config: own, RepoTags: names, Layers: files }]));
}

async function cachedLayer({ kind, of, fill }: Layer): Promise<string> {
  const cache = join(process.env["LOCI_PARTS"] ?? join(tmpdir(), "loci-parts"), "images");
  await mkdir(cache, { recursive: true });
  const file = join(cache, `${kind}-${createHash("sha256").update(of).digest("hex").slice(0, 24)}.tar`);
  const now = new Date();
  if (await stat(file).catch(() => undefined)) {
    await utimes(file, now, now);
    return file;
  }
  await removeUnused(cache, kind);
  const folder = await mkdtemp(join(cache, `.${kind}-`));
  try {
    await mkdir(join(folder, "files"));
    await fill(join(folder, "files"));
    // The same files are the same layer.
    const same = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
    await run("tar", ["-cf", join(folder, "layer.tar"), ...same, "-C", join(folder, "files"), "."]);
    await rename(join(folder, "layer.tar"), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return file;
}

async function removeUnused(cache: string, kind: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const file = join(cache, name);
    const { mtimeMs } = await stat(file);
    if (name.startsWith(`${kind}-`) && mtimeMs < Date.now() - unusedLimitMs) await rm(file, { force: true });
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest("hex");
}
