import { createGateway, type Listener } from "@loci/gateway";
import type { RoleSettings } from "../roles.ts";
import { gatewaySettings } from "./gateway-settings.ts";
import { listenHttp } from "./listen.ts";
import type { OwnServices } from "./own-services.ts";
import type { Surroundings } from "./surroundings.ts";

/** Serves HTTP over the services in this process: all of it, or the management API alone. */
export async function serveOwn(
  config: Omit<RoleSettings<"management">, "drainSeconds">,
  { auth, ingest, graph, retrieval }: OwnServices,
  planes: "all" | "management",
  parts: Surroundings,
): Promise<Listener> {
  const { clock, ids, logger, telemetry } = parts;
  const gateway = createGateway({
    ...{ auth, ingest, graph, retrieval, clock, ids, logger, planes, telemetry },
    settings: gatewaySettings(config),
    ready: () => parts.readiness.state(),
  });
  return listenHttp(gateway, config.bindAddress, parts);
}
