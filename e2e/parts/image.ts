/** The images that pods run, packed from this checkout and this machine: no registry, no container engine. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packImage, type Layer } from "./image/archive.ts";
import { baseLayer } from "./image/base.ts";
import { bundled, readRecipe, type Recipe } from "./image/recipe.ts";

const run = promisify(execFile);
const checkout = join(import.meta.dirname, "../..");

/** What holds a pod's namespaces while its containers come and go. */
export const pauseImage = "loci.test/pause:1";

/** @param folder that is not there yet; the image is put together in it */
export async function packPause(folder: string): Promise<void> {
  const layer = await baseLayer("pause", { "/bin/sleep": "/bin/sleep" });
  const config = { Entrypoint: ["/bin/sleep", "infinity"], User: "65532:65532" };
  await packImage(folder, { names: [pauseImage], config, layers: [layer] });
}

/**
 * Packs what Dockerfile describes, under these names. Its packages take npm a minute; they are kept until the lock file changes.
 * @param folder that is not there yet; the image is put together in it
 */
export async function packLoci(folder: string, names: readonly string[]): Promise<void> {
  const recipe = await readRecipe(checkout);
  for (const room of bundled) await run(process.execPath, [join(checkout, room, "bundle.ts")]);
  const base = await baseLayer("node", {
    "/usr/local/bin/node": process.execPath,
    // What programs of npm begin with, and a person who looks into a pod.
    "/usr/bin/env": "/usr/bin/env",
    "/bin/sh": "/bin/sh",
  });
  const layers = [base, await packagesLayer(recipe), await sourcesLayer(recipe)];
  await packImage(folder, { names, config: recipe.config, layers });
}

/** npm needs no source to tell which packages those are: only what names them, and the programs that it links. */
async function packagesLayer({ npm, files, config }: Recipe): Promise<Layer> {
  const needed = files.filter((file) => /(^|\/)(package(-lock)?\.json|\.npmrc|bin\/[^/]+)$/.test(file));
  const place = config.WorkingDir ?? "/";
  return {
    kind: "packages",
    of: JSON.stringify([npm, place, process.version, await digestOf(needed)]),
    async fill(folder) {
      const root = join(folder, place);
      await copy(needed, root);
      await run("npm", npm, { cwd: root, maxBuffer: 1 << 26 });
    },
  };
}

async function sourcesLayer({ files, config }: Recipe): Promise<Layer> {
  const dists = bundled.map(async (room) => (await readdir(join(checkout, room, "dist"))).map((name) => `${room}/dist/${name}`));
  const all = [...files, ...(await Promise.all(dists)).flat()];
  const place = config.WorkingDir ?? "/";
  return {
    kind: "sources",
    of: JSON.stringify([place, await digestOf(all)]),
    fill: (folder) => copy(all, join(folder, place)),
  };
}

async function copy(files: readonly string[], folder: string): Promise<void> {
  for (const file of files) {
    const to = join(folder, file);
    await mkdir(dirname(to), { recursive: true });
    await cp(join(checkout, file), to);
    // Whatever the checkout's owner lets others do: the image's user reads.
    const { mode } = await stat(to);
    await chmod(to, mode & 0o100 ? 0o755 : 0o644);
  }
}

async function digestOf(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = await readFile(join(checkout, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
