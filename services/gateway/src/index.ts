import type { RequestListener } from "node:http";
import type { IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { offTelemetry, watchHttp, type Logger, type Telemetry } from "@loci/platform/telemetry";
import type { AuthService, GraphService, IngestService, RetrievalService } from "@loci/protos";
import { createApp } from "./app.ts";
import { brokenChains } from "./audit/broken-chains.ts";
import { createAudit } from "./audit/index.ts";
import { createAuthenticator } from "./authenticate.ts";
import { jsonBodyReader } from "./body.ts";
import { clientAddress } from "./client-address.ts";
import { consoleSurface } from "./console/index.ts";
import { createOperationGate } from "./idempotency.ts";
import { listenHttp, type Listener } from "./listen.ts";
import { mcpSurface } from "./mcp/index.ts";
import { createRateLimit } from "./rate-limit.ts";
import { apiDocumentSurface } from "./openapi/index.ts";
import type { Readiness } from "./rest/health.ts";
import { restRoutes } from "./rest/index.ts";
import { throughRegistered } from "./rest/registered.ts";
import { productVersion } from "./version.ts";
import { usualLookMs } from "./still-allowed.ts";
import { slowWrongKeys } from "./wrong-keys.ts";

export { readFile, splitLines, writeFile, type ReadFile, type TransferServices } from "./transfer/index.ts";
export type { Listener } from "./listen.ts";
export type { Readiness } from "./rest/health.ts";

export interface GatewaySettings {
  /** Other names of our request headers: alias → name. */
  readonly headerAliases: Readonly<Record<string, string>>;
  /** Origins of web pages that may use the MCP endpoint, beside this machine's own. */
  readonly allowedOrigins: readonly string[];
  /** Clamps the cap of k (50) down. */
  readonly maxQueryK: number;
  readonly jsonLimitBytes: number;
  /** The longest file that is taken. */
  readonly uploadLimitBytes: number;
  /** The longest file that a context is filled from. */
  readonly importLimitBytes: number;
  /** Of one key, in this process; 0 for no limit. */
  readonly requestsPerMinute: number;
  /** Of all keys of one context, in this process; 0 for no limit. */
  readonly contextRequestsPerMinute: number;
  /** Of one address, before further ones are answered 429 instead of 401; 0 for no limit. */
  readonly wrongKeysPerMinute: number;
  /** Addresses and networks of proxies that are believed whom they say that they ask for (X-Forwarded-For). */
  readonly trustedProxies: readonly string[];
  /** After this long a request is answered with 504. */
  readonly requestTimeoutMs: number;
  /** Where the console's built files lie; "" serves none. */
  readonly consoleFolder: string;
}

export const defaultGatewaySettings: GatewaySettings = {
  headerAliases: {},
  allowedOrigins: [],
  maxQueryK: 50,
  jsonLimitBytes: 10 * 1024 * 1024,
  uploadLimitBytes: 100 * 1024 * 1024,
  importLimitBytes: 10 * 1024 * 1024 * 1024,
  requestsPerMinute: 30_000,
  contextRequestsPerMinute: 60_000,
  wrongKeysPerMinute: 60,
  trustedProxies: [],
  requestTimeoutMs: 60_000,
  consoleFolder: "",
};

export interface GatewayDeps {
  readonly auth: AuthService<Call>;
  readonly ingest: IngestService<Call>;
  readonly graph: GraphService<Call>;
  readonly retrieval: RetrievalService<Call>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly settings: GatewaySettings;
  readonly ready: () => Promise<Readiness>;
  /** Serve all, or the management API alone; by default all. */
  readonly planes?: "all" | "management";
  /** Measures and traces requests; by default nothing does. */
  readonly telemetry?: Telemetry;
  /** How often it is looked whether the key of a request that is under way still fits, in milliseconds. */
  readonly keyLookMs?: number;
}

export interface Gateway {
  readonly handler: RequestListener;
  /** Serves on its own HTTP server; port 0 takes a free one. */
  listen(host: string, port: number): Promise<Listener>;
}

/** HTTP over the services: it authenticates, checks and translates, and keeps no state but the writes that are under way. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { auth, clock, ids, logger, settings, telemetry = offTelemetry } = deps;
  const { allowedOrigins, jsonLimitBytes, consoleFolder } = settings;
  const audit = createAudit({ auth, clock, ids, logger });
  const services = { ...deps, ...throughRegistered(deps, auth), ready: brokenChains(deps) };
  const routes = restRoutes({ ...services, audit }).filter((route) => deps.planes !== "management" || route.plane !== "data");
  const addressOf = clientAddress(settings.trustedProxies);
  const common = {
    routes,
    audit,
    addressOf,
    authenticator: slowWrongKeys(createAuthenticator(auth, settings.headerAliases), addressOf, settings.wrongKeysPerMinute),
    gate: createOperationGate(deps.graph, clock, logger),
    rateLimit: createRateLimit(settings),
    ...{ clock, ids, logger, tracing: telemetry.tracing, meter: telemetry.meter },
    requestTimeoutMs: settings.requestTimeoutMs,
    keyLookMs: deps.keyLookMs ?? usualLookMs,
  };
  const ofData = () => [
    mcpSurface({ ...common, allowedOrigins, jsonLimitBytes }),
    ...(consoleFolder === "" ? [] : [consoleSurface(consoleFolder)]),
  ];
  const app = createApp({
    ...common,
    surfaces: [
      apiDocumentSurface(routes, () => ({ version: productVersion() })),
      ...(deps.planes === "management" ? [] : ofData()),
    ],
    readBody: jsonBodyReader(jsonLimitBytes),
  });
  const handler = watchHttp(app, telemetry);
  return {
    handler,
    async listen(host, port) {
      const listener = await listenHttp(handler, host, port);
      return {
        ...listener,
        async close(graceMs) {
          await listener.close(graceMs);
          await audit.close();
        },
      };
    },
  };
}
