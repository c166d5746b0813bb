/** Docker's command line, and the image that it builds from this checkout. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const checkout = join(import.meta.dirname, "../..");

/** @returns what it printed. @throws Error with what it said, where it fails */
export const docker = async (...args: readonly string[]): Promise<string> =>
  (await run("docker", [...args], { maxBuffer: 1 << 26 })).stdout;

/** LOCI_DOCKER_BUILD adds flags, such as "--network=host" where only this machine's own network leads to npm's registry. */
export async function buildLoci(names: readonly string[]): Promise<void> {
  const flags = (process.env["LOCI_DOCKER_BUILD"] ?? "").split(" ").filter((flag) => flag !== "");
  await docker("build", "--quiet", ...flags, ...names.flatMap((name) => ["--tag", name]), checkout);
}
