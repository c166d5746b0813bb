/** Which settings each role takes: its root reads these and no others, and its --help shows them. */
import type { SettingName, Settings } from "./config.ts";

const database = ["connectionString", "secretsDir", "logLevel"] as const satisfies readonly SettingName[];
const embeddings = [
  "embeddingsProvider",
  "embeddingsModel",
  "embeddingsUrl",
  "embeddingsApiKey",
] as const satisfies readonly SettingName[];
const languageModel = ["llmProvider", "llmUrl", "llmModel", "llmApiKey"] as const satisfies readonly SettingName[];
const recall = ["retrievalPoolSize", "rerankerUrl", "rerankerModel", "rerankerApiKey"] as const satisfies readonly SettingName[];
const http = [
  "bindAddress",
  "maxQueryK",
  "headerAliases",
  "allowedOrigins",
  "jsonLimitBytes",
  "uploadLimitBytes",
  "requestsPerMinute",
] as const satisfies readonly SettingName[];
const firstKeys = ["contextId", "contextApiKey", "managementApiKey"] as const satisfies readonly SettingName[];
/** Of a role that opens the database itself and brings every service as an object. */
const overDatabase = [
  ...database,
  "objectStoreUrl",
  ...embeddings,
  ...languageModel,
  ...recall,
] as const satisfies readonly SettingName[];

export const roleSettings = {
  dev: [...http, ...overDatabase, ...firstKeys],
  bootstrap: [...database, ...firstKeys, ...embeddings],
  worker: overDatabase,
  scheduler: overDatabase,
  management: [...http, ...overDatabase],
  api: [...http, ...overDatabase, "authAddress", "ingestAddress", "graphAddress", "retrievalAddress"],
  auth: ["bind", ...database],
  graph: ["bind", ...database],
  ingest: [
    "bind",
    ...database,
    "objectStoreUrl",
    "authAddress",
    "graphAddress",
    "retrievalAddress",
    ...embeddings,
    ...languageModel,
  ],
  retrieval: ["bind", ...database, "authAddress", "graphAddress", "ingestAddress", ...embeddings, ...languageModel, ...recall],
  keys: [...database],
  export: [...database, "objectStoreUrl"],
  import: [...database, "objectStoreUrl"],
  reEmbed: [...database, ...embeddings],
} as const satisfies Record<string, readonly SettingName[]>;

export type RoleSettings<Role extends keyof typeof roleSettings> = Pick<Settings, (typeof roleSettings)[Role][number]>;
