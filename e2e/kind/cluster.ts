/**
 * A Kubernetes of kind: its node is a container of Docker, on Linux. It has what parts/node has not: images as Docker builds them, and a
 * network that enforces policies.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClusterTools } from "../parts/cluster-tools.ts";
import type { Cluster } from "../parts/cluster.ts";
import { freePort } from "../parts/postgres.ts";
import { addressesOf, configOf, entryOf } from "./config.ts";
import { buildLoci, docker } from "./docker.ts";

const run = promisify(execFile);
const readyLimit = "300s";

/** Ready for pods when it resolves. */
export async function startCluster(): Promise<Cluster> {
  const name = `loci-${randomBytes(4).toString("hex")}`;
  const folder = await mkdtemp(join(tmpdir(), "loci-kind-"));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const cluster = ["--name", name];
  const images: string[] = [];
  try {
    const kubeconfig = join(folder, "kubeconfig");
    const config = join(folder, "kind.json");
    const port = await freePort();
    await writeFile(config, JSON.stringify(configOf(port)));
    undo.push(() => kind("delete", "cluster", ...cluster, "--kubeconfig", kubeconfig));
    await kind("create", "cluster", ...cluster, "--config", config, "--kubeconfig", kubeconfig, "--wait", readyLimit);
    const tools = createClusterTools(folder);
    tools.use(kubeconfig);
    return {
      ...tools,
      ...addressesOf(await docker("network", "inspect", "kind")),
      folder,
      async provideLoci(names) {
        await buildLoci(names);
        undo.push(() => docker("image", "rm", ...names));
        images.push(...names);
        const archive = join(folder, "loci.tar");
        await docker("save", "--output", archive, ...names);
        await kind("load", "image-archive", archive, ...cluster);
        await rm(archive);
      },
      async entryTo(namespace, service) {
        const found = await tools.kubectl(["get", "service", service, "--namespace", namespace, "-o", "json"]);
        await tools.kubectl(["apply", "-f", "-"], JSON.stringify(entryOf(JSON.parse(found) as Parameters<typeof entryOf>[0])));
        return `http://127.0.0.1:${port}`;
      },
      stop,
      async remains() {
        const clusters = (await kind("get", "clusters")).split("\n").filter((each) => each === name);
        const containers = await docker("ps", "--all", "--quiet", "--filter", `label=io.x-k8s.kind.cluster=${name}`);
        const left = await Promise.all(images.map((image) => docker("image", "ls", "--quiet", image)));
        return [...clusters, containers, ...left].map((each) => each.trim()).filter((each) => each !== "");
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function kind(...args: readonly string[]): Promise<string> {
  const program = process.env["LOCI_KIND"];
  if (program === undefined) throw new Error("LOCI_KIND is not set; run this with 'npm run e2e:kind', which gets the part");
  return (await run(program, [...args], { env: { ...process.env, KIND_EXPERIMENTAL_PROVIDER: "docker" } })).stdout;
}
