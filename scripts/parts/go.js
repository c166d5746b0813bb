/** Parts that are built from Go modules: no registry here has them as programs. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cached } from "./cache.js";

const kubernetesVersion = "1.33.13";
const kubernetesCommands = ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy"];

/** @returns the path of the program */
export function etcd() {
  const home = cached("etcd-3.6.16", "Building etcd (1 minute)", (aside) =>
    inModule(["require go.etcd.io/etcd/server/v3 v3.6.16"], (folder) =>
      build(folder, join(aside, "etcd"), ["go.etcd.io/etcd/server/v3"]),
    ),
  );
  return join(home, "etcd");
}

export const minio = () => installed("minio", "github.com/minio/minio", "v0.0.0-20260212201848-7aac2a2c5b7c", "4 minutes");
export const temporal = () => installed("temporal", "github.com/temporalio/cli/cmd/temporal", "v1.5.1", "5 minutes");
export const helm = () => installed("helm", "helm.sh/helm/v3/cmd/helm", "v3.22.0", "3 minutes");
export const kind = () => installed("kind", "sigs.k8s.io/kind", "v0.33.0", "1 minute");

/** @returns the path of the program. Its own main package brings every cloud's plugin: this one only what a cluster's names need. */
export function coreDns() {
  const plugins = ["bind", "errors", "kubernetes", "ready"].map((name) => `_ "github.com/coredns/coredns/plugin/${name}"`);
  const imports = ['"github.com/coredns/coredns/coremain"', ...plugins].join("; ");
  const home = cached("coredns-1.14.7", "Building CoreDNS (2 minutes)", (aside) =>
    inModule(["require github.com/coredns/coredns v1.14.7"], (folder) => {
      writeFileSync(join(folder, "main.go"), `package main\nimport (${imports})\nfunc main() { coremain.Run() }\n`);
      build(folder, join(aside, "coredns"), ["."]);
    }),
  );
  return join(home, "coredns");
}

/** @returns the folder with the control plane's and the node's programs */
export function kubernetes() {
  return cached(`kubernetes-${kubernetesVersion}`, "Building Kubernetes (10 minutes)", (aside) => {
    const own = JSON.parse(go(tmpdir(), {}, "mod", "download", "-json", `k8s.io/kubernetes@v${kubernetesVersion}`));
    // Its own go.mod takes these modules from a folder beside it; they are published too, under the same minor and patch.
    const staging = [...readFileSync(own.GoMod, "utf8").matchAll(/^\s*(k8s\.io\/\S+) => \.\/staging/gm)].map(([, name]) => name);
    const published = kubernetesVersion.replace("1.", "v0.");
    const lines = [
      "godebug default=go1.24",
      `require k8s.io/kubernetes v${kubernetesVersion}`,
      ...staging.map((name) => `replace ${name} => ${name} ${published}`),
    ];
    const version = ["gitVersion", "gitMajor", "gitMinor", "gitTreeState"]
      .map((field, i) => `-X k8s.io/component-base/version.${field}=${[`v${kubernetesVersion}`, "1", "33", "clean"][i]}`)
      .join(" ");
    const packages = kubernetesCommands.map((command) => `k8s.io/kubernetes/cmd/${command}`);
    inModule(lines, (folder) => build(folder, `${aside}/`, packages, version));
  });
}

function installed(name, packagePath, version, time) {
  const home = cached(`${name}-${version}`, `Building ${name} (${time})`, (aside) => {
    go(tmpdir(), { GOBIN: aside }, "install", "-trimpath", "-ldflags", "-s -w", `${packagePath}@${version}`);
  });
  return join(home, name);
}

/** Works in a module of its own, so that versions are chosen here and not by what is around. */
function inModule(lines, work) {
  const folder = mkdtempSync(join(tmpdir(), "loci-go-"));
  try {
    writeFileSync(join(folder, "go.mod"), ["module loci.dev/parts", "go 1.24", ...lines, ""].join("\n"));
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(folder, output, packages, ldflags = "") {
  go(folder, {}, "build", "-mod=mod", "-trimpath", "-ldflags", `-s -w ${ldflags}`, "-o", output, ...packages);
}

/** @returns what it printed; its own progress is shown only where it fails. @throws Error with the end of it */
function go(cwd, environment, ...args) {
  const env = { ...process.env, CGO_ENABLED: "0", ...environment };
  const { status, stdout, stderr, error } = spawnSync("go", args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 26 });
  if (error) throw error;
  if (status !== 0) throw new Error(`go ${args[0]} failed: ${stderr.trim().split("\n").slice(-5).join(" ")}`);
  return stdout;
}
