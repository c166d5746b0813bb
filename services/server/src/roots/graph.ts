import { createGraphService, migrations } from "@loci/graph";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import type { AuthService, GraphService } from "@loci/protos";
import { readSettings, required } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { runService, withLifecycle } from "./listen.ts";
import { connect } from "./remote.ts";
import { openDatabase, openSecrets, surroundings, type Surroundings } from "./surroundings.ts";

/** The graph service over an opened and migrated database. */
export function makeGraph(database: Database, auth: Pick<AuthService<Call>, "findUnregistered">, { clock, ids, logger }: Surroundings): GraphService<Call> {
  return createGraphService({ database, auth, clock, ids, logger });
}

/** `loci-server graph start` */
export async function startGraph(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.graph, flags);
  const authAddress = required("authAddress", config.authAddress);
  const parts = surroundings(config);
  await withLifecycle(parts, async () => {
    const secrets = await openSecrets(config, false, parts);
    const auth = connect<AuthService<Call>>("auth", authAddress, secrets, parts);
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [migrations]);
    await runService("graph", config.rpcBind, secrets, makeGraph(database, auth, parts), parts);
  });
}
