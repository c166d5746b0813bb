/**
 * The chart, on a real Kubernetes API: each render is linted, checked by its schema, taken by a server-side dry run under Pod Security
 * `restricted`, and installed, upgraded, rolled back and uninstalled by Helm. There is no node here: that pods are admitted is
 * shown, that they run is not; nor does anything enforce network policies, routes or autoscalers.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createClusterTools, type ClusterTools } from "@loci/e2e/parts/cluster-tools";
import { startControlPlane, type ControlPlane } from "@loci/e2e/parts/kubernetes";
import { chartWith, foreignKinds, manifestsOf, podsOf, secretsNamedBy, settingsOf, type Manifest } from "./testing/manifests.ts";
import { shownBy } from "./testing/pages.ts";
import { pathsOfSchema, pathsOfValues, valuesAndSchema } from "./testing/values.ts";

const valueSets = ["default", "minimal", "external", "everything", "demo"] as const;
const namespace = "memory";
const secretsInLines = 'jsonpath={range .items[*]}{.metadata.name} {.data}{"\\n"}{end}';

/** The operator's own, and not what the Job of the token keys may. */
const isLeaseRole = ({ kind: name, metadata }: Manifest) => name === "Role" && metadata.name.endsWith("-lease");

let folder: string;
let tools: ClusterTools;
const rendered = new Map<string, readonly Manifest[]>();
const of = (set: string): readonly Manifest[] => rendered.get(set) ?? [];
const kind = (set: string, name: string): readonly Manifest[] => of(set).filter((each) => each.kind === name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-chart-"));
  tools = createClusterTools(folder);
  for (const set of valueSets) {
    rendered.set(set, manifestsOf(await tools.helm(["template", "loci", ...chartWith(set), "--namespace", namespace])));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the chart", () => {
  it.each(valueSets)("passes helm lint with the values %s", async (set) => {
    expect(await tools.helm(["lint", "--strict", ...chartWith(set)])).toContain("0 chart(s) failed");
  });

  it.each([
    ["a key that does not exist", "rolez.api.replicas=1", "additional properties 'rolez' not allowed"],
    ["a key that does not exist, deep down", "roles.api.replica=1", "additional properties 'replica' not allowed"],
    ["a role that does not exist", "roles.gateway.replicas=1", "additional properties 'gateway' not allowed"],
    ["a word where a number is needed", "roles.api.replicas=many", "got string, want integer"],
    ["no Secret of the database", "database.existingSecret=", "database.existingSecret: name the Secret"],
    ["an ingress for no host", "ingress.enabled=true", "ingress.hosts: name the hosts"],
    ["a route of no Gateway", "gateway.enabled=true", "gateway.parentRefs: name the Gateway"],
    ["an unknown shape", "shape=monolith", "/shape"],
    ["a store that does not speak S3", "objectStore.url=https://files.example.com", "write s3://bucket/prefix"],
    ["a store without keys", "objectStore.url=s3://loci", "objectStore.existingSecret: name the Secret"],
    ["keys without a store", "objectStore.existingSecret=keys", "objectStore.url: say where the store is"],
    ["a runner that is no Temporal", "runner.url=temporal:7233", "write temporal://host:7233/namespace"],
    ["a certificate for a line without TLS", "runner.url=temporal://t:7233/a,runner.tlsSecret=b", "must be temporals://"],
    ["a model without a server", "languageModel.provider=openai,languageModel.model=a", "languageModel.url: say it"],
    ["a server that nobody asks", "languageModel.url=http://models", "languageModel.provider: is builtin"],
    ["an embedding without its folder", "embeddings.provider=onnx", "embeddings.model: name the folder"],
    ["a reranker without a model", "reranker.url=http://models", "reranker.model: say which"],
    ["runbooks without a slash", "prometheusRule.runbooks=https://wiki", "with a slash at its end"],
    ["two autoscalers", "roleDefaults.autoscaling.enabled=true,roleDefaults.keda.enabled=true", "are both enabled"],
    [
      "more pods at least than at most",
      "roles.api.autoscaling.enabled=true,roles.api.autoscaling.minReplicas=11",
      "raise maxReplicas",
    ],
    ["an autoscaler that follows nothing", "roles.worker.keda.enabled=true", "must name what the number of pods follows"],
  ])("refuses %s", async (_what, assignment, message) => {
    await expect(tools.helm(["template", "loci", ...chartWith("default"), "--set", assignment])).rejects.toThrow(message);
  });

  it("tells all that is wrong at once", async () => {
    const wrong = tools.helm([
      "template",
      "loci",
      ...chartWith("default"),
      "--set",
      "ingress.enabled=true,runner.url=a,keys.existingSecret=",
    ]);
    await expect(wrong).rejects.toThrow(/keys\.existingSecret: .*runner\.url: .*ingress\.hosts: /s);
  });

  it("takes the values that its page shows", async () => {
    const shown = shownBy("charts/loci/README.md", ["image"]);
    expect(shown).toHaveLength(1);
    const file = join(folder, "shown.json");
    await writeFile(file, JSON.stringify(shown[0]));
    const secrets = podsOf(manifestsOf(await tools.helm(["template", "loci", ...chartWith("default"), "--values", file])));
    expect(secrets.flatMap(({ spec }) => secretsNamedBy(spec))).toEqual(
      expect.arrayContaining(["loci-search", "loci-temporal", "loci-models"]),
    );
  });

  it("gives each role of the shape a Deployment, and the operator one", () => {
    const components = (set: string) =>
      kind(set, "Deployment").map(({ metadata }) => metadata.labels?.["app.kubernetes.io/component"]);
    const shared = ["api", "management", "scheduler", "worker"];
    expect(components("minimal").sort()).toEqual(shared);
    expect(components("default").sort()).toEqual([...shared, "auth", "graph", "ingest", "operator", "retrieval"].sort());
  });

  it("names no secret's content: what is secret comes from Secrets that are there", () => {
    for (const set of valueSets) {
      if (set !== "demo") expect(kind(set, "Secret")).toEqual([]);
      for (const { spec } of podsOf(of(set)))
        for (const { env = [] } of spec.containers)
          for (const { name, value } of env)
            if (/DB_CONNECTION|_KEY$|SEARCH_URL/.test(name) && !name.includes("_TLS_"))
              expect([name, value]).toEqual([name, undefined]);
    }
  });

  it("gives each role only settings that it takes", async () => {
    const known = new Map<string, string>();
    for (const { spec } of valueSets.flatMap((set) => podsOf(of(set)))) {
      for (const { command = [], args = [], env = [] } of spec.containers) {
        const asked = [...command, ...args].join(" ");
        if (!known.has(asked)) known.set(asked, await settingsOf(command, args));
        const own = env.map(({ name }) => name).filter((name) => /^(SERVICE|DB|OPERATOR)_/.test(name));
        expect([asked, own.filter((name) => !known.get(asked)?.includes(name))]).toEqual([asked, []]);
      }
    }
  });

  it("lets each setting of a role be said", async () => {
    const said = new Map<string, Set<string>>();
    const asShared = (set: string) => tools.helm(["template", "loci", ...chartWith(set), "--set", "shape=shared"]);
    const shared = (await Promise.all(["everything", "external"].map(asShared))).flatMap(manifestsOf);
    for (const { spec } of podsOf([...valueSets.flatMap(of), ...shared])) {
      for (const { command = [], args = [], env = [] } of spec.containers) {
        if (command[0] !== "loci-server") continue;
        const role = args.join(" ");
        said.set(role, new Set([...(said.get(role) ?? []), ...env.map(({ name }) => name)]));
      }
    }
    for (const [role, names] of said) {
      const known = (await settingsOf(["loci-server"], role.split(" "))).match(/\b(SERVICE|DB)_[A-Z_]+/g) ?? [];
      // The scheduler does the scheduled work, so that ingest needs no way to retrieval.
      const left = role === "ingest start" ? ["SERVICE_RETRIEVAL_ADDRESS"] : [];
      expect([role, [...new Set(known)].filter((name) => !names.has(name))]).toEqual([role, left]);
    }
  });

  it("sends the Job and the test to the nodes of the roles: to others an image, or who may come there, may not fit", () => {
    const pods = podsOf(of("everything")).filter(({ metadata }) => metadata.labels?.["app.kubernetes.io/component"] !== "operator");
    const placed = pods.map(({ metadata, spec }) => [
      metadata.labels?.["app.kubernetes.io/component"],
      spec.nodeSelector,
      spec.tolerations,
    ]);
    const toleration = { key: "dedicated", operator: "Equal", value: "memory", effect: "NoSchedule" };
    expect(placed.map(([component]) => component)).toEqual(expect.arrayContaining(["bootstrap", "test", "api", "worker"]));
    expect(placed).toEqual(placed.map(([component]) => [component, { "kubernetes.io/os": "linux" }, [toleration]]));
  });

  it("names each value in values.yaml and in the schema, and no others", async () => {
    const [values, schema] = await valuesAndSchema();
    expect(pathsOfValues(values, schema)).toEqual(pathsOfSchema(schema));
  });

  it("brings all that a demo needs: a node of each store, and each Secret that a pod names", () => {
    const parts = kind("demo", "StatefulSet").map(({ metadata }) => metadata.name);
    expect(parts.sort()).toEqual(["loci-minio", "loci-opensearch", "loci-postgres", "loci-temporal"]);
    const brought = new Set(kind("demo", "Secret").map(({ metadata }) => metadata.name));
    const named = podsOf(of("demo")).flatMap(({ spec }) => secretsNamedBy(spec));
    expect(named.length).toBeGreaterThan(parts.length);
    // Those of the token keys are made by their Job.
    expect(named.filter((name) => !brought.has(name) && !name.startsWith("loci-token-"))).toEqual([]);
    // What is named as there already is not brought a second time.
    expect(kind("everything", "StatefulSet")).toEqual([]);
  });

  it("gives rights to the operator alone, without wildcards, for exactly the kinds that it defines", () => {
    for (const set of valueSets) {
      const rules = [...kind(set, "ClusterRole"), ...kind(set, "Role")].flatMap((role) => role.rules ?? []);
      expect(rules.flatMap(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs])).not.toContain("*");
      for (const pod of podsOf(of(set))) {
        const asks = ["operator", "token-keys"].includes(pod.metadata.labels?.["app.kubernetes.io/component"] ?? "");
        expect(pod.spec.automountServiceAccountToken).toBe(asks);
      }
    }
    const ours = kind("default", "ClusterRole").flatMap((role) => role.rules ?? []);
    const resources = ours.filter(({ apiGroups }) => apiGroups[0] === "memory.loci.dev").flatMap((rule) => rule.resources);
    const defined = kind("default", "CustomResourceDefinition").map(({ metadata }) => metadata.name.split(".")[0]);
    expect([...new Set(resources.map((each) => each.split("/")[0]))].sort()).toEqual(defined.sort());
  });

  it("lets each release's operators take turns among themselves: a Lease of their own, and the right to no other", async () => {
    for (const [release, lease] of [
      ["loci", "loci-operator"],
      ["second", "second-loci-operator"],
    ] as const) {
      const all = manifestsOf(await tools.helm(["template", release, ...chartWith("default")]));
      const settings = podsOf(all).flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env));
      expect(settings.filter(({ name }) => name === "OPERATOR_LEASE_NAME").map(({ value }) => value)).toEqual([lease]);
      const rules = all.filter(isLeaseRole).flatMap((role) => role.rules ?? []);
      expect(rules.map(({ resources, resourceNames }) => [resources[0], resourceNames])).toEqual([
        ["leases", undefined],
        ["leases", [lease]],
      ]);
    }
  });

  it("gives each role its own secrets and no other's, and the certificate of its own name", () => {
    const mounted = (set: string): ReadonlyMap<string | undefined, readonly string[]> =>
      new Map(
        kind(set, "Deployment")
          .flatMap((each) => podsOf([each]))
          .filter(({ metadata }) => metadata.labels?.["app.kubernetes.io/component"] !== "operator")
          .map(({ metadata, spec }) => [
            metadata.labels?.["app.kubernetes.io/component"],
            secretsNamedBy({ ...spec, containers: [] }).sort(),
          ]),
      );
    const overDatabase = { worker: ["loci-secrets"], scheduler: ["loci-secrets"], management: ["loci-secrets"] };
    expect(Object.fromEntries(mounted("default"))).toEqual({
      api: ["loci-grpc-api", "loci-token-api"],
      auth: ["loci-grpc-auth", "loci-secrets", "loci-token-auth", "loci-token-public"],
      graph: ["loci-grpc-graph", "loci-token-public"],
      ingest: ["loci-grpc-ingest", "loci-token-ingest", "loci-token-public"],
      retrieval: ["loci-grpc-retrieval", "loci-token-public", "loci-token-retrieval"],
      ...overDatabase,
    });
    expect(Object.fromEntries(mounted("minimal"))).toEqual({ api: ["loci-secrets"], ...overDatabase });
  });

  it("lets each service take calls of the roles that call it, by network and by certificate alike", () => {
    const policies = new Map(kind("default", "NetworkPolicy").map((policy) => [policy.metadata.name, policy]));
    const callers = { auth: ["api", "ingest", "retrieval"], graph: ["api", "ingest", "retrieval"], ingest: ["api", "retrieval"] };
    for (const [role, from] of Object.entries({ ...callers, retrieval: ["api"] })) {
      expect(JSON.stringify(policies.get(`loci-${role}`)?.spec)).toContain(JSON.stringify(from));
      const [pod] = podsOf(kind("default", "Deployment").filter(({ metadata }) => metadata.name === `loci-${role}`));
      const said = pod?.spec.containers[0]?.env?.find(({ name }) => name === "SERVICE_TLS_CALLERS")?.value;
      const names = from.flatMap((caller) => [`spiffe://loci/${caller}`, `loci-${caller}.${namespace}.svc`]);
      expect(said?.split(",")).toEqual(names);
    }
  });

  it("closes metrics to all but the monitoring namespace, or who is named in its place", async () => {
    const readers = async (...sets: readonly string[]) => {
      const render = await tools.helm(["template", "loci", ...chartWith("default"), ...sets.flatMap((set) => ["--set-json", set])]);
      const policies = manifestsOf(render).filter((each) => each.kind === "NetworkPolicy");
      // No policy opens that port beside this one.
      const opening = policies.filter((policy) => /"port":(9100|"metrics")/.test(JSON.stringify(policy.spec)));
      return opening.map((policy) => (policy.spec as { ingress?: readonly { readonly from: unknown }[] }).ingress?.[0]?.from);
    };
    const namespaceOf = (name: string) => [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } } }];
    expect(await readers()).toEqual([namespaceOf("monitoring")]);
    expect(await readers('networkPolicy.monitoringNamespace="watch"')).toEqual([namespaceOf("watch")]);
    expect(await readers('networkPolicy.monitoringNamespace=""')).toEqual([]);
    const everybody = 'networkPolicy.metricsFrom=[{"namespaceSelector":{}}]';
    expect(await readers(everybody)).toEqual([[{ namespaceSelector: {} }]]);
    expect(await readers(everybody, 'networkPolicy.monitoringNamespace=""')).toEqual([[{ namespaceSelector: {} }]]);
  });

  it("takes one certificate for all roles where an earlier version's Secret is named", async () => {
    const all = manifestsOf(
      await tools.helm(["template", "loci", ...chartWith("default"), "--set", "tls.existingSecret=loci-grpc"]),
    );
    const named = podsOf(all).flatMap(({ spec }) => secretsNamedBy(spec));
    expect(named.filter((name) => name.startsWith("loci-grpc"))).toEqual(Array.from({ length: 5 }, () => "loci-grpc"));
  });

  it("keeps roles alive and out of the way by the probes at the metrics port", () => {
    for (const { spec } of kind("default", "Deployment").flatMap((each) => podsOf([each]))) {
      const [container] = spec.containers;
      expect(container?.livenessProbe?.httpGet).toEqual({ path: "/healthz", port: "metrics" });
      expect(container?.readinessProbe?.httpGet).toEqual({ path: "/readyz", port: "metrics" });
    }
  });
});

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
    const file = join(folder, `${set}.json`);
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
