/** The parts of Kubernetes that run on each node, and the names of its services. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ControlPlaneInside } from "../kubernetes.ts";
import type { PartProcess } from "../part-process.ts";
import { addresses, controlGroup, type Isolation } from "./isolation.ts";

/** The node's name; the certificate of its kubelet says it. */
export const nodeName = "node";
const domain = "cluster.local";

/** Starts pods that are bound to this node. */
export async function startKubelet(
  isolation: Isolation,
  plane: ControlPlaneInside,
  folder: string,
  endpoint: string,
): Promise<PartProcess> {
  const subject = `/O=system:nodes/CN=system:node:${nodeName}`;
  const kubeconfig = await plane.kubeconfigFor("kubelet", subject);
  const serving = await plane.authority.issue("kubelet-serving", { subject, hosts: [`IP:${addresses.node}`, `DNS:${nodeName}`] });
  const manifests = join(folder, "manifests");
  await mkdir(manifests, { recursive: true });
  const config = await write(folder, "kubelet", "kubelet.config.k8s.io/v1beta1", "KubeletConfiguration", {
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: plane.authority.certificate },
    },
    authorization: { mode: "Webhook" },
    address: addresses.node,
    healthzBindAddress: addresses.node,
    tlsCertFile: serving.certificate,
    tlsPrivateKeyFile: serving.key,
    containerRuntimeEndpoint: endpoint,
    cgroupDriver: "cgroupfs",
    cgroupRoot: `/${controlGroup}`,
    clusterDNS: [addresses.node],
    clusterDomain: domain,
    // Nothing of the machine's own names.
    resolvConf: "",
    staticPodPath: manifests,
    podLogsDir: "/var/log/pods",
    failSwapOn: false,
    // The machine is not this node's alone: how full its disk is says nothing about the pods.
    evictionHard: { "memory.available": "100Mi", "nodefs.available": "0%", "imagefs.available": "0%", "nodefs.inodesFree": "0%" },
    imageGCHighThresholdPercent: 100,
    localStorageCapacityIsolation: false,
    oomScoreAdj: 0,
    maxPods: 60,
    serializeImagePulls: false,
    fileCheckFrequency: "30s",
    syncFrequency: "10s",
    nodeStatusUpdateFrequency: "5s",
    shutdownGracePeriod: "0s",
  });
  return isolation.start(program("kubelet"), [
    `--config=${config}`,
    `--kubeconfig=${kubeconfig}`,
    `--hostname-override=${nodeName}`,
    `--node-ip=${addresses.node}`,
    `--root-dir=${join(folder, "kubelet")}`,
    `--cert-dir=${folder}`,
  ]);
}

/** Leads connections to services on to their pods. */
export async function startProxy(isolation: Isolation, plane: ControlPlaneInside, folder: string): Promise<PartProcess> {
  const kubeconfig = await plane.kubeconfigFor("proxy", "/CN=system:kube-proxy");
  const config = await write(folder, "proxy", "kubeproxy.config.k8s.io/v1alpha1", "KubeProxyConfiguration", {
    clientConnection: { kubeconfig },
    hostnameOverride: nodeName,
    mode: "iptables",
    clusterCIDR: addresses.pods,
    bindAddress: addresses.node,
    healthzBindAddress: `${addresses.node}:10256`,
    metricsBindAddress: `${addresses.node}:10249`,
    // Answers of a pod on the same bridge find their way back without help of the bridge's own filter.
    iptables: { masqueradeAll: true, minSyncPeriod: "0s" },
    // Limits of the whole machine stay what they are.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
  });
  return isolation.start(program("kube-proxy"), [`--config=${config}`]);
}

/** Services' names, asked by pods. */
export async function startNames(isolation: Isolation, plane: ControlPlaneInside, folder: string): Promise<PartProcess> {
  // What Kubernetes' own role for it says is made by who installs it; here it only reads.
  const kubeconfig = await plane.kubeconfigFor("names", "/O=system:masters/CN=names");
  const file = join(folder, "Corefile");
  await writeFile(
    file,
    `. {
  bind ${addresses.node}
  errors
  ready ${addresses.node}:8181
  kubernetes ${domain} in-addr.arpa {
    kubeconfig ${kubeconfig}
    ttl 1
  }
}
`,
  );
  const coreDns = process.env["LOCI_COREDNS"];
  if (coreDns === undefined) throw new Error("LOCI_COREDNS is not set; run this with 'npm run e2e:cluster', which gets the part");
  return isolation.start(coreDns, ["-conf", file]);
}

async function write(folder: string, name: string, apiVersion: string, kind: string, content: object): Promise<string> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify({ apiVersion, kind, ...content }));
  return file;
}

function program(name: string): string {
  const folder = process.env["LOCI_KUBERNETES"];
  if (folder === undefined) throw new Error("LOCI_KUBERNETES is not set; run this with 'npm run e2e:cluster', which gets the part");
  return join(folder, name);
}
