import { createAuthService, migrations, type Auth } from "@loci/auth";
import { migrate } from "@loci/platform/db";
import { publicOnly } from "@loci/platform/outbound";
import type { Database } from "@loci/ports/database";
import { readSettings, type Settings } from "../config.ts";
import { watchAuthState } from "../observed/auth-state.ts";
import { watchOperations } from "../observed/operations.ts";
import { roleSettings } from "../roles.ts";
import { listenForProbes, runService, withLifecycle } from "./listen.ts";
import { openDatabase, openSecrets, surroundings, type ServiceSecrets, type Surroundings } from "./surroundings.ts";
import { openTransport } from "./wire.ts";

/** The auth service over an opened and migrated database. */
export function makeAuth(
  database: Database,
  { secrets }: ServiceSecrets,
  { allowedModelHosts: modelHosts = publicOnly }: Partial<Pick<Settings, "allowedModelHosts">>,
  { clock, ids, random, logger, lifecycle, telemetry }: Surroundings,
): Auth {
  watchAuthState(database, telemetry);
  const auth = createAuthService({ database, secrets, modelHosts, clock, ids, random, logger });
  lifecycle.onClose("auth", () => auth.close());
  return watchOperations("auth", auth, telemetry);
}

/** `loci-server auth start` */
export async function startAuth(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.auth, flags);
  const parts = await surroundings(config, "auth");
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const transport = await openTransport(config, parts);
    const secrets = await openSecrets(config, false, parts);
    const wire = { tokens: secrets.tokens, transport, telemetry: parts.telemetry };
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [migrations]);
    await runService("auth", config, wire, makeAuth(database, secrets, config, parts), parts);
  });
}
