/** containerd with its own socket and folders, and the bridge that connects pods. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PartProcess } from "../part-process.ts";
import { untilHolds } from "../part-process.ts";
import { addresses, type Isolation } from "./isolation.ts";

export interface ContainerRuntime {
  readonly process: PartProcess;
  /** What kubelet calls its endpoint. */
  readonly endpoint: string;
  /** @param image a folder that holds what `docker save` would put into its archive */
  importImage(image: string): Promise<void>;
}

const startLimitMs = 300_000;

/** @param pause the name of the image that holds a pod's namespaces */
export async function startContainerRuntime(isolation: Isolation, folder: string, pause: string): Promise<ContainerRuntime> {
  const plugins = process.env["LOCI_CNI"];
  if (plugins === undefined) throw new Error("LOCI_CNI is not set; run this with 'npm run e2e:cluster', which gets the part");
  const networks = join(folder, "networks");
  await mkdir(networks, { recursive: true });
  await writeFile(join(networks, "10-pods.conflist"), JSON.stringify(network));
  const socket = join(folder, "containerd.sock");
  const config = join(folder, "containerd.toml");
  await writeFile(config, configuration({ folder, socket, pause, plugins, networks }));
  const process_ = isolation.start("containerd", ["--config", config]);
  const ctr = (...args: string[]) => isolation.finish("ctr", ["--address", socket, "--namespace", "k8s.io", ...args]);
  await untilHolds("containerd answers", [process_], startLimitMs, () =>
    ctr("version").then(
      () => true,
      () => false,
    ),
  );
  return {
    process: process_,
    endpoint: `unix://${socket}`,
    async importImage(image) {
      const script = 'tar -chf - -C "$1" . | ctr --address "$2" --namespace k8s.io images import -';
      await isolation.finish("bash", ["-o", "pipefail", "-c", script, "import", image, socket]);
    },
  };
}

/** No way leads from a pod beyond this machine. */
const network = {
  cniVersion: "1.0.0",
  name: "loci-pods",
  plugins: [
    {
      type: "bridge",
      bridge: "loci-pods",
      isGateway: true,
      isDefaultGateway: true,
      ipMasq: false,
      hairpinMode: true,
      ipam: { type: "host-local", dataDir: "/run/loci-pods", ranges: [[{ subnet: addresses.pods }]] },
    },
  ],
};

interface Places {
  readonly folder: string;
  readonly socket: string;
  readonly pause: string;
  readonly plugins: string;
  readonly networks: string;
}

function configuration({ folder, socket, pause, plugins, networks }: Places): string {
  const text = JSON.stringify;
  return `version = 2
root = ${text(join(folder, "containerd"))}
state = "/run/containerd"
oom_score = 0
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.internal.v1.opt"]

[grpc]
  address = ${text(socket)}

[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = ${text(pause)}
  # Where the capability to lower a process' score is missing.
  restrict_oom_score_adj = true
  disable_tcp_service = true

  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false

  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = ${text(plugins)}
    conf_dir = ${text(networks)}
`;
}
