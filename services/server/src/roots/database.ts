/** The database under the memory, as a listener of its own: in `dev start` beside the rest, or as the role `database`. */
import { readFile } from "node:fs/promises";
import { listenDatabase, type DatabaseListener } from "@loci/database/listen";
import { readSettings, SettingError, type ListenAddress } from "../config.ts";
import { cannotListen } from "../faults.ts";
import { roleSettings } from "../roles.ts";
import { openingOf, type DatabaseConfig, type Opening, type RootNews } from "./database-opening.ts";
import { listenForProbes, untilLeft, withLifecycle } from "./listen.ts";
import { surroundings, type Surroundings } from "./surroundings.ts";
import { urlOf } from "./welcome.ts";

const usualAddress: ListenAddress = { host: "127.0.0.1", port: 8000 };
const graceMs = 10_000;

/** `loci-server database start` */
export async function startDatabase(flags: Readonly<Record<string, unknown>>, bootstrap: boolean): Promise<void> {
  const config = readSettings(roleSettings.database, flags);
  const parts = await surroundings(config, "database");
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const opening = openingOf(config, bootstrap, parts);
    const address = config.dbBind ?? usualAddress;
    const listener = await listen(config, address, opening, parts).catch((error: unknown) => {
      throw cannotListen(address, "--db-bind", error);
    });
    await opening.open();
    parts.readiness.serve();
    process.stdout.write(databaseText(config, listener, await opening.news()));
    await untilLeft(config.drainSeconds, parts);
    process.stdout.write("Stopping …\n");
  });
}

/**
 * The database beside the memory. Where nobody chose its address and it is taken, the memory is served without it.
 * @returns what to tell the user
 */
export async function serveDatabase(config: DatabaseConfig, bootstrap: boolean, parts: Surroundings): Promise<string> {
  const address = config.dbBind ?? usualAddress;
  const opening = openingOf(config, bootstrap, parts);
  const listener = await listen(config, address, opening, parts).catch((error: unknown) => {
    if (config.dbBind !== undefined) throw cannotListen(address, "--db-bind", error);
    return undefined;
  });
  if (listener === undefined)
    return `  Database        not served: ${address.host}:${address.port} is taken; choose another address with --db-bind\n\n`;
  await opening.hold();
  return databaseText(config, listener, await opening.news());
}

async function listen(
  config: DatabaseConfig,
  { host, port }: ListenAddress,
  opening: Opening,
  { logger, lifecycle, telemetry }: Surroundings,
): Promise<DatabaseListener> {
  const failed = (error: unknown): void => logger.error({ err: error }, "the database failed");
  const left = (): void => logger.debug("a client of the database left before its answer");
  const tls = await tlsOf(config);
  const listener = await listenDatabase({ open: () => opening.open(), host, port, failed, left, telemetry, tls });
  lifecycle.onClose("database listener", () => listener.close(graceMs));
  return listener;
}

async function tlsOf({ webCrt, webKey }: DatabaseConfig): Promise<{ certificate: string; key: string } | undefined> {
  if (webCrt === undefined && webKey === undefined) return undefined;
  if (webCrt === undefined || webKey === undefined)
    throw new SettingError("DB_WEB_CRT (--web-crt) and DB_WEB_KEY (--web-key) go together");
  const [certificate, key] = await Promise.all([readFile(webCrt, "utf8"), readFile(webKey, "utf8")]);
  return { certificate, key };
}

function databaseText(config: DatabaseConfig, { host, port }: DatabaseListener, news: RootNews): string {
  const url = urlOf(host, port).replace(/^http:/, config.webCrt === undefined ? "http:" : "https:");
  const lines = [`  Database        ${url} (SurrealQL over HTTP and WebSocket)`];
  const about = aboutRoot(news, config.unauthenticated);
  if (about !== undefined) lines.push(`  Root user       ${about}`);
  return `${lines.join("\n")}\n\n`;
}

function aboutRoot(news: RootNews, isOpen: boolean): string | undefined {
  const advice = "give --user and --pass, or start with --bootstrap";
  switch (news.root) {
    case "made":
      return news.password === undefined ? undefined : `${news.name}, password ${news.password} (shown this once)`;
    case "others":
      return "as it was made before: this start made none. Where its password is lost, start with --unauthenticated and DEFINE USER … ON ROOT";
    case "none":
      return isOpen ? undefined : `none yet: ${advice}`;
    case "unknown":
      return isOpen ? undefined : `where there is none yet, ${advice}`;
    default:
      return undefined;
  }
}
