/** Which settings each role takes: its root reads these and no others, and its --help shows them. */
import type { SettingName, Settings } from "./config.ts";

const database = ["connectionString", "secretsDir", "logLevel"] as const satisfies readonly SettingName[];
const objects = ["objectStoreUrl", "objectStoreAccessKey", "objectStoreSecretKey"] as const satisfies readonly SettingName[];
const runner = [
  "runnerUrl",
  "runnerTlsCert",
  "runnerTlsKey",
  "runnerTlsCa",
  "runnerApiKey",
] as const satisfies readonly SettingName[];
const embeddings = [
  "embeddingsProvider",
  "embeddingsModel",
  "embeddingsUrl",
  "embeddingsApiKey",
] as const satisfies readonly SettingName[];
/** What whoever runs the server lets contexts choose; for those that check it and those that heed it. */
const contextsChoices = ["allowedModelHosts"] as const satisfies readonly SettingName[];
const languageModel = [
  "llmProvider",
  "llmUrl",
  "llmModel",
  "llmApiKey",
  "modelPrices",
  ...contextsChoices,
] as const satisfies readonly SettingName[];
const recall = [
  "searchUrl",
  "retrievalPoolSize",
  "rerankerUrl",
  "rerankerModel",
  "rerankerApiKey",
] as const satisfies readonly SettingName[];
const http = [
  "bindAddress",
  "maxQueryK",
  "headerAliases",
  "allowedOrigins",
  "jsonLimitBytes",
  "uploadLimitBytes",
  "requestsPerMinute",
  "contextRequestsPerMinute",
  "wrongKeysPerMinute",
  "trustedProxies",
] as const satisfies readonly SettingName[];
const firstKeys = ["contextId", "contextApiKey", "managementApiKey"] as const satisfies readonly SettingName[];
/** What auth keeps, for how long. */
const records = ["auditRetentionDays"] as const satisfies readonly SettingName[];
/** Of a role that opens the database itself and brings every service as an object. */
const overDatabase = [
  ...database,
  ...records,
  ...objects,
  ...runner,
  ...embeddings,
  ...languageModel,
  ...recall,
] as const satisfies readonly SettingName[];

/** Of a role that serves the database. */
const databases = [
  "dbBind",
  "user",
  "pass",
  "unauthenticated",
  "allowGuests",
  "webCrt",
  "webKey",
  "allowedKeyHosts",
  "queryTimeout",
  "maxDepth",
  "maxValues",
  "maxText",
  "maxTransactions",
  "maxLiveQueries",
  "maxSockets",
  "maxMessage",
  "maxStrangerMessage",
] as const satisfies readonly SettingName[];

/** Of a role that runs until it is stopped. */
const running = ["metricsAddress"] as const satisfies readonly SettingName[];
/** Of a role that others send requests to. */
const serving = ["drainSeconds", ...running] as const satisfies readonly SettingName[];
/** Of a role that speaks gRPC with others. */
const rpc = ["tlsCert", "tlsKey", "tlsCa", "rpcPlaintext", ...serving] as const satisfies readonly SettingName[];

/** Of a role that others call over gRPC. */
const called = ["bind", "tlsCallers", ...rpc] as const satisfies readonly SettingName[];

export const roleSettings = {
  dev: [...http, ...overDatabase, ...databases, ...firstKeys, ...running],
  database: [...database, ...databases, ...serving],
  bootstrap: [...database, ...firstKeys, ...embeddings],
  worker: [...overDatabase, ...running],
  scheduler: [...overDatabase, ...running],
  management: [...http, ...overDatabase, ...serving],
  api: [...http, ...overDatabase, "authAddress", "ingestAddress", "graphAddress", "retrievalAddress", ...rpc],
  auth: [...called, ...database, ...records, ...contextsChoices],
  graph: [...called, ...database],
  ingest: [
    ...called,
    ...database,
    ...objects,
    ...runner,
    "authAddress",
    "graphAddress",
    "retrievalAddress",
    ...embeddings,
    ...languageModel,
    "uploadLimitBytes",
  ],
  retrieval: [...called, ...database, "authAddress", "graphAddress", "ingestAddress", ...embeddings, ...languageModel, ...recall],
  keys: [...database],
  managementKey: [...database, "managementApiKey"],
  export: [...database, ...objects],
  import: [...database, ...objects, ...contextsChoices],
  reEmbed: [...database, ...embeddings],
  reread: [...database, ...embeddings, ...languageModel],
  reindex: [...database, "searchUrl", ...runner],
  fsck: [...database, "searchUrl"],
} as const satisfies Record<string, readonly SettingName[]>;

export type RoleSettings<Role extends keyof typeof roleSettings> = Pick<Settings, (typeof roleSettings)[Role][number]>;
