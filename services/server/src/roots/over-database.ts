/** The roles that share one Postgres server, each a process that opens it: api, management, worker, scheduler. */
import { readSettings, SettingError, settings } from "../config.ts";
import { roleSettings, type RoleSettings } from "../roles.ts";
import { startBackground } from "./background.ts";
import { serveOwn } from "./http.ts";
import { listenForProbes, untilLeft, withLifecycle } from "./listen.ts";
import { openServices, type Duties, type OwnServices } from "./own-services.ts";
import { surroundings, type Surroundings } from "./surroundings.ts";
import { urlOf } from "./welcome.ts";

type Flags = Readonly<Record<string, unknown>>;
type Role = "api" | "management" | "worker" | "scheduler";

/** `loci-server management`: the management API alone. */
export function startManagement(flags: Flags): Promise<void> {
  return startOverDatabase("management", readSettings(roleSettings.management, flags), "management");
}

/** HTTP over the services in this process. */
export function startOverDatabase(
  role: "api" | "management",
  config: RoleSettings<"management">,
  planes: "all" | "management",
): Promise<void> {
  return runRole(role, config, { extracts: false }, async (services, parts) => {
    const listener = await serveOwn(config, services, planes, parts);
    return `serving on ${urlOf(config.bindAddress.host, listener.port)}`;
  });
}

/** `loci-server worker`: reads documents, and extracts what a request could not wait for. */
export function startWorker(flags: Flags): Promise<void> {
  const config = readSettings(roleSettings.worker, flags);
  return runRole("worker", config, { extracts: true }, async (services, parts) => {
    const began = await startBackground(services, { documents: true, upkeep: undefined }, parts);
    return began ? "working on the queue" : undefined;
  });
}

/** `loci-server scheduler`: does what the clock asks for. */
export function startScheduler(flags: Flags): Promise<void> {
  const config = readSettings(roleSettings.scheduler, flags);
  return runRole("scheduler", config, { extracts: false }, async (services, parts) => {
    const began = await startBackground(services, { documents: false, upkeep: services }, parts);
    return began ? "doing the scheduled work" : undefined;
  });
}

/**
 * Opens the services, starts what the role does with them, says so, and runs until it is asked to stop.
 * @param start gives what is said; nothing where the process was asked to stop meanwhile
 */
async function runRole(
  role: Role,
  config: RoleSettings<"worker"> & Partial<RoleSettings<"management">>,
  { extracts }: Pick<Duties, "extracts">,
  start: (services: OwnServices, parts: Surroundings) => Promise<string | undefined>,
): Promise<void> {
  if (config.connectionString.kind === "pglite") {
    const { env, flag } = settings.connectionString;
    throw new SettingError(
      `${env} (${flag.split(" ")[0] ?? ""}) must be postgres://… for the role ${role}: an embedded database has one process, 'loci-server dev start'`,
    );
  }
  const parts = await surroundings(config, role);
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const services = await openServices(config, { create: false, extracts, follows: true }, parts);
    const does = await start(services, parts);
    if (does === undefined) return;
    process.stdout.write(`loci-server ${role}: ${does}\n`);
    parts.readiness.serve();
    // Whoever takes work from the queue by itself has nobody to wait for.
    await untilLeft(config.drainSeconds ?? 0, parts);
  });
}
