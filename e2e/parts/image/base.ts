/** The lowest layer of an image: some of this machine's programs, with the libraries that they load, and who runs them. */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Layer } from "./archive.ts";

const run = promisify(execFile);
const certificates = "/etc/ssl/certs/ca-certificates.crt";

/** Every Debian has them beside its C library, and native modules of npm's packages load them. */
const besideLibc = ["libdl.so.2", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0", "librt.so.1", "libstdc++.so.6"];

/** @param programs where each lies in the image, and here */
export async function baseLayer(kind: string, programs: Readonly<Record<string, string>>): Promise<Layer> {
  const files = new Map(Object.entries(programs));
  for (const program of Object.values(programs)) for (const library of await librariesOf(program)) files.set(library, library);
  const libc = [...files.keys()].find((file) => file.endsWith("/libc.so.6"));
  if (libc !== undefined) for (const name of besideLibc) files.set(join(dirname(libc), name), join(dirname(libc), name));
  if (await stat(certificates).catch(() => undefined)) files.set(certificates, certificates);
  const stats = await Promise.all([...files].map(async ([to, from]) => ({ to, from, ...(await sizeAndTime(from)) })));
  return {
    kind,
    of: JSON.stringify([stats, accounts]),
    async fill(folder) {
      for (const [to, from] of files) {
        await mkdir(join(folder, dirname(to)), { recursive: true });
        await cp(from, join(folder, to), { dereference: true });
      }
      await mkdir(join(folder, "etc"), { recursive: true });
      for (const [name, text] of Object.entries(accounts)) await writeFile(join(folder, "etc", name), text);
      await mkdir(join(folder, "tmp"));
      await chmod(join(folder, "tmp"), 0o1777);
    },
  };
}

const accounts = {
  passwd: "root:x:0:0:root:/root:/bin/sh\nloci:x:65532:65532:loci:/tmp:/bin/sh\n",
  group: "root:x:0:\nloci:x:65532:\n",
  "nsswitch.conf": "hosts: files dns\n",
};

async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run("ldd", [program]);
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}

async function sizeAndTime(file: string): Promise<{ size: number; time: number }> {
  const { size, mtimeMs } = await stat(file);
  return { size, time: mtimeMs };
}
