/** What every composition root begins with: clock, chance, log, database. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { idSource, LociError, type IdSource } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { createLifecycle, type Lifecycle } from "@loci/platform/lifecycle";
import { createReadiness, type Readiness } from "@loci/platform/probes";
import { createLogger, offTelemetry, openTelemetry, watchDatabase, type Logger, type Telemetry } from "@loci/platform/telemetry";
import { productVersion } from "@loci/gateway/version";
import type { Database } from "@loci/ports/database";
import { createProviderReports, type ProviderReports } from "../observed/provider-reports.ts";
import { readTracing, settings, type DatabaseAddress, type Settings } from "../config.ts";

/** Clock, ids and chance, from the machine; tests give their own. */
export interface Surroundings {
  /** Milliseconds since the epoch, whole. */
  readonly clock: () => number;
  /** How time goes by, in milliseconds with fractions from any start: what took how long, as no clock can tell that is set meanwhile. */
  readonly elapsed: () => number;
  readonly random: (length: number) => Uint8Array;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly readiness: Readiness;
  readonly telemetry: Telemetry;
  readonly providers: ProviderReports;
}

/** @param role what this process is called in its log and its traces */
export async function surroundings(
  { logLevel, metricsAddress }: Pick<Settings, "logLevel"> & Partial<Pick<Settings, "metricsAddress">>,
  role: string,
): Promise<Surroundings> {
  let telemetry = offTelemetry;
  const clock = () => Date.now();
  const random = (length: number) => randomBytes(length);
  const logger = createLogger(logLevel, { role, trace: () => telemetry.tracing.ids() });
  const elapsed = () => performance.now();
  const ids = idSource(clock, random);
  const lifecycle = createLifecycle(logger);
  telemetry = await openTelemetry({ metrics: metricsAddress !== undefined, tracing: tracingOf(role) }, logger);
  lifecycle.onClose("metrics", () => telemetry.meter.close());
  lifecycle.onClose("traces", () => telemetry.tracing.close());
  const providers = createProviderReports({ clock, callOf: (contextId) => ownCall({ clock, ids }, contextId), logger });
  return { clock, elapsed, random, ids, logger, lifecycle, readiness: createReadiness(), telemetry, providers };
}

function tracingOf(role: string): Parameters<typeof openTelemetry>[0]["tracing"] {
  const asked = readTracing();
  return asked && { ...asked, serviceName: asked.serviceName || `loci-${role}`, serviceVersion: productVersion() };
}

/** A call that Loci makes for itself, good for a minute. "*" stands for all contexts. */
export function ownCall({ clock, ids }: Pick<Surroundings, "clock" | "ids">, contextId = ""): Call {
  return serviceCall(contextId, ids("trace"), clock() + 60_000);
}

/** Of what a process needs, within the five seconds of the chart's probe: a crowded machine must not take all replicas out at once. */
export const readyWithinMs = 4_000;

/** Opens the database and closes it with everything else. */
export async function openDatabase(
  address: DatabaseAddress,
  { lifecycle, logger, readiness, telemetry }: Surroundings,
): Promise<Database> {
  const database = watchDatabase(await open(address, logger), telemetry);
  lifecycle.onClose("database", () => database.close());
  readiness.needs("database", () => database.isReady(readyWithinMs));
  return database;
}

async function open(address: DatabaseAddress, logger: Logger): Promise<Database> {
  if (address.kind === "pglite") {
    const { openPglite } = await import("@loci/adapters/pglite");
    return openPglite({ folder: join(address.folder, "database") });
  }
  const { openPostgres } = await import("@loci/adapters/postgres");
  try {
    return await openPostgres({
      connectionString: address.url,
      onError: (error) => logger.warn({ err: error }, "database connection lost"),
    });
  } catch (error) {
    // The URL may hold a password; host and database name are what helps.
    const { host, pathname } = new URL(address.url);
    const said = LociError.from(error);
    throw new LociError(said.code, `${said.message} (${settings.connectionString.env}: ${host}${pathname})`, { cause: error });
  }
}
