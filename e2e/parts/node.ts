/**
 * A whole Kubernetes on this machine: the control plane, and a node on which pods run: containerd, kubelet, kube-proxy and CoreDNS, in
 * namespaces of their own, so that the machine keeps its mounts, its network's rules and its settings. Nothing leads beyond the machine.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { createClusterTools } from "./cluster-tools.ts";
import { packLoci, packPause, pauseImage } from "./image.ts";
import { startControlPlane, type ControlPlane } from "./kubernetes.ts";
import { startContainerRuntime } from "./node/container-runtime.ts";
import { addresses, isolate } from "./node/isolation.ts";
import { nodeName, startKubelet, startNames, startProxy } from "./node/kubelet.ts";
import { watchMachine } from "./node/remains.ts";
import { untilHolds, type PartProcess } from "./part-process.ts";

const readyLimitMs = 400_000;

/** Ready for pods when it resolves. Images are packed here, without Docker. */
export async function startCluster(): Promise<Cluster> {
  const remains = await watchMachine();
  const folder = await mkdtemp(join(tmpdir(), "loci-node-"));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const isolation = await isolate(folder);
    undo.push(() => isolation.stop());
    const [plane, runtime] = await Promise.all([
      startControlPlane({ bindAddress: addresses.machine, scheduler: true }).then((started) => {
        // After the node, whose watches it would wait for.
        undo.splice(1, 0, () => started.stop());
        return started;
      }),
      startContainerRuntime(isolation, folder, pauseImage),
    ]);
    await packPause(join(folder, "pause"));
    await runtime.importImage(join(folder, "pause"));
    const tools = createClusterTools(folder);
    tools.use(plane.kubeconfig);
    await tools.kubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items: entrances(plane) }));
    const parts: PartProcess[] = [
      runtime.process,
      await startKubelet(isolation, plane, folder, runtime.endpoint),
      await startProxy(isolation, plane, folder),
      await startNames(isolation, plane, folder),
    ];
    const ready = async (): Promise<boolean> => {
      const status = ["get", "node", nodeName, "-o", 'jsonpath={.status.conditions[?(@.type=="Ready")].status}'];
      return (await tools.kubectl(status).catch(() => "")) === "True" && (await answers("8181/ready")) && answers("10256/healthz");
    };
    await untilHolds("the node is ready", parts, readyLimitMs, ready);
    return {
      ...tools,
      folder,
      machine: addresses.machine,
      clients: addresses.pods,
      async provideLoci(names) {
        await packLoci(join(folder, "loci"), names);
        await runtime.importImage(join(folder, "loci"));
      },
      async entryTo(namespace, service) {
        const address = await tools.kubectl(["get", "service", service, "-n", namespace, "-o", "jsonpath={.spec.clusterIP}"]);
        return `http://${address}`;
      },
      stop,
      remains,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The Service `kubernetes` leads to the API server, which tells nobody its address itself; kube-proxy may read what it needs. */
function entrances({ server }: ControlPlane): object[] {
  const port = Number(new URL(server).port);
  return [
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "kubernetes", namespace: "default", labels: { "kubernetes.io/service-name": "kubernetes" } },
      addressType: "IPv4",
      endpoints: [{ addresses: [addresses.machine], conditions: { ready: true } }],
      ports: [{ name: "https", port, protocol: "TCP" }],
    },
  ];
}

async function answers(place: string): Promise<boolean> {
  return fetch(`http://${addresses.node}:${place}`).then(
    ({ ok }) => ok,
    () => false,
  );
}
