import { createGraphService, migrations, type Decided } from "@loci/graph";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { callerTokens } from "@loci/platform/rpc";
import { isOff } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { GraphService } from "@loci/protos";
import { readSettings } from "../config.ts";
import { observeDecided } from "../observed/decisions.ts";
import { watchDocuments } from "../observed/documents.ts";
import { watchGraphState } from "../observed/graph-state.ts";
import { watchOperations } from "../observed/operations.ts";
import { roleSettings } from "../roles.ts";
import { listenForProbes, runService, withLifecycle } from "./listen.ts";
import { openPublicKeys } from "./secrets.ts";
import { openDatabase, surroundings, type Surroundings } from "./surroundings.ts";
import { openTransport } from "./wire.ts";

/** The graph service over an opened and migrated database. */
export function makeGraph(database: Database, { clock, ids, logger, telemetry }: Surroundings): GraphService<Call> {
  watchGraphState(database, telemetry);
  const watched = isOff(telemetry) ? {} : { onDecided: (decided: Decided) => observeDecided(telemetry.meter, decided) };
  const service = createGraphService({ database, clock, ids, logger, ...watched });
  return watchOperations("graph", watchDocuments(service, telemetry, clock), telemetry);
}

/** `loci-server graph start` */
export async function startGraph(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.graph, flags);
  const parts = await surroundings(config, "graph");
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const transport = await openTransport(config, parts);
    const tokens = callerTokens({ clock: parts.clock, find: await openPublicKeys(config, parts) });
    const wire = { tokens, transport, telemetry: parts.telemetry };
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [migrations]);
    await runService("graph", config, wire, makeGraph(database, parts), parts);
  });
}
