/**
 * Starts the control plane of a real Kubernetes: etcd, kube-apiserver and kube-controller-manager on 127.0.0.1, free ports and a
 * temporary folder, with certificates of its own. It has no node: what is applied is stored, validated, admitted and collected,
 * and no pod runs; node.ts adds one.
 */
import { randomInt } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority, type CertificateAuthority, type CertificateFiles } from "./certificate-authority.ts";
import { startPart, untilHolds, type PartProcess } from "./part-process.ts";

export interface ControlPlane {
  /** A file: kubectl's and helm's --kubeconfig, as the cluster's administrator. */
  readonly kubeconfig: string;
  /** https://<address>:<port> */
  readonly server: string;
  /** Ends kube-apiserver alone, as an outage; what is stored stays. */
  stopApiServer(): Promise<void>;
  /** Starts it again, on the same address. */
  startApiServer(): Promise<void>;
  /** Ends all of it and removes its folder. */
  stop(): Promise<void>;
}

export interface ControlPlaneInside extends ControlPlane {
  readonly folder: string;
  readonly authority: CertificateAuthority;
  /** Writes a kubeconfig for another client of the cluster. */
  kubeconfigFor(name: string, subject: string, server?: string): Promise<string>;
}

const serviceRange = "10.96.0.0/16";
const readyLimitMs = 300_000;
/** Pods reach it at the first of the services' addresses. */
const firstService = "10.96.0.1";
const names = ["DNS:localhost", "DNS:kubernetes", "DNS:kubernetes.default", "DNS:kubernetes.default.svc"];

export interface ControlPlaneOptions {
  /** Where kube-apiserver listens: another address of this machine where a node's pods have to reach it. */
  readonly bindAddress?: string;
  /** Chooses the node of each pod. */
  readonly scheduler?: boolean;
}

/** Ready for kubectl when it resolves: a few seconds. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlaneInside> {
  const folder = await mkdtemp(join(tmpdir(), "loci-kubernetes-"));
  const parts: PartProcess[] = [];
  const stop = async (): Promise<void> => {
    // In the reverse order: etcd goes last.
    for (const part of parts.splice(0).reverse()) await part.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await open(folder, parts, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(folder: string, parts: PartProcess[], options: ControlPlaneOptions) {
  const { bindAddress = "127.0.0.1", scheduler = false } = options;
  const authority = await makeAuthority(folder);
  const hosts = [`IP:${bindAddress}`, `IP:${firstService}`, ...names];
  const serving = await authority.issue("apiserver", { subject: "/CN=kube-apiserver", hosts });
  const kubelets = await authority.issue("kubelet-client", { subject: "/O=system:masters/CN=kube-apiserver-kubelet-client" });
  const accounts = await authority.issue("service-accounts", { subject: "/CN=service-accounts" });
  const admin = await authority.issue("admin", { subject: "/O=system:masters/CN=admin" });
  const [etcdPort, peerPort, port] = [await lastingPort(), await lastingPort(), await lastingPort()];
  const server = `https://${bindAddress}:${port}`;
  const kubeconfigFor = async (name: string, subject: string, at = server): Promise<string> =>
    writeKubeconfig(folder, name, at, authority, await authority.issue(name, { subject }));
  const kubeconfig = await writeKubeconfig(folder, "admin", server, authority, admin);
  const manager = await kubeconfigFor("controller-manager", "/CN=system:kube-controller-manager");

  parts.push(startPart(etcdProgram(), etcdFlags(folder, etcdPort, peerPort), { cwd: folder }));
  const files = { authority, serving, kubelets, accounts };
  const flags = apiServerFlags(folder, files, { bindAddress, port, etcdPort });
  let api = startPart(program("kube-apiserver"), flags, { cwd: folder });
  parts.push(api);
  const answers = await asker({ host: bindAddress, port }, authority, admin);
  const ready = async (): Promise<void> => {
    await untilHolds("kube-apiserver is ready", parts, readyLimitMs, async () => (await answers("/readyz")) === 200);
  };
  await ready();
  const managed = controllerFlags(folder, manager, authority, accounts);
  parts.push(startPart(program("kube-controller-manager"), managed, { cwd: folder }));
  if (scheduler) {
    const chooses = await kubeconfigFor("scheduler", "/CN=system:kube-scheduler");
    parts.push(startPart(program("kube-scheduler"), schedulerFlags(folder, chooses), { cwd: folder }));
  }
  // Pods are admitted where their service account is there; the controller manager makes it.
  const account = "/api/v1/namespaces/default/serviceaccounts/default";
  await untilHolds("service accounts are made", parts, readyLimitMs, async () => (await answers(account)) === 200);
  return {
    kubeconfig,
    server,
    folder,
    authority,
    kubeconfigFor,
    async stopApiServer() {
      parts.splice(parts.indexOf(api), 1);
      await api.stop();
    },
    async startApiServer() {
      api = startPart(program("kube-apiserver"), flags, { cwd: folder });
      // After etcd, so that it ends before it.
      parts.splice(1, 0, api);
      await ready();
    },
  };
}

interface ServerFiles {
  readonly authority: CertificateFiles;
  readonly serving: CertificateFiles;
  readonly kubelets: CertificateFiles;
  readonly accounts: CertificateFiles;
}

function apiServerFlags(
  folder: string,
  { authority, serving, kubelets, accounts }: ServerFiles,
  { bindAddress, port, etcdPort }: { readonly bindAddress: string; readonly port: number; readonly etcdPort: number },
): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    `--bind-address=${bindAddress}`,
    `--advertise-address=${bindAddress}`,
    `--secure-port=${port}`,
    `--cert-dir=${folder}`,
    `--tls-cert-file=${serving.certificate}`,
    `--tls-private-key-file=${serving.key}`,
    `--client-ca-file=${authority.certificate}`,
    `--kubelet-client-certificate=${kubelets.certificate}`,
    `--kubelet-client-key=${kubelets.key}`,
    `--kubelet-certificate-authority=${authority.certificate}`,
    // No name of a node is known outside the cluster.
    "--kubelet-preferred-address-types=InternalIP",
    "--authorization-mode=Node,RBAC",
    "--allow-privileged=true",
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${accounts.certificate}`,
    `--service-account-signing-key-file=${accounts.key}`,
    `--service-cluster-ip-range=${serviceRange}`,
    // There is one server, and no endpoint of it is looked up.
    "--endpoint-reconciler-type=none",
    "--profiling=false",
    "--shutdown-delay-duration=0s",
  ];
}

function etcdFlags(folder: string, port: number, peerPort: number): string[] {
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  return [
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    // It ends with the test; no power cut has to be survived.
    "--unsafe-no-fsync",
    "--log-level=warn",
  ];
}

function controllerFlags(folder: string, kubeconfig: string, authority: CertificateFiles, accounts: CertificateFiles): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    `--service-account-private-key-file=${accounts.key}`,
    `--root-ca-file=${authority.certificate}`,
    `--cert-dir=${folder}`,
    `--service-cluster-ip-range=${serviceRange}`,
    // Nobody asks it for its health or metrics.
    "--secure-port=0",
    "--use-service-account-credentials=true",
    "--leader-elect=false",
    "--profiling=false",
  ];
}

function schedulerFlags(folder: string, kubeconfig: string): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    `--cert-dir=${folder}`,
    "--secure-port=0",
    "--leader-elect=false",
    "--profiling=false",
  ];
}

async function writeKubeconfig(
  folder: string,
  name: string,
  server: string,
  authority: CertificateFiles,
  client: CertificateFiles,
): Promise<string> {
  const base64 = async (file: string): Promise<string> => (await readFile(file)).toString("base64");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "loci", cluster: { server, "certificate-authority-data": await base64(authority.certificate) } }],
    users: [
      {
        name,
        user: {
          "client-certificate-data": await base64(client.certificate),
          "client-key-data": await base64(client.key),
        },
      },
    ],
    contexts: [{ name: "loci", context: { cluster: "loci", user: name } }],
    "current-context": "loci",
  };
  const file = join(folder, `${name}.kubeconfig`);
  // JSON is YAML.
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

/**
 * A free port below those that the kernel gives to connections: one of the many between these processes could otherwise hold it when
 * the server starts, or starts again.
 */
async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => {
      resolve(false);
    });
    probe.listen(port, "127.0.0.1", () =>
      probe.close(() => {
        resolve(true);
      }),
    );
  });
}

/** Asks kube-apiserver as its administrator; gives the status, or 0 where nobody answers. */
async function asker(
  at: { readonly host: string; readonly port: number },
  authority: CertificateFiles,
  client: CertificateFiles,
): Promise<(path: string) => Promise<number>> {
  const [ca, cert, key] = await Promise.all([authority.certificate, client.certificate, client.key].map((file) => readFile(file)));
  return (path) =>
    new Promise((resolve) => {
      const asked = request({ ...at, path, ca, cert, key, agent: false, timeout: 2_000 }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asked.once("timeout", () => asked.destroy());
      asked.once("error", () => {
        resolve(0);
      });
      asked.end();
    });
}

const etcdProgram = (): string => place("LOCI_ETCD");
const program = (name: string): string => join(place("LOCI_KUBERNETES"), name);

function place(variable: string): string {
  const found = process.env[variable];
  if (found === undefined) throw new Error(`${variable} is not set; run this with 'npm run e2e', which gets the part`);
  return found;
}
