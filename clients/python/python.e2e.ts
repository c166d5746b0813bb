/** The Python client in an environment of its own, against a running server: its tests, its types, its package and its examples. */
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { printedKeys, startDev, type Finished, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { pythonEnvironment, runProgram } from "@loci/e2e/parts/python";

const here = import.meta.dirname;
const examples = join(here, "../../examples/python");

describe("the Python client", () => {
  let folder: string;
  let server: RunningLoci;
  let programs: string;
  let env: Record<string, string>;
  const python = (...args: string[]): Promise<Finished> => runProgram(join(programs, "python"), args, { cwd: here, env });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-python-"));
    programs = await pythonEnvironment("client", await packages());
    server = await startDev(`pglite:${join(folder, "data")}`, await freePort());
    const { contextId, contextKey, managementKey } = printedKeys(server.output());
    env = {
      PYTHONPATH: join(here, "src"),
      SERVICE_URL: server.url,
      SERVICE_CONTEXT_ID: contextId,
      SERVICE_API_KEY: contextKey,
      SERVICE_MANAGEMENT_API_KEY: managementKey,
      MYPY_CACHE_DIR: join(folder, "mypy"),
      RUFF_CACHE_DIR: join(folder, "ruff"),
    };
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is generated from the API document as it is", async () => expectSuccess(await python("generate.py", "--check")));

  it("keeps its types, strictly, and its style", async () => {
    expectSuccess(await python("-m", "mypy", "src", "tests", "generate.py", examples));
    expectSuccess(await python("-m", "ruff", "check", ".", examples));
    expectSuccess(await python("-m", "ruff", "format", "--check", ".", examples));
  });

  it("does what it says, with a server and with one that misbehaves", async () => {
    expectSuccess(await python("-m", "pytest", "-q", "-p", "no:cacheprovider"));
  });

  it("becomes a package that knows its types", async () => {
    expectSuccess(await python("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, "."));
    const [wheel = ""] = (await readdir(folder)).filter((name) => name.endsWith(".whl"));
    const { out } = await python("-m", "zipfile", "-l", join(folder, wheel));
    for (const file of [
      "loci_client/__init__.py",
      "loci_client/py.typed",
      "loci_client/langgraph.py",
      "loci_client/_sync/client.py",
    ])
      expect(out).toContain(file);
  });

  it("runs its examples", async () => {
    const quickstart = await python(join(examples, "quickstart.py"));
    expectSuccess(quickstart);
    expect(quickstart.out).toContain("Lisbon");
    const store = await python(join(examples, "langgraph_store.py"));
    expectSuccess(store);
    expect(store.out).toContain("window seat");
  });
});

/** What the package needs, and what its group dev names: pinned there, and the builder of the package with it. */
async function packages(): Promise<string[]> {
  const project = await readFile(join(here, "pyproject.toml"), "utf8");
  const lists = [/^dependencies = \[(.*?)\]/ms, /^dev = \[(.*?)\]/ms, /^requires = \[(.*?)\]/ms];
  return lists.flatMap((list) => [...(list.exec(project)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name));
}

function expectSuccess({ code, out, err }: Finished): void {
  if (code !== 0) throw new Error(`it ended with ${code}:\n${out}\n${err}`);
}
