/** Every setting of the operator, and the only reader of process.env. */
import { hostname } from "node:os";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { fieldManager } from "./api/names.ts";
import type { TokenSecrets } from "./apply/token-secrets.ts";
import { inClusterConfig, kubeconfigFile, type KubeConfig } from "./runtime/kube-config.ts";
import { isSubdomain } from "./runtime/kube-path.ts";

const httpUrl = z
  .string({ error: "is required" })
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), "must be an http:// or https:// URL")
  .transform((url) => url.replace(/(?<!\/)\/+$/, ""));

const seconds = (fallback: number, min: number, max: number) =>
  z.coerce.number({ error: "must be a number of seconds" }).min(min).max(max).default(fallback);

const address = z.string().regex(/^\S+:\d{1,5}$/, "must be host:port");

const namespaces = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((name) => name.trim()))
  .transform((names) => names.filter((name) => name !== ""));

const environment = z.object({
  OPERATOR_LOCI_URL: httpUrl,
  OPERATOR_DATA_URL: httpUrl.optional(),
  OPERATOR_MANAGEMENT_KEY: z.string().min(1).optional(),
  OPERATOR_MANAGEMENT_KEY_FILE: z.string().min(1).optional(),
  OPERATOR_PUBLIC_URL: httpUrl.optional(),
  OPERATOR_CLUSTER_NAME: z
    .string()
    .regex(/^[a-z0-9]([-.a-z0-9]{0,61}[a-z0-9])?$/, "must be 1 to 63 of a-z, 0-9, '-' and '.'")
    .default("default"),
  OPERATOR_NAMESPACES: namespaces,
  OPERATOR_POLL_SECONDS: seconds(300, 1, 86_400),
  OPERATOR_NAMESPACE: z.string().min(1).default("default"),
  OPERATOR_LEASE_NAME: z.string().refine(isSubdomain, "must be a name such as a Lease can have").default(fieldManager),
  OPERATOR_LEADER_ELECTION: z.enum(["true", "false"]).default("true"),
  OPERATOR_PROBES_ADDRESS: address.default("0.0.0.0:9100"),
  OPERATOR_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  POD_NAME: z.string().min(1).optional(),
  KUBECONFIG: z.string().min(1).optional(),
  KUBERNETES_SERVICE_HOST: z.string().min(1).optional(),
  KUBERNETES_SERVICE_PORT: z.string().min(1).default("443"),
});

/** What the operator is started with. */
export interface OperatorSettings {
  readonly kube: KubeConfig;
  readonly lociUrl: string;
  /** Where contexts' own API is served: there a context is exported and imported. */
  readonly dataUrl: string;
  readonly managementKey: string;
  /** Where those who hold a key reach Loci. */
  readonly publicUrl: string;
  /** Tells this cluster from others that use the same Loci; it must stay what it is. */
  readonly clusterName: string;
  /** Empty: all. */
  readonly namespaces: readonly string[];
  readonly pollMs: number;
  /** Where the Lease is kept; undefined: there is one operator only, and no election. */
  readonly leaseNamespace: string | undefined;
  /** Operators that share its name take turns: those of one release. */
  readonly leaseName: string;
  readonly identity: string;
  readonly probes: { readonly host: string; readonly port: number };
  readonly logLevel: "debug" | "info" | "warn" | "error";
}

/** A setting that is missing or wrong; the message names it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

type Variables = Readonly<Record<string, string | undefined>>;

function checked<Read>(schema: z.ZodType<Read>, variables: Variables): Read {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [problem] = result.error.issues;
  throw new SettingError(`${problem?.path.join(".") ?? ""}: ${problem?.message ?? "is wrong"}`);
}

const secretName = z.string({ error: "is required" }).refine(isSubdomain, "must be a name such as a Secret can have");

const tokenEnvironment = z.object({
  OPERATOR_NAMESPACE: z.string().min(1).default("default"),
  OPERATOR_TOKEN_SECRETS: secretName,
  OPERATOR_TOKEN_KEY_VERSION: z.coerce.number().int().min(1).max(999_999_999).default(1),
  KUBECONFIG: z.string().min(1).optional(),
  KUBERNETES_SERVICE_HOST: z.string().min(1).optional(),
  KUBERNETES_SERVICE_PORT: z.string().min(1).default("443"),
});

/** What `loci-operator token-keys` is started with. @throws SettingError */
export function readTokenSettings(variables: Variables = process.env): Omit<TokenSecrets, "now"> & { readonly kube: KubeConfig } {
  const read = checked(tokenEnvironment, variables);
  return {
    kube: kubeOf(read),
    namespace: read.OPERATOR_NAMESPACE,
    prefix: read.OPERATOR_TOKEN_SECRETS,
    version: read.OPERATOR_TOKEN_KEY_VERSION,
  };
}

/** @throws SettingError */
export function readSettings(variables: Variables = process.env): OperatorSettings {
  const read = checked(environment, variables);
  const { host = "", port = "" } = /^(?<host>.*):(?<port>\d+)$/.exec(read.OPERATOR_PROBES_ADDRESS)?.groups ?? {};
  return {
    kube: kubeOf(read),
    lociUrl: read.OPERATOR_LOCI_URL,
    dataUrl: read.OPERATOR_DATA_URL ?? read.OPERATOR_LOCI_URL,
    managementKey: managementKeyOf(read),
    publicUrl: read.OPERATOR_PUBLIC_URL ?? read.OPERATOR_LOCI_URL,
    clusterName: read.OPERATOR_CLUSTER_NAME,
    namespaces: read.OPERATOR_NAMESPACES,
    pollMs: read.OPERATOR_POLL_SECONDS * 1_000,
    leaseNamespace: read.OPERATOR_LEADER_ELECTION === "true" ? read.OPERATOR_NAMESPACE : undefined,
    leaseName: read.OPERATOR_LEASE_NAME,
    identity: `${read.POD_NAME ?? hostname()}_${process.pid}`,
    probes: { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) },
    logLevel: read.OPERATOR_LOG_LEVEL,
  };
}

type Environment = z.output<typeof environment>;

function managementKeyOf({ OPERATOR_MANAGEMENT_KEY: key, OPERATOR_MANAGEMENT_KEY_FILE: file }: Environment): string {
  if (key !== undefined) return key;
  if (file === undefined) throw new SettingError("OPERATOR_MANAGEMENT_KEY or OPERATOR_MANAGEMENT_KEY_FILE: is required");
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new SettingError(`OPERATOR_MANAGEMENT_KEY_FILE: cannot read ${file}`, { cause });
  }
}

type Reached = Pick<Environment, "KUBECONFIG" | "KUBERNETES_SERVICE_HOST" | "KUBERNETES_SERVICE_PORT">;

function kubeOf({ KUBECONFIG: file, KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port }: Reached): KubeConfig {
  if (file !== undefined) return kubeconfigFile(file);
  if (host !== undefined) return inClusterConfig(host, port);
  throw new SettingError("KUBECONFIG: is required outside a cluster");
}
