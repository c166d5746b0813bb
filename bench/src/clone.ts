/** From a fresh clone to the first recalled fact, as the README tells it, with whatever npm has in its cache. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { heading, table } from "./report.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const port = 19_413;

/** Takes what is committed. Ports and data folder are its own. */
export async function measureClone(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "loci-bench-clone-"));
  const began = performance.now();
  const marks: (readonly [string, number])[] = [];
  const mark = (what: string) => marks.push([what, (performance.now() - began) / 1_000]);
  const clone = join(folder, "loci");
  await run("git", ["clone", "--quiet", root, clone]);
  mark("cloned");
  const address = ["--bind-address", `127.0.0.1:${port}`, "--connection-string", `pglite:${join(folder, "data")}`];
  const server = spawn("npm", ["start", "--", ...address], { cwd: clone, stdio: ["ignore", "pipe", "inherit"], detached: true });
  try {
    const keys = await printedSettings(server.stdout);
    mark("installed and started");
    const env = { ...process.env, ...keys };
    const loci = (...args: string[]) =>
      run(join(clone, "node_modules/.bin/node"), [join(clone, "services/cli/bin/loci.js"), ...args], { env });
    await loci("remember", "Mina moved from Porto to Lisbon in March 2024.");
    const { stdout } = await loci("recall", "Where does Mina live?");
    if (!stdout.includes("Lisbon")) throw new Error(`The fact was not recalled: ${stdout}`);
    mark("the first recalled fact");
    heading("From a fresh clone to the first recalled fact (seconds so far; budget 90)");
    table(marks);
  } finally {
    if (server.exitCode === null && server.pid !== undefined) {
      const ended = once(server, "exit");
      process.kill(-server.pid, "SIGTERM");
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** The line to paste, once it is printed whole. What follows is read too: a server whose reader goes away ends. */
function printedSettings(stdout: Readable): Promise<Record<string, string>> {
  let text = "";
  return new Promise((resolve, reject) => {
    stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const line = /export ([^\n]*SERVICE_API_KEY=[^\n]*)\n/.exec(text)?.[1];
      if (line === undefined) return;
      const settings = [...line.matchAll(/(SERVICE_\w+)=["']?([^"'\s]+)/g)];
      resolve(Object.fromEntries(settings.map(([, name = "", value = ""]) => [name, value])));
    });
    stdout.once("end", () => reject(new Error(`npm start ended:\n${text}`)));
  });
}
