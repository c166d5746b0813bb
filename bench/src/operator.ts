/**
 * The operator against a real control plane: how soon what is applied is there, how long many contexts take at its start, and what it
 * costs while nothing happens. It runs as its image does: one bundled file, in a process of its own.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadavg } from "node:os";
import { startProxy } from "@loci/operator/testing/proxy";
import { startWorld, until, type World } from "@loci/operator/testing/world";
import { declared } from "@loci/operator/testing/declared";
import { heading, percentile, print, table } from "./report.ts";

const applied = 40;
const contexts = 500;
const idleMs = 30_000;
/** As the chart starts it. */
const flags = ["--max-semi-space-size=2", "--optimize-for-size"];

export async function measureOperator(): Promise<void> {
  const folder = join(import.meta.dirname, "../../operator");
  const bundled = spawnSync(process.execPath, [join(folder, "bundle.ts")], { stdio: "inherit" });
  if (bundled.status !== 0) throw new Error("the operator was not bundled");
  const world = await startWorld();
  try {
    await measure(world, join(folder, "dist/loci-operator.js"));
  } finally {
    await world.stop();
  }
}

async function measure(world: World, program: string): Promise<void> {
  const times: number[] = [];
  const first = startProcess(world, program, world.operatorConfig);
  for (let i = 0; i < applied; i++) {
    const namespace = await world.namespace(`bench-${i}`);
    const { context, principal, key } = declared(namespace);
    const began = performance.now();
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    const apiKey = await world.apiKey(namespace, "helper-key");
    if (!(await world.opens(namespace, apiKey))) throw new Error("a key that is ready opens nothing");
    times.push(performance.now() - began);
  }
  await first.stop();

  const namespace = await world.namespace("bench-many");
  for (let i = 0; i < contexts; i++) {
    const { context } = declared(namespace);
    await world.apply({ ...context, metadata: { ...context.metadata, name: `brain-${i}` } });
  }
  const began = performance.now();
  const second = startProcess(world, program, world.operatorConfig);
  await until("all are ready", async () => (await world.countReady("MemoryContext", namespace)) === contexts);
  const startMs = performance.now() - began;
  const startProcessorMs = await second.processorMs();
  await second.stop();

  // Behind a proxy that counts; looked at again every twenty to forty seconds, so that there is something that could be written.
  const proxy = await startProxy(world.settings.kube);
  const loci = await startProxy({ server: world.url });
  const config = join(world.plane.folder, "through-proxy.kubeconfig");
  await writeFile(config, JSON.stringify(plainKubeconfig(proxy.url)));
  const third = startProcess(world, program, config, {
    OPERATOR_LOCI_URL: loci.url,
    OPERATOR_PUBLIC_URL: world.url,
    OPERATOR_POLL_SECONDS: "20",
  });
  const written = (of: typeof proxy) => of.asked.filter(({ method }) => method !== "GET").length;
  await until("it is in step", async () => third.output().includes("in step with the cluster"));
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const [before, asked, leases] = [written(proxy) + written(loci), loci.asked.length, leaseWrites(proxy.asked)];
  const processorBefore = await third.processorMs();
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const idle = written(proxy) + written(loci) - before - (leaseWrites(proxy.asked) - leases);
  const idleProcessorMs = (await third.processorMs()) - processorBefore;
  const resident = await third.residentMb();
  await third.stop();
  await Promise.all([proxy.close(), loci.close()]);

  heading(`Operator (load ${loadavg()[0]?.toFixed(1) ?? ""})`);
  table([
    ["measure", "value", "budget"],
    ["applied to ready, its key opening the context, p50 (ms)", percentile(times, 0.5), "-"],
    [`p95 of ${applied} (ms)`, percentile(times, 0.95), "2000"],
    [`start to ${contexts} new contexts ready (ms)`, startMs, "30000"],
    ["of the processors' time the operator took for that (ms)", startProcessorMs, "-"],
    [`resident, idle, with ${contexts + applied} contexts (MB)`, resident, "120"],
    ["writes in half an idle minute, but for its Lease", idle, "0"],
    ["requests to Loci in that time", loci.asked.length - asked, "-"],
    ["of the processors' time in it (ms)", idleProcessorMs, "-"],
  ]);
  print("A pod looks at each resource every five to ten minutes; here it does every twenty to forty seconds.");
}

const leaseWrites = (asked: readonly { readonly method: string; readonly url: string }[]): number =>
  asked.filter(({ method, url }) => method !== "GET" && url.includes("/leases")).length;

function startProcess(world: World, program: string, kubeconfig: string, more: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [...flags, program], {
    env: {
      KUBECONFIG: kubeconfig,
      OPERATOR_LOCI_URL: world.url,
      OPERATOR_MANAGEMENT_KEY: world.settings.managementKey,
      OPERATOR_PROBES_ADDRESS: "127.0.0.1:0",
      OPERATOR_CLUSTER_NAME: world.settings.clusterName,
      ...more,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (piece: Buffer) => (output += piece.toString()));
  return {
    output: () => output,
    async residentMb() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    async processorMs() {
      const fields = (await readFile(`/proc/${child.pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Without any proof of who asks: the proxy has that. */
const plainKubeconfig = (server: string): object => ({
  apiVersion: "v1",
  kind: "Config",
  clusters: [{ name: "loci", cluster: { server } }],
  users: [{ name: "anybody", user: {} }],
  contexts: [{ name: "loci", context: { cluster: "loci", user: "anybody" } }],
  "current-context": "loci",
});
