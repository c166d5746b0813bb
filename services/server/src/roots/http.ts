import { createGateway, type Listener } from "@loci/gateway";
import type { RoleSettings } from "../roles.ts";
import { gatewaySettings } from "./gateway-settings.ts";
import { listenHttp } from "./listen.ts";
import type { OwnServices } from "./own-services.ts";
import type { Surroundings } from "./surroundings.ts";

const readyWithinMs = 1_000;

/** Serves HTTP over the services in this process: all of it, or the management API alone. */
export async function serveOwn(
  config: RoleSettings<"management">,
  { database, auth, ingest, graph, retrieval }: OwnServices,
  planes: "all" | "management",
  parts: Surroundings,
): Promise<Listener> {
  const { clock, ids, logger } = parts;
  const gateway = createGateway({
    ...{ auth, ingest, graph, retrieval, clock, ids, logger, planes },
    settings: gatewaySettings(config),
    ready: async () => {
      const ok = await database.isReady(readyWithinMs);
      return { ok, parts: { database: ok ? "ok" : "does not answer" } };
    },
  });
  return listenHttp(gateway, config.bindAddress, parts);
}
