/**
 * The chart on a real Kubernetes API: each render is taken by a server-side dry run under Pod Security `restricted`, and installed, upgraded,
 * rolled back and uninstalled by Helm. There is no node here: that pods are admitted is shown, that they run is not; nor does anything
 * enforce network policies, routes or autoscalers.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ClusterTools } from "@loci/e2e/parts/cluster-tools";
import { startControlPlane, type ControlPlane } from "@loci/e2e/parts/kubernetes";
import { chartWith, foreignKinds, podsOf, type Manifest } from "./testing/manifests.ts";
import { shownBy } from "./testing/pages.ts";
import { namespace, renderChart, valueSets, type Renders } from "./testing/renders.ts";

let renders: Renders;
let tools: ClusterTools;
beforeAll(async () => {
  renders = await renderChart();
  ({ tools } = renders);
});
afterAll(() => renders.close());

const of = (set: string): readonly Manifest[] => renders.of(set);
const kind = (set: string, name: string): readonly Manifest[] => renders.kind(set, name);

const secretsInLines = 'jsonpath={range .items[*]}{.metadata.name} {.data}{"\\n"}{end}';

describe("on a Kubernetes API", () => {
  let cluster: ControlPlane | undefined;
  beforeAll(async () => {
    cluster = await startControlPlane();
    tools.use(cluster.kubeconfig);
    await tools.kubectl(["config", "set-context", "--current", "--namespace", namespace]);
    await tools.kubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items: foreignKinds }));
    for (const name of [namespace, "team-a", "team-b"]) await tools.kubectl(["create", "namespace", name]);
    const restricted = ["enforce", "warn"].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`);
    await tools.kubectl(["label", "namespace", namespace, ...restricted]);
  });
  afterAll(() => cluster?.stop());

  it.each(valueSets)("every object of the values %s passes a server-side dry run without a warning", async (set) => {
    const file = join(renders.folder, `${set}.json`);
    const items = of(set);
    // What other objects of the same render need to be there.
    for (const needed of items.filter((each) => each.kind === "CustomResourceDefinition" || each.kind === "ServiceAccount"))
      await tools.kubectl(["apply", "-f", "-"], JSON.stringify(needed));
    await writeFile(file, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    const result = await tools.kubectl(["apply", "--dry-run=server", "-f", file]);
    expect(result.match(/dry run/g)).toHaveLength(items.length);
    expect(result).not.toContain("Warning");
  });

  it("every resource that the page about installing shows passes one too", async () => {
    const shown = shownBy("docs/how-to/install-on-kubernetes.md", ["apiVersion"]);
    expect(shown.map(({ kind: name }) => name)).toEqual(["MemoryContext", "MemoryPrincipal", "MemoryKey"]);
    const list = JSON.stringify({ apiVersion: "v1", kind: "List", items: shown });
    const result = await tools.kubectl(["apply", "--dry-run=server", "--validate=strict", "-f", "-"], list);
    expect(result.match(/dry run/g)).toHaveLength(shown.length);
  });

  it.each(valueSets)("every pod of the values %s is one that Pod Security restricted admits", async (set) => {
    for (const [i, { metadata, spec }] of podsOf(of(set)).entries()) {
      const pod = {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { ...metadata, name: `pod-${i}` },
        spec: { ...spec, restartPolicy: "Never" },
      };
      await tools.kubectl(["create", "--dry-run=server", "-f", "-"], JSON.stringify(pod));
    }
  });

  it("Pod Security is really enforced here", async () => {
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "root" }, spec: { containers: [{ name: "a", image: "a" }] } };
    await expect(tools.kubectl(["create", "--dry-run=server", "-f", "-"], JSON.stringify(pod))).rejects.toThrow(
      "violates PodSecurity",
    );
  });

  it("installs, upgrades to other values, rolls back, and leaves memory behind when it goes", async () => {
    // What the dry runs needed is Helm's from here on.
    const crds = kind("default", "CustomResourceDefinition").map(({ metadata }) => metadata.name);
    await tools.kubectl(["delete", "crd", ...crds]);
    await tools.kubectl(["delete", "serviceaccounts", "--selector", "helm.sh/chart"]);
    const helm = (verb: string, ...args: readonly string[]) =>
      // No node runs the hooks' Job.
      tools.helm([verb, "loci", ...args, "--namespace", namespace, "--no-hooks"]);
    const deployments = async () => (await tools.kubectl(["get", "deployments", "-o", "name"])).match(/^deployment/gm)?.length ?? 0;

    await helm("install", ...chartWith("default"));
    await untilPodsAreMade(9);
    expect(await may("loci-operator", "patch", "memorykeys.memory.loci.dev", "--subresource=status")).toBe(true);
    expect(await may("loci-operator", "create", "secrets")).toBe(true);
    expect(await may("loci-operator", "create", "pods")).toBe(false);
    expect(await may("loci", "get", "secrets")).toBe(false);
    const context = { apiVersion: "memory.loci.dev/v1alpha1", kind: "MemoryContext", metadata: { name: "acme" }, spec: {} };
    await tools.kubectl(["apply", "-f", "-"], JSON.stringify(context));

    await helm("upgrade", ...chartWith("external"));
    expect(await deployments()).toBe(9);
    // Definitions that are kept stay Helm's only while they are part of the chart.
    await helm("upgrade", ...chartWith("minimal"), "--set", "crds.enabled=true");
    expect(await deployments()).toBe(4);
    await helm("rollback", "1");
    expect(await deployments()).toBe(9);

    await helm("uninstall");
    expect(await deployments()).toBe(0);
    expect(await tools.kubectl(["get", "memorycontext", "acme", "-o", "jsonpath={.spec.deletionPolicy}"])).toBe("Retain");
    expect(await tools.kubectl(["get", "persistentvolumeclaims", "-o", "name"])).toContain("loci-originals");
  });

  it("keeps a demo's secrets over upgrades, and for an installation after it is gone", async () => {
    const helm = (verb: string, ...args: readonly string[]) =>
      tools.helm([verb, "loci", ...args, "--namespace", "team-b", "--no-hooks"]);
    const secrets = () => tools.kubectl(["get", "secrets", "-n", "team-b", "--field-selector=type=Opaque", "-o", secretsInLines]);
    const demo = [...chartWith("demo"), "--skip-crds", "--set", "crds.enabled=false,operator.enabled=false"];
    await helm("install", ...demo);
    const first = await secrets();
    expect(first.match(/^loci-/gm)).toHaveLength(10);
    await helm("upgrade", ...demo);
    expect(await secrets()).toBe(first);
    await helm("uninstall");
    await helm("install", ...demo);
    expect(await secrets()).toBe(first);
    await helm("uninstall");
  });

  it("starts what was stopped for a restore, but for roles with an autoscaler, which are started by hand", async () => {
    const helm = (verb: string, ...args: readonly string[]) =>
      tools.helm([verb, "loci", ...args, "--namespace", "team-a", "--no-hooks"]);
    const kubectl = (...args: readonly string[]) => tools.kubectl([...args, "--namespace", "team-a"]);
    const stopped = async () =>
      (await kubectl("get", "deployments", "-o", 'jsonpath={range .items[?(@.spec.replicas==0)]}{.metadata.name}{" "}{end}'))
        .trim()
        .split(" ");
    const values = ["crds.enabled=false", "operator.enabled=false", "roles.worker.autoscaling.enabled=true"];
    const args = [...chartWith("default"), "--skip-crds", "--set", values.join(",")];
    await helm("install", ...args);
    await kubectl("scale", "deployment", "--selector", "app.kubernetes.io/instance=loci", "--replicas", "0");
    expect(await stopped()).toHaveLength(8);
    await helm("upgrade", ...args);
    expect(await stopped()).toEqual(["loci-worker"]);
    await kubectl("scale", "deployment", "loci-worker", "--replicas", "1");
    expect(await stopped()).toEqual([""]);
    await helm("uninstall");
  });

  /** Whether a service account of the installation may do this in another namespace. */
  async function may(account: string, ...what: readonly string[]): Promise<boolean> {
    const as = `system:serviceaccount:${namespace}:${account}`;
    const answer = await tools.kubectl(["auth", "can-i", ...what, "--namespace", "team-a", "--as", as]).catch(String);
    return /^yes$/m.test(answer);
  }

  /** Deployments' pods are made by the controller manager: only then has admission seen them. */
  async function untilPodsAreMade(deployments: number): Promise<void> {
    const until = Date.now() + 240_000;
    for (;;) {
      const list = JSON.parse(await tools.kubectl(["get", "deployments", "-o", "json"])) as {
        readonly items: readonly {
          readonly spec: { readonly replicas: number };
          readonly status: { readonly replicas?: number };
        }[];
      };
      const made = list.items.filter(({ spec, status }) => status.replicas === spec.replicas);
      if (made.length === deployments) return;
      if (Date.now() > until) throw new Error(await tools.kubectl(["get", "events"]));
      await sleep(250);
    }
  }
});
