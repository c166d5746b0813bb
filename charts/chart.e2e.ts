/**
 * The chart as Helm renders it: what values it takes and refuses, and what each role's pods get of them. Who may do what is in
 * rights.e2e.ts, what a Kubernetes API says in installed.e2e.ts and upgrade.e2e.ts.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ClusterTools } from "@loci/e2e/parts/cluster-tools";
import { chartWith, manifestsOf, podsOf, secretsNamedBy, settingsOf, type Manifest } from "./testing/manifests.ts";
import { shownBy } from "./testing/pages.ts";
import { renderChart, valueSets, type Renders } from "./testing/renders.ts";
import { pathsOfSchema, pathsOfValues, valuesAndSchema } from "./testing/values.ts";

let renders: Renders;
let tools: ClusterTools;
beforeAll(async () => {
  renders = await renderChart();
  ({ tools } = renders);
});
afterAll(() => renders.close());

const of = (set: string): readonly Manifest[] => renders.of(set);
const kind = (set: string, name: string): readonly Manifest[] => renders.kind(set, name);

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
    const file = join(renders.folder, "shown.json");
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

  it("keeps roles alive and out of the way by the probes at the metrics port", () => {
    for (const { spec } of kind("default", "Deployment").flatMap((each) => podsOf([each]))) {
      const [container] = spec.containers;
      expect(container?.livenessProbe?.httpGet).toEqual({ path: "/healthz", port: "metrics" });
      expect(container?.readinessProbe?.httpGet).toEqual({ path: "/readyz", port: "metrics" });
    }
  });
});
