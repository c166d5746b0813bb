import { readSettings } from "../config.ts";
import { roleSettings, type RoleSettings } from "../roles.ts";
import { startBackground } from "./background.ts";
import { bootstrapContext } from "./foundation.ts";
import { serveDatabase } from "./database.ts";
import { serveOwn } from "./http.ts";
import { listenForProbes, untilLeft, withLifecycle } from "./listen.ts";
import { openServices, type OwnServices } from "./own-services.ts";
import { surroundings, ownCall, type Surroundings } from "./surroundings.ts";
import { contextWithKey } from "./context-with-key.ts";
import { firstStartText, laterStartText, urlOf } from "./welcome.ts";

/** `loci-server dev start`: every service object in this process, wired directly. */
export async function startDev(flags: Readonly<Record<string, unknown>>, bootstrap: boolean): Promise<void> {
  const config = readSettings(roleSettings.dev, flags);
  const parts = await surroundings(config, "dev");
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const services = await openServices(config, { create: true, extracts: true, follows: false }, parts);
    const { promise: waits, resolve } = Promise.withResolvers<undefined>();
    const began = startBackground(services, { documents: true, upkeep: services }, parts, () => resolve(undefined));
    // It serves also while the background work has to wait for something.
    await Promise.race([began, waits]);
    process.stdout.write(await openForUsers(services, config, bootstrap, parts));
    process.stdout.write(await serveDatabase(config, bootstrap, parts));
    await Promise.all([began, untilLeft(0, parts)]);
    process.stdout.write("Stopping …\n");
  });
}

/** @returns what to tell the user once it serves */
async function openForUsers(
  services: OwnServices,
  config: RoleSettings<"dev">,
  bootstrap: boolean,
  parts: Surroundings,
): Promise<string> {
  const listener = await serveOwn(config, services, "all", parts);
  const place = { url: urlOf(config.bindAddress.host, listener.port), database: config.connectionString };
  // After listening: were the port taken, the keys would have been made and never shown.
  const keys = bootstrap ? await bootstrapContext(services.auth, config, parts) : undefined;
  if (keys?.created) return firstStartText(place, keys);
  const { contexts } = await services.auth.listContexts({ page: null }, ownCall(parts));
  const ids = contexts.map((context) => context.id);
  return laterStartText(place, ids, await contextWithKey(services.auth, ids, config.contextId, parts));
}
