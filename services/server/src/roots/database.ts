/** The database under the memory, as a listener of its own: in `dev start` beside the rest, or as the role `database`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Databases, Store } from "@loci/database";
import { listenDatabase, type DatabaseListener } from "@loci/database/listen";
import { publicOnly } from "@loci/platform/outbound";
import type { Database } from "@loci/ports/database";
import { readSettings, SettingError, type DatabaseAddress, type ListenAddress } from "../config.ts";
import { cannotListen } from "../faults.ts";
import { roleSettings, type RoleSettings } from "../roles.ts";
import { firstUser, type FirstUser } from "./database-user.ts";
import { listenForProbes, untilLeft, withLifecycle } from "./listen.ts";
import { surroundings, type Surroundings } from "./surroundings.ts";
import { urlOf } from "./welcome.ts";

type Config = Omit<RoleSettings<"database">, "drainSeconds" | "metricsAddress" | "logLevel">;

const usualAddress: ListenAddress = { host: "127.0.0.1", port: 8000 };
const graceMs = 10_000;

/** `loci-server database start` */
export async function startDatabase(flags: Readonly<Record<string, unknown>>, bootstrap: boolean): Promise<void> {
  const config = readSettings(roleSettings.database, flags);
  const parts = await surroundings(config, "database");
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const first = await firstUser(config, bootstrap);
    const address = config.dbBind ?? usualAddress;
    const { listener, ready } = await listen(config, address, first, parts).catch((error: unknown) => {
      throw cannotListen(address, "--db-bind", error);
    });
    await ready();
    parts.readiness.serve();
    process.stdout.write(databaseText(config, listener, first));
    await untilLeft(config.drainSeconds, parts);
    process.stdout.write("Stopping …\n");
  });
}

/**
 * The database beside the memory. Where nobody chose its address and it is taken, the memory is served without it.
 * @returns what to tell the user
 */
export async function serveDatabase(config: Config, bootstrap: boolean, parts: Surroundings): Promise<string> {
  const address = config.dbBind ?? usualAddress;
  const first = await firstUser(config, bootstrap);
  try {
    return databaseText(config, (await listen(config, address, first, parts)).listener, first);
  } catch (error) {
    if (config.dbBind !== undefined) throw cannotListen(address, "--db-bind", error);
    return `  Database        not served: ${address.host}:${address.port} is taken; choose another address with --db-bind\n\n`;
  }
}

async function listen(
  config: Config,
  { host, port }: ListenAddress,
  first: FirstUser | undefined,
  parts: Surroundings,
): Promise<{ readonly listener: DatabaseListener; readonly ready: () => Promise<void> }> {
  const { logger, lifecycle } = parts;
  const failed = (error: unknown): void => logger.error({ err: error }, "the database failed");
  // Before the listener, so that it is closed after it: requests under way still need it.
  let opened: Store | undefined;
  lifecycle.onClose("databases", async () => opened?.close());
  let opening: Promise<Databases> | undefined;
  const openOnce = async (): Promise<Databases> => {
    const { databases, store } = await openDatabases(config, first, { ...parts, failed });
    opened = store;
    return databases;
  };
  // After a failure the next request tries again.
  const open = (): Promise<Databases> => {
    opening ??= openOnce().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const listener = await listenDatabase({ open, host, port, failed, tls: await tlsOf(config) });
  lifecycle.onClose("database listener", () => listener.close(graceMs));
  return { listener, ready: async () => void (await open()) };
}

async function openDatabases(
  config: Config,
  first: FirstUser | undefined,
  { clock, logger, failed }: Pick<Surroundings, "clock" | "logger"> & { readonly failed: (error: unknown) => void },
): Promise<{ readonly databases: Databases; readonly store: Store }> {
  const [{ ensureRootUser, openDatabases: open, openStore }, { guardedFetch }] = await Promise.all([
    import("@loci/database"),
    import("@loci/adapters/outbound"),
  ]);
  const database = await openOwn(config.connectionString, (error) => logger.warn({ err: error }, "database connection lost"));
  const store = await openStore(database);
  if (first !== undefined) await ensureRootUser(store, first.user);
  const databases = open({
    store,
    clock,
    failed,
    unauthenticated: config.unauthenticated,
    allowGuests: config.allowGuests,
    isReady: (timeoutMs) => database.isReady(timeoutMs),
    fetchFrom: (url) => guardedFetch(url, publicOnly),
  });
  return { databases, store };
}

/** A PGlite of its own, as one has one session, and a client's open transaction must not hold up the memory; of Postgres connections of its own. */
async function openOwn(address: DatabaseAddress, onError: (error: Error) => void): Promise<Database> {
  if (address.kind === "pglite") {
    const { openPglite } = await import("@loci/adapters/pglite");
    return openPglite({ folder: join(address.folder, "databases") });
  }
  const { openPostgres } = await import("@loci/adapters/postgres");
  return openPostgres({ connectionString: address.url, onError });
}

async function tlsOf({ webCrt, webKey }: Config): Promise<{ certificate: string; key: string } | undefined> {
  if (webCrt === undefined && webKey === undefined) return undefined;
  if (webCrt === undefined || webKey === undefined)
    throw new SettingError("DB_WEB_CRT (--web-crt) and DB_WEB_KEY (--web-key) go together");
  const [certificate, key] = await Promise.all([readFile(webCrt, "utf8"), readFile(webKey, "utf8")]);
  return { certificate, key };
}

function databaseText(config: Config, { host, port }: DatabaseListener, first: FirstUser | undefined): string {
  const url = urlOf(host, port).replace(/^http:/, config.webCrt === undefined ? "http:" : "https:");
  const lines = [`  Database        ${url} (SurrealQL over HTTP and WebSocket)`];
  if (first?.password !== undefined)
    lines.push(`  Root user       ${first.user.name}, password ${first.password} (shown this once)`);
  else if (first === undefined && !config.unauthenticated) {
    lines.push("  Root user       none yet: give --user and --pass, or start with --bootstrap on a new folder");
  }
  return `${lines.join("\n")}\n\n`;
}
