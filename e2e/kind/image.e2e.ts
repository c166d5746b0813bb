/** The image that Docker builds from Dockerfile, and the one that e2e packs without Docker, hold the same. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { packLoci } from "@loci/e2e/parts/image";
import { buildLoci, docker } from "./docker.ts";

const run = promisify(execFile);
const image = "loci.test/compared:1";
const home = "opt/loci";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-compared-"));
  await buildLoci([image]);
});
afterAll(async () => {
  await docker("image", "rm", image);
  await rm(folder, { recursive: true, force: true });
});

describe("the image that Docker builds", () => {
  it("holds the same files as the one that is packed here, and is run alike", async () => {
    const [built, packed] = [join(folder, "built"), join(folder, "packed")];
    await mkdir(join(built, home), { recursive: true });
    const container = (await docker("create", image)).trim();
    await docker("cp", `${container}:/${home}/.`, join(built, home));
    await docker("rm", container);
    const config = await unpack(packed);
    const [ofBuilt, ofPacked] = [await filesOf(join(built, home)), await filesOf(join(packed, home))];
    expect(ofBuilt.size).toBeGreaterThan(1_000);
    expect(differences(ofBuilt, ofPacked)).toEqual([]);
    const told = JSON.parse(await docker("image", "inspect", "--format", "{{json .Config}}", image)) as typeof config;
    for (const key of ["Entrypoint", "Cmd", "User", "WorkingDir"]) expect([key, told[key]]).toEqual([key, config[key]]);
    expect(told["Env"]).toEqual(expect.arrayContaining(config["Env"] as string[]));
  });

  it("serves as a user who is not root, where only /tmp can be written to", async () => {
    const limits = ["--rm", "--detach", "--read-only", "--tmpfs", "/tmp", "--cap-drop=ALL", "--network=none"];
    const container = (await docker("run", ...limits, image, "dev", "start")).trim();
    try {
      const ask =
        "fetch('http://127.0.0.1:9090/api/v1/ready').then(({ status }) => console.log(status, process.getuid()), () => 0)";
      let answer = "";
      while (answer === "") answer = (await docker("exec", container, "node", "--eval", ask)).trim();
      expect(answer).toBe("200 65532");
    } finally {
      await docker("stop", container);
    }
  });
});

/** @returns the packed image's settings */
async function unpack(to: string): Promise<Record<string, unknown>> {
  const archive = join(folder, "archive");
  await packLoci(archive, [image]);
  const read = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(archive, name), "utf8")) as T;
  const [manifest] = await read<{ Config: string; Layers: string[] }[]>("manifest.json");
  if (manifest === undefined) throw new Error("the packed image has no manifest");
  await mkdir(to);
  for (const layer of manifest.Layers) await run("tar", ["-xf", join(archive, layer), "-C", to]);
  return (await read<{ config: Record<string, unknown> }>(manifest.Config)).config;
}

/** What each file is: where a link leads, or whether it is run, and its content. */
async function filesOf(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) files.set(relative(root, path), `-> ${await readlink(path)}`);
    else if (entry.isFile()) {
      const run = ((await stat(path)).mode & 0o100) === 0 ? "" : "x";
      const content = createHash("sha256").update(await readFile(path));
      files.set(relative(root, path), `${run} ${content.digest("hex")}`);
    }
  }
  return files;
}

function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])].sort();
  return names.flatMap((name) => (one.get(name) === other.get(name) ? [] : [`${name}: ${one.get(name)} / ${other.get(name)}`]));
}
