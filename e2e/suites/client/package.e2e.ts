import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const apiKey = "loci-test-context-key-000001";
let folder: string;
let server: RunningLoci;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-package-"));
  server = await startDev(`pglite:${join(folder, "data")}`, await freePort(), { SERVICE_API_KEY: apiKey });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const program = `
import { Loci, type Schemas } from "@loci/client";

const loci = new Loci({ url: "URL", apiKey: "${apiKey}", contextId: "dev" });
await loci.remember("Mina lives in Bergen.");
const answer: Schemas["QueryMemoryResponse"] = await loci.recall("Where does Mina live?");
console.log(answer.hits[0]?.text);
// @ts-expect-error: the types say what there is
await loci.call("rememberEverything").catch((error: Error) => console.log(error.name));
`;

/** A project for pages, without Node's types: the package's own types are checked too. */
const compilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] },
  ...{ module: "nodenext", target: "es2024", lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"] },
};

/** An empty project with the package in it, as `npm install` of the tarball leaves it. */
async function project(): Promise<string> {
  const [dist, home] = [join(folder, "dist"), join(folder, "project")];
  await run(process.execPath, [join(root, "clients/typescript/build.ts"), dist]);
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", folder, dist]);
  expect(stdout.trim()).toBe("loci-memory-client-0.1.0.tgz");
  const installed = join(home, "node_modules/@loci/client");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", join(folder, stdout.trim()), "-C", installed, "--strip-components=1"]);
  // Its one dependency, from where it lies here: no registry is asked.
  await cp(join(root, "node_modules/eventsource-parser"), join(home, "node_modules/eventsource-parser"), { recursive: true });
  await writeFile(join(home, "package.json"), '{ "type": "module" }');
  await writeFile(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  return home;
}

it("works from its tarball in an empty project, types and all", async () => {
  const home = await project();
  const files = await readdir(join(home, "node_modules/@loci/client"), { recursive: true });
  expect(files).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "README.md", "LICENSE", "adapters/langgraph.js"]));
  expect(files.filter((name) => /(?<!\.d)\.ts$|test|testing/.test(name))).toEqual([]);
  await writeFile(join(home, "main.ts"), program.replace("URL", server.url));
  const wrong = await run(process.execPath, [join(root, "node_modules/@typescript/native/bin/tsc"), "-p", home]).then(
    () => "",
    (thrown: unknown) => (thrown as { stdout: string }).stdout,
  );
  expect(wrong).toBe("");
  const { stdout } = await run(process.execPath, ["main.ts"], { cwd: home, env: { PATH: process.env["PATH"] } });
  expect(stdout).toBe("Mina residence: Bergen\nLociError\n");
});
