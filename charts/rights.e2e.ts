/** Who may do what in an installation: rights in Kubernetes, secrets and certificates, calls by the network. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ClusterTools } from "@loci/e2e/parts/cluster-tools";
import { operatorRights } from "@loci/operator/testing/rights";
import { chartWith, manifestsOf, podsOf, secretsNamedBy, type Manifest } from "./testing/manifests.ts";
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

/** The operator's own, and not what the Job of the token keys may. */
const isLeaseRole = ({ kind: name, metadata }: Manifest) => name === "Role" && metadata.name.endsWith("-lease");

describe("the chart", () => {
  it("gives exactly the rights under which the operator is tested, and in the namespaces alone that it is told to watch", () => {
    const rulesOf = (roles: readonly Manifest[]) => roles.map(({ metadata, rules }) => [metadata.namespace ?? "", rules]);
    const ownRoles = (set: string) => kind(set, "Role").filter((role) => role.metadata.name.endsWith("-operator"));
    // Without such namespaces in all, as it cannot be known where resources, and the Secrets that they name, will be.
    expect(rulesOf(kind("default", "ClusterRole"))).toEqual([["", operatorRights]]);
    expect(ownRoles("default")).toEqual([]);
    expect(kind("everything", "ClusterRole")).toEqual([]);
    expect(kind("everything", "ClusterRoleBinding")).toEqual([]);
    expect(rulesOf(ownRoles("everything"))).toEqual(["team-a", "team-b"].map((name) => [name, operatorRights]));
    expect(kind("minimal", "ClusterRole")).toEqual([]);
  });

  it("gives the Job of the token keys its five Secrets by name, and nothing else", () => {
    const [role, ...more] = kind("default", "Role").filter(({ metadata }) => metadata.name.endsWith("-token-keys"));
    expect(more).toEqual([]);
    const names = ["auth", "api", "ingest", "retrieval", "public"].map((name) => `loci-token-${name}`);
    expect(role?.rules).toEqual([
      { apiGroups: [""], resources: ["secrets"], verbs: ["create"] },
      { apiGroups: [""], resources: ["secrets"], resourceNames: names, verbs: ["get", "patch"] },
    ]);
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
});
