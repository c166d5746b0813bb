import type { RequestListener } from "node:http";
import type { IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { AuthService, GraphService, IngestService, RetrievalService } from "@loci/protos";
import { createApp } from "./app.ts";
import { createAuthenticator } from "./authenticate.ts";
import { jsonBodyReader } from "./body.ts";
import { createOperationGate } from "./idempotency.ts";
import { listenHttp, type Listener } from "./listen.ts";
import { accessRoutes } from "./rest/access.ts";
import { entityRoutes } from "./rest/entities.ts";
import { factsRoutes } from "./rest/facts.ts";
import { healthRoutes, type Readiness } from "./rest/health.ts";
import { managementRoutes } from "./rest/management.ts";
import { recallRoutes } from "./rest/recall.ts";

export type { Listener } from "./listen.ts";
export type { Readiness } from "./rest/health.ts";

export interface GatewaySettings {
  /** Other names of our request headers: alias → name. */
  readonly headerAliases: Readonly<Record<string, string>>;
  /** Clamps the cap of k (50) down. */
  readonly maxQueryK: number;
  readonly jsonLimitBytes: number;
  /** After this long a request is answered with 504. */
  readonly requestTimeoutMs: number;
}

export const defaultGatewaySettings: GatewaySettings = {
  headerAliases: {},
  maxQueryK: 50,
  jsonLimitBytes: 10 * 1024 * 1024,
  requestTimeoutMs: 60_000,
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
}

export interface Gateway {
  readonly handler: RequestListener;
  /** Serves on its own HTTP server; port 0 takes a free one. */
  listen(host: string, port: number): Promise<Listener>;
}

/** REST over the services: it authenticates, checks and translates, and keeps no state but the writes that are under way. */
export function createGateway(deps: GatewayDeps): Gateway {
  const { auth, clock, ids, logger, settings } = deps;
  const handler = createApp({
    // Management comes before the data plane, whose {contextId} would match `contexts` too.
    routes: [
      ...healthRoutes(deps.ready),
      ...managementRoutes(auth),
      ...factsRoutes(deps.ingest, createOperationGate()),
      ...recallRoutes(deps.retrieval, settings.maxQueryK),
      ...entityRoutes(deps.graph),
      ...accessRoutes(auth),
    ],
    authenticator: createAuthenticator(auth, settings.headerAliases),
    readBody: jsonBodyReader(settings.jsonLimitBytes),
    clock,
    ids,
    logger,
    requestTimeoutMs: settings.requestTimeoutMs,
  });
  return { handler, listen: (host, port) => listenHttp(handler, host, port) };
}
