import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, type WorkflowBundleOption } from "@temporalio/worker";

const definitions = new URL("./definitions/", import.meta.url);
/** Of which they import more than types. */
const contracts = new URL("./contracts.ts", import.meta.url);
let bundle: Promise<WorkflowBundleOption> | undefined;

/**
 * The workflows as one script, which the worker runs in a sandbox: the one that the image brings, if it was made of these definitions.
 * Else it is made here, in about a second and once in a process, by programs that need a disk they may write to.
 */
export function workflowBundle(): Promise<WorkflowBundleOption> {
  bundle ??= find();
  return bundle;
}

async function find(): Promise<WorkflowBundleOption> {
  const codePath = await bundlePath();
  const isThere = await stat(codePath).then(
    () => true,
    () => false,
  );
  return isThere ? { codePath } : { code: await makeBundle() };
}

/** @returns the script that the sandbox runs */
export async function makeBundle(): Promise<string> {
  const { code } = await bundleWorkflowCode({ workflowsPath: fileURLToPath(new URL("index.ts", definitions)), logger: quiet });
  return code;
}

/** Where the script of these definitions lies when it was made before: its name tells what it was made of. */
export async function bundlePath(): Promise<string> {
  const { version } = createRequire(import.meta.url)("@temporalio/worker/package.json") as { version: string };
  const digest = createHash("sha256").update(version);
  for (const source of await workflowSources())
    digest.update(`\0${source.href.split("/").at(-1)}\0`).update(await readFile(source));
  return fileURLToPath(new URL(`../dist/workflows-${digest.digest("hex").slice(0, 16)}.js`, import.meta.url));
}

/** Every file that the script is made of, as far as it is Loci's. */
export async function workflowSources(): Promise<URL[]> {
  return [...(await readdir(definitions)).sort().map((name) => new URL(name, definitions)), contracts];
}

const nothing = () => undefined;
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
