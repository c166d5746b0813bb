import { createAuthService, migrations, type Auth } from "@loci/auth";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import { readSettings } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { runService, withLifecycle } from "./listen.ts";
import { openDatabase, openSecrets, surroundings, type ServiceSecrets, type Surroundings } from "./surroundings.ts";

/** The auth service over an opened and migrated database. */
export function makeAuth(
  database: Database,
  { secrets }: ServiceSecrets,
  { clock, ids, random, logger, lifecycle }: Surroundings,
): Auth {
  const auth = createAuthService({ database, secrets, clock, ids, random, logger });
  lifecycle.onClose("auth", () => auth.close());
  return auth;
}

/** `loci-server auth start` */
export async function startAuth(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.auth, flags);
  const parts = surroundings(config);
  await withLifecycle(parts, async () => {
    const secrets = await openSecrets(config, false, parts);
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [migrations]);
    await runService("auth", config.bind, secrets, makeAuth(database, secrets, parts), parts);
  });
}
