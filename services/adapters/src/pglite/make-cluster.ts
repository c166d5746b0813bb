import { execFile } from "node:child_process";
import { access, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** initdb writes this file first, and a folder that has it is opened as it is: it is moved last. */
const mark = "PG_VERSION";
const newFolder = "new-";

/** Whether a folder has a cluster already. */
export function hasCluster(folder: string): Promise<boolean> {
  return isThere(join(folder, mark));
}

/**
 * Makes an empty cluster in a folder that has none, in a process of its own: what initdb takes, some 250 MB, the server would keep for as
 * long as it runs. It is made aside and moved, so that a process which is killed meanwhile leaves nothing that looks like a cluster.
 * @param folder locked by the caller
 * @throws Error with what the process said where it failed
 */
export async function makeCluster(folder: string): Promise<void> {
  if (await hasCluster(folder)) return;
  for (const name of await readdir(folder)) if (name.startsWith(newFolder)) await rm(join(folder, name), { recursive: true });
  const aside = await mkdtemp(join(folder, newFolder));
  try {
    const program = fileURLToPath(new URL("./cluster-process.ts", import.meta.url));
    await promisify(execFile)(process.execPath, [program, aside], { env: {} });
    const names = await readdir(aside);
    for (const name of [...names.filter((one) => one !== mark), mark]) {
      await rm(join(folder, name), { recursive: true, force: true });
      await rename(join(aside, name), join(folder, name));
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
