/**
 * Every setting of the server, in one table, and the only reader of process.env. A flag wins over the environment, the
 * environment over the default. Each role names the settings that it takes and gets them checked, once, at its start.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { contextIdProblem } from "@loci/kernel";
import { z } from "zod";
import { modelHosts } from "./allowed-model-hosts.ts";
import { origins } from "./allowed-origins.ts";
import { callerNames } from "./caller-names.ts";
import { databaseAddress, type DatabaseAddress } from "./database-address.ts";
import { databaseSettings } from "./database-settings.ts";
import { headerAliases } from "./header-aliases.ts";
import { listenAddress, optionalListenAddress, serviceAddresses, type ListenAddress } from "./listen-address.ts";
import { modelPrices } from "./model-prices.ts";
import { networks } from "./networks.ts";
import { objectStoreAddress, type ObjectStoreAddress } from "./object-store-url.ts";
import { runnerAddress } from "./runner-url.ts";
import { httpUrl, wholeNumber } from "./setting-shapes.ts";
import { tracingOf } from "./tracing-variables.ts";

export type { DatabaseAddress, ListenAddress };

/** A setting that is missing or wrong; the message names it. */
export class SettingError extends Error {}

interface Setting {
  readonly flag: string;
  readonly env: string;
  readonly about: string;
  readonly schema: z.ZodType;
}

const text = z.string().optional();
export const settings = {
  connectionString: {
    flag: "--connection-string <string>",
    env: "DB_CONNECTION",
    about: "postgres://… or pglite:<folder> (default: a folder of its own under the user's data directory)",
    schema: z
      .string()
      .optional()
      .transform(databaseAddress(() => defaultDataFolder())),
  },
  secretsDir: {
    flag: "--secrets-dir <folder>",
    env: "SERVICE_SECRETS_DIR",
    about: "the service's own secrets (default: secrets/ in the data folder)",
    schema: text,
  },
  bindAddress: {
    flag: "--bind-address <host:port>",
    env: "SERVICE_BIND_ADDRESS",
    about: "where HTTP is served (default 0.0.0.0:9090)",
    schema: z.string().default("0.0.0.0:9090").transform(listenAddress),
  },
  contextId: {
    flag: "--context-id <id>",
    env: "SERVICE_CONTEXT_ID",
    about: "the context that bootstrap makes (default dev)",
    schema: z
      .string()
      .default("dev")
      .superRefine((id, check) => {
        const problem = contextIdProblem(id);
        if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
      }),
  },
  contextApiKey: {
    flag: "--context-api-key <key>",
    env: "SERVICE_API_KEY",
    about: "pins the context key that bootstrap makes",
    schema: text,
  },
  managementApiKey: {
    flag: "--management-api-key <key>",
    env: "SERVICE_MANAGEMENT_API_KEY",
    about: "pins the management key that bootstrap makes, and the one that rotate-management leaves",
    schema: text,
  },
  auditRetentionDays: {
    flag: "--audit-retention-days <n>",
    env: "SERVICE_AUDIT_RETENTION_DAYS",
    about: "how many days the audit's rows of requests are kept, 0 to 36500 (default 0: for ever)",
    schema: wholeNumber(0, 36_500, 0),
  },
  objectStoreUrl: {
    flag: "--object-store-url <url>",
    env: "SERVICE_OBJECT_STORE_URL",
    about:
      "where documents' originals are kept: file:<folder> (default: objects/ in the data folder) or s3://bucket/prefix?endpoint=…&region=…",
    schema: z.string().optional().transform(objectStoreAddress),
  },
  objectStoreAccessKey: {
    flag: "--object-store-access-key <key>",
    env: "SERVICE_OBJECT_STORE_ACCESS_KEY",
    about: "access key of the S3 store",
    schema: text,
  },
  objectStoreSecretKey: {
    flag: "--object-store-secret-key <key>",
    env: "SERVICE_OBJECT_STORE_SECRET_KEY",
    about: "its secret key",
    schema: text,
  },
  runnerUrl: {
    flag: "--runner-url <url>",
    env: "SERVICE_RUNNER_URL",
    about:
      "what runs documents' pipelines and scheduled work: temporal://host:port/namespace, with TLS temporals://… (default: a queue in the database)",
    schema: z.string().optional().transform(runnerAddress),
  },
  runnerTlsCert: {
    flag: "--runner-tls-cert <file>",
    env: "SERVICE_RUNNER_TLS_CERT",
    about: "certificate that Loci shows to temporals://, PEM",
    schema: text,
  },
  runnerTlsKey: { flag: "--runner-tls-key <file>", env: "SERVICE_RUNNER_TLS_KEY", about: "its private key, PEM", schema: text },
  runnerTlsCa: {
    flag: "--runner-tls-ca <file>",
    env: "SERVICE_RUNNER_TLS_CA",
    about: "the authority that signed the certificate of temporals://, PEM (default: those that this machine trusts)",
    schema: text,
  },
  runnerApiKey: {
    flag: "--runner-api-key <key>",
    env: "SERVICE_RUNNER_API_KEY",
    about: "API key for temporals://, as Temporal Cloud gives one",
    schema: text,
  },
  jsonLimitBytes: {
    flag: "--json-limit-bytes <n>",
    env: "SERVICE_JSON_LIMIT_BYTES",
    about: "the longest JSON body (default 10 MiB)",
    schema: wholeNumber(1_024, 100 * 1024 * 1024, 10 * 1024 * 1024),
  },
  uploadLimitBytes: {
    flag: "--upload-limit-bytes <n>",
    env: "SERVICE_UPLOAD_LIMIT_BYTES",
    about: "the longest uploaded document (default 100 MiB)",
    schema: wholeNumber(1_024, 999_999_999, 100 * 1024 * 1024),
  },
  requestsPerMinute: {
    flag: "--requests-per-minute <n>",
    env: "SERVICE_REQUESTS_PER_MINUTE",
    about: "the most requests of one key in a minute, in each process (default 30000); 0 for no limit",
    schema: wholeNumber(0, 999_999_999, 30_000),
  },
  contextRequestsPerMinute: {
    flag: "--context-requests-per-minute <n>",
    env: "SERVICE_CONTEXT_REQUESTS_PER_MINUTE",
    about: "the same of all keys of one context together (default 60000); 0 for no limit",
    schema: wholeNumber(0, 999_999_999, 60_000),
  },
  wrongKeysPerMinute: {
    flag: "--wrong-keys-per-minute <n>",
    env: "SERVICE_WRONG_KEYS_PER_MINUTE",
    about: "wrong keys of one address in a minute, after which it is told 429 for further ones (default 60); 0 for no limit",
    schema: wholeNumber(0, 999_999_999, 60),
  },
  trustedProxies: {
    flag: "--trusted-proxies <network,…>",
    env: "SERVICE_TRUSTED_PROXIES",
    about: "addresses and networks of proxies whose X-Forwarded-For is believed, such as 10.0.0.0/8 (default: nobody's)",
    schema: z.string().default("").transform(networks),
  },
  maxQueryK: {
    flag: "--max-query-k <n>",
    env: "SERVICE_MAX_QUERY_K",
    about: "the most hits of one query, 1 to 50 (default 50)",
    schema: wholeNumber(1, 50, 50),
  },
  retrievalPoolSize: {
    flag: "--retrieval-pool-size <n>",
    env: "SERVICE_RETRIEVAL_POOL_SIZE",
    about: "candidates of each search leg, 16 to 4096 (default 256)",
    schema: wholeNumber(16, 4096, 256),
  },
  searchUrl: {
    flag: "--search-url <url>",
    env: "SERVICE_SEARCH_URL",
    about:
      "the OpenSearch that holds the search index, http(s)://user:password@host:9200 (default: the index lies in the database)",
    schema: httpUrl,
  },
  headerAliases: {
    flag: "--header-aliases <alias=name,…>",
    env: "SERVICE_HEADER_ALIASES",
    about: "further names of the delegation and context headers",
    schema: z.string().default("").transform(headerAliases),
  },
  allowedOrigins: {
    flag: "--allowed-origins <origin,…>",
    env: "SERVICE_ALLOWED_ORIGINS",
    about: "web pages that may use /mcp from a browser, such as https://app.example.com",
    schema: z.string().default("").transform(origins),
  },
  embeddingsProvider: {
    flag: "--embeddings-provider <name>",
    env: "SERVICE_EMBEDDINGS_PROVIDER",
    about: "builtin (default), onnx or openai; fixed for a deployment at its first start",
    schema: z.enum(["builtin", "onnx", "openai"], { error: "must be builtin, onnx or openai" }).default("builtin"),
  },
  embeddingsModel: {
    flag: "--embeddings-model <name>",
    env: "SERVICE_EMBEDDINGS_MODEL",
    about: "the model's name (openai), or its folder (onnx)",
    schema: text,
  },
  embeddingsUrl: {
    flag: "--embeddings-url <url>",
    env: "SERVICE_EMBEDDINGS_URL",
    about: "base URL of an OpenAI-compatible server",
    schema: httpUrl,
  },
  embeddingsApiKey: {
    flag: "--embeddings-api-key <key>",
    env: "SERVICE_EMBEDDINGS_API_KEY",
    about: "its key",
    schema: text,
  },
  llmProvider: {
    flag: "--llm-provider <name>",
    env: "SERVICE_LLM_PROVIDER",
    about: "what reads facts from text: builtin (default; rules, no network) or openai",
    schema: z.enum(["builtin", "openai"], { error: "must be builtin or openai" }).default("builtin"),
  },
  llmUrl: { flag: "--llm-url <url>", env: "SERVICE_LLM_URL", about: "base URL of an OpenAI-compatible server", schema: httpUrl },
  llmModel: { flag: "--llm-model <name>", env: "SERVICE_LLM_MODEL", about: "its model", schema: text },
  llmApiKey: { flag: "--llm-api-key <key>", env: "SERVICE_LLM_API_KEY", about: "its key", schema: text },
  modelPrices: {
    flag: "--model-prices <model=input/output,…>",
    env: "SERVICE_MODEL_PRICES",
    about: "what a million tokens of each model cost, read and written, such as large=2.5/10; for the metric of costs",
    schema: z.string().default("").transform(modelPrices),
  },
  allowedModelHosts: {
    flag: "--allowed-model-hosts <host,…>",
    env: "SERVICE_ALLOWED_MODEL_HOSTS",
    about:
      "hosts beside public ones that contexts' own settings may name for models: name, name:port, address or network, such as localhost:11434,10.1.0.0/16",
    schema: z.string().default("").transform(modelHosts),
  },
  rerankerUrl: {
    flag: "--reranker-url <url>",
    env: "SERVICE_RERANKER_URL",
    about: "rerank endpoint of a cross-encoder (default: none)",
    schema: httpUrl,
  },
  rerankerModel: { flag: "--reranker-model <name>", env: "SERVICE_RERANKER_MODEL", about: "its model", schema: text },
  rerankerApiKey: { flag: "--reranker-api-key <key>", env: "SERVICE_RERANKER_API_KEY", about: "its key", schema: text },
  logLevel: {
    flag: "--log-level <level>",
    env: "SERVICE_LOG_LEVEL",
    about: "trace, debug, info, warn (default), error or silent; JSON lines on stderr",
    schema: z
      .enum(["trace", "debug", "info", "warn", "error", "silent"], { error: "must be trace, debug, info, warn, error or silent" })
      .default("warn"),
  },
  bind: {
    flag: "--bind <host:port>",
    env: "SERVICE_RPC_BIND",
    about: "where gRPC is served (default 127.0.0.1:9191)",
    schema: z.string().default("127.0.0.1:9191").transform(listenAddress),
  },
  authAddress: {
    flag: "--auth-address <host:port,…>",
    env: "SERVICE_AUTH_ADDRESS",
    about: "the auth service: host:port, or several; each name may stand for many replicas",
    schema: z.string().optional().transform(serviceAddresses),
  },
  graphAddress: {
    flag: "--graph-address <host:port,…>",
    env: "SERVICE_GRAPH_ADDRESS",
    about: "the graph service: host:port, or several; each name may stand for many replicas",
    schema: z.string().optional().transform(serviceAddresses),
  },
  ingestAddress: {
    flag: "--ingest-address <host:port,…>",
    env: "SERVICE_INGEST_ADDRESS",
    about: "the ingest service: host:port, or several; each name may stand for many replicas",
    schema: z.string().optional().transform(serviceAddresses),
  },
  retrievalAddress: {
    flag: "--retrieval-address <host:port,…>",
    env: "SERVICE_RETRIEVAL_ADDRESS",
    about: "the retrieval service: host:port, or several; each name may stand for many replicas",
    schema: z.string().optional().transform(serviceAddresses),
  },
  tlsCert: {
    flag: "--tls-cert <file>",
    env: "SERVICE_TLS_CERT",
    about:
      "certificate for gRPC, PEM; with the key and the authority it turns mutual TLS on; files are read again when they change",
    schema: text,
  },
  tlsKey: { flag: "--tls-key <file>", env: "SERVICE_TLS_KEY", about: "its private key, PEM", schema: text },
  tlsCa: {
    flag: "--tls-ca <file>",
    env: "SERVICE_TLS_CA",
    about: "the authority that signed the others' certificates, PEM",
    schema: text,
  },
  tlsCallers: {
    flag: "--tls-callers <name,…>",
    env: "SERVICE_TLS_CALLERS",
    about:
      "whose calls a service takes by TLS: URIs or DNS names, of which the caller's certificate must bear one; * for all that the authority signed (default: spiffe://loci/<role> of each role that calls it)",
    schema: z.string().optional().transform(callerNames),
  },
  rpcPlaintext: {
    flag: "--rpc-plaintext <true|false>",
    env: "SERVICE_RPC_PLAINTEXT",
    about: "true lets gRPC leave this machine without TLS, in a network that is itself trusted (default false)",
    schema: z
      .enum(["true", "false"], { error: "must be true or false" })
      .default("false")
      .transform((given) => given === "true"),
  },
  drainSeconds: {
    flag: "--drain-seconds <n>",
    env: "SERVICE_DRAIN_SECONDS",
    about: "how long a role that was asked to stop still takes requests, while it says that it is not ready (default 5)",
    schema: wholeNumber(0, 300, 5),
  },
  ...databaseSettings,
  metricsAddress: {
    flag: "--metrics-address <host:port>",
    env: "SERVICE_METRICS_ADDRESS",
    about: "where /metrics, /healthz and /readyz are served (default: nowhere)",
    schema: z.string().optional().transform(optionalListenAddress),
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]["schema"]> };

/**
 * Reads the named settings.
 * @param flags what commander read, under the same names
 * @throws SettingError naming the flag and the variable of what is wrong
 */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  flags: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv = process.env,
): Pick<Settings, Name> {
  const read: Record<string, unknown> = {};
  for (const name of names) {
    const { env: variable, flag, schema } = settings[name];
    const result = schema.safeParse(flags[name] ?? (env[variable] || undefined));
    if (!result.success) {
      const problem = result.error.issues[0]?.message ?? "is not valid";
      throw new SettingError(`${variable} (${flag.split(" ")[0] ?? flag}) ${problem}`);
    }
    read[name] = result.data;
  }
  return read as Pick<Settings, Name>;
}

/** How traces are made; undefined where they are not. */
export const readTracing = (env: NodeJS.ProcessEnv = process.env) => tracingOf(env);

/** A setting that a role cannot do without. */
export function required<Name extends SettingName>(name: Name, value: Settings[Name]): NonNullable<Settings[Name]> {
  const { env, flag } = settings[name];
  if (value === undefined) throw new SettingError(`${env} (${flag.split(" ")[0] ?? flag}) is needed here`);
  return value;
}

/** Where Loci keeps its data when nobody says otherwise. */
export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env["XDG_DATA_HOME"]) return join(env["XDG_DATA_HOME"], "loci");
  return process.platform === "darwin"
    ? join(homedir(), "Library", "Application Support", "loci")
    : join(homedir(), ".local", "share", "loci");
}

/** The folder of the service's secrets. */
export function secretsFolder({ secretsDir, connectionString }: Pick<Settings, "secretsDir" | "connectionString">): string {
  return secretsDir ?? join(connectionString.kind === "pglite" ? connectionString.folder : defaultDataFolder(), "secrets");
}

/** Where documents' originals are kept. */
export function objectsAddress({
  objectStoreUrl,
  connectionString,
}: Pick<Settings, "objectStoreUrl" | "connectionString">): ObjectStoreAddress {
  const data = connectionString.kind === "pglite" ? connectionString.folder : defaultDataFolder();
  return objectStoreUrl ?? { kind: "folder", folder: join(data, "objects") };
}
