import { createGraphService, migrations } from "@loci/graph";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import type { GraphService } from "@loci/protos";
import { readSettings } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { runService, withLifecycle } from "./listen.ts";
import { openDatabase, openSecrets, surroundings, type Surroundings } from "./surroundings.ts";

/** The graph service over an opened and migrated database. */
export function makeGraph(database: Database, { clock, ids, logger }: Surroundings): GraphService<Call> {
  return createGraphService({ database, clock, ids, logger });
}

/** `loci-server graph start` */
export async function startGraph(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.graph, flags);
  const parts = surroundings(config);
  await withLifecycle(parts, async () => {
    const secrets = await openSecrets(config, false, parts);
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [migrations]);
    await runService("graph", config.bind, secrets, makeGraph(database, parts), parts);
  });
}
