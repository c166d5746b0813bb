/**
 * An upgrade by Helm on a real Kubernetes API: nothing is made anew that others hold on to, and nothing that a user brought is touched. From the
 * chart as it is, under another version and with another text in a definition;
 * LOCI_CHART_BEFORE=<folder> goes from the chart in that folder. There is no node here, so that hooks do not run.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createClusterTools, type ClusterTools } from "@loci/e2e/parts/cluster-tools";
import { startControlPlane, type ControlPlane } from "@loci/e2e/parts/kubernetes";
import { chartWith, foreignKinds, manifestsOf, type Manifest } from "./testing/manifests.ts";

interface Stored extends Manifest {
  readonly metadata: Manifest["metadata"] & { readonly uid: string };
  readonly data?: unknown;
}

/** What an object must keep for those who hold on to it: clients an address, pods a selector, everybody its content. */
interface Kept {
  readonly uid: string;
  readonly selector: unknown;
  readonly clusterIP: unknown;
  readonly data: unknown;
}

const kinds = "deployments,statefulsets,services,persistentvolumeclaims,secrets,serviceaccounts,poddisruptionbudgets";
const context = { apiVersion: "memory.loci.dev/v1alpha1", kind: "MemoryContext", metadata: { name: "acme" }, spec: {} };

let folder: string;
let tools: ClusterTools;
let cluster: ControlPlane | undefined;
/** The chart before, as helm's arguments. */
let before: (set: string) => string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-upgrade-"));
  tools = createClusterTools(folder);
  const older = process.env["LOCI_CHART_BEFORE"] ?? (await packed("0.0.1"));
  before = (set) => [older, ...chartWith(set).slice(1)];
  cluster = await startControlPlane();
  tools.use(cluster.kubeconfig);
  await tools.kubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items: foreignKinds }));
});
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("an upgrade of the chart", () => {
  it("brings the definitions up to date, and leaves the resources", async () => {
    const namespace = await prepared("defined");
    await helm(namespace, "install", ...before("default"));
    await tools.kubectl(["apply", "--namespace", namespace, "-f", "-"], JSON.stringify(context));
    const [was, made] = [await definitions(), await stored("memorycontexts", namespace)];
    await helm(namespace, "upgrade", ...chartWith("default"));
    const is = await definitions();
    expect([...is.entries()].map(([name, { metadata }]) => [name, metadata.uid])).toEqual(
      [...was.entries()].map(([name, { metadata }]) => [name, metadata.uid]),
    );
    expect(is.size).toBe(5);
    const changed = "memorycontexts.memory.loci.dev";
    const wanted = manifestsOf(await tools.helm(["template", ...chartWith("default")])).find(
      ({ metadata }) => metadata.name === changed,
    );
    expect(was.get(changed)?.spec).not.toMatchObject(wanted?.spec ?? {});
    expect(is.get(changed)?.spec).toMatchObject(wanted?.spec ?? {});
    expect(await stored("memorycontexts", namespace)).toEqual(made);
  });

  it.each(["default", "external", "demo"])(
    "with the values %s leaves what others hold on to, and what a user brought",
    async (set) => {
      const namespace = await prepared(set);
      // The definitions belong to one release: that above.
      const options = ["--set", "crds.enabled=false"];
      await helm(namespace, "install", ...before(set), ...options);
      const held = await heldIn(namespace);
      expect([...held.keys()]).toEqual(expect.arrayContaining(["Deployment/loci-auth", "Service/loci-api", "Secret/loci-secrets"]));
      await helm(namespace, "upgrade", ...chartWith(set), ...options, "--set", "image.tag=next,tokens.version=2");
      const after = await heldIn(namespace);
      for (const [name, kept] of held) expect([name, after.get(name)]).toEqual([name, kept]);
      const deployments = await stored("deployments", namespace);
      expect(deployments.length).toBeGreaterThan(7);
      for (const { spec } of deployments) expect(JSON.stringify(spec)).toContain(":next");
    },
  );
});

const helm = (namespace: string, verb: string, ...args: readonly string[]) =>
  tools.helm([verb, "loci", ...args, "--namespace", namespace, "--no-hooks"]);

/** A namespace with what a user brings, where the chart's demo does not bring it. */
async function prepared(set: string): Promise<string> {
  const namespace = `memory-${set}`;
  const mine = { apiVersion: "v1", kind: "Secret", metadata: { name: "loci-secrets", namespace }, stringData: { "pepper.1": "p" } };
  await tools.kubectl(["create", "namespace", namespace]);
  if (set !== "demo") await tools.kubectl(["apply", "-f", "-"], JSON.stringify(mine));
  return namespace;
}

async function heldIn(namespace: string): Promise<ReadonlyMap<string, Kept>> {
  return new Map((await stored(kinds, namespace)).map((each) => [`${each.kind}/${each.metadata.name}`, keptOf(each)]));
}

async function definitions(): Promise<ReadonlyMap<string, Stored>> {
  const ours = (await stored("crds", "default")).filter(({ metadata }) => metadata.name.endsWith(".memory.loci.dev"));
  return new Map(ours.map((each) => [each.metadata.name, each]));
}

/** The chart as it is, packed under another version, with a definition that says something else. */
async function packed(version: string): Promise<string> {
  const [chart = ""] = chartWith("default");
  const copy = join(folder, "loci");
  await cp(chart, copy, { recursive: true });
  const definition = join(copy, "templates/crds/memorycontexts.yaml");
  await writeFile(definition, (await readFile(definition, "utf8")).replace(/description: ".*?"/, 'description: "Before."'));
  await tools.helm(["package", copy, "--version", version, "--app-version", version, "--destination", folder]);
  return join(folder, `loci-${version}.tgz`);
}

async function stored(what: string, namespace: string): Promise<readonly Stored[]> {
  const list = JSON.parse(await tools.kubectl(["get", what, "--namespace", namespace, "-o", "json"])) as {
    readonly items: readonly Stored[];
  };
  // Helm's own record of each revision.
  return list.items.filter(({ metadata }) => !metadata.name.startsWith("sh.helm."));
}

function keptOf({ metadata, spec, data }: Stored): Kept {
  const { selector, clusterIP } = (spec ?? {}) as { readonly selector?: unknown; readonly clusterIP?: unknown };
  return { uid: metadata.uid, selector, clusterIP, data };
}
