/** What the chart's test reads out of manifests. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";

const run = promisify(execFile);

const root = join(import.meta.dirname, "../..");
const chartFolder = join(root, "charts/loci");

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly template?: PodTemplate; readonly volumeClaimTemplates?: readonly Claim[] } & Partial<PodSpec>;
  readonly rules?: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

interface Claim {
  readonly metadata: { readonly name: string };
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly containers: readonly {
    readonly command?: readonly string[];
    readonly args?: readonly string[];
    readonly env?: readonly {
      readonly name: string;
      readonly value?: string;
      readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string } };
    }[];
    readonly livenessProbe?: Probe;
    readonly readinessProbe?: Probe;
  }[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly object[];
  readonly volumes?: readonly {
    readonly name?: string;
    readonly secret?: { readonly secretName: string };
    readonly projected?: { readonly sources: readonly { readonly secret?: { readonly name: string } }[] };
  }[];
}

export interface PodTemplate {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/** The chart and one of its sets of values, as arguments of helm. */
export const chartWith = (set: string): string[] => [
  chartFolder,
  ...(set === "default" ? [] : ["--values", join(chartFolder, "ci", `${set}.yaml`)]),
];

export function manifestsOf(rendered: string): Manifest[] {
  return parseAllDocuments(rendered)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** Every pod that these objects would have, by Deployment, StatefulSet or Job, or by itself. */
export function podsOf(manifests: readonly Manifest[]): PodTemplate[] {
  return manifests.flatMap(({ kind, metadata, spec }): PodTemplate[] => {
    if (kind === "Pod" && spec?.containers)
      return [{ metadata: { labels: metadata.labels ?? {} }, spec: { ...spec, containers: spec.containers } }];
    if (!spec?.template) return [];
    const { template, volumeClaimTemplates = [] } = spec;
    // A StatefulSet adds a volume for each of its claims.
    const claimed = volumeClaimTemplates.map(({ metadata: { name } }) => ({ name, emptyDir: {} }));
    return [{ ...template, spec: { ...template.spec, volumes: [...(template.spec.volumes ?? []), ...claimed] } }];
  });
}

export function secretsNamedBy({ containers, volumes = [] }: PodSpec): string[] {
  const named = containers.flatMap(({ env = [] }) => env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name));
  const projected = volumes.flatMap((volume) => volume.projected?.sources.map(({ secret }) => secret?.name) ?? []);
  return [...named, ...projected, ...volumes.map(({ secret }) => secret?.secretName)].filter((name) => name !== undefined);
}

/** The text that names each setting which a container's program takes: a role's help, or the operator's table of settings. */
export async function settingsOf(command: readonly string[], args: readonly string[]): Promise<string> {
  if (command[0] !== "loci-server") return readFile(join(root, "operator/src/config.ts"), "utf8");
  const role = args.filter((each) => !each.startsWith("--"));
  const server = join(root, "services/server/bin/loci-server.js");
  return (await run(process.execPath, [server, ...role, "--help"], { env: {} })).stdout;
}

/** Kinds of others that the chart can use, as far as a server has to know them: their own checks are not made here. */
export const foreignKinds = [
  ["monitoring.coreos.com", "v1", "PodMonitor"],
  ["monitoring.coreos.com", "v1", "PrometheusRule"],
  ["gateway.networking.k8s.io", "v1", "HTTPRoute"],
  ["keda.sh", "v1alpha1", "ScaledObject"],
].map(([group = "", version = "", kind = ""]) => {
  const singular = kind.toLowerCase();
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${singular}s.${group}`,
      annotations: { "api-approved.kubernetes.io": "unapproved, for a test" },
    },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  };
});
