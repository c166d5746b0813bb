import { createAuthService, migrations, type Auth, type AuthTokens } from "@loci/auth";
import { migrate } from "@loci/platform/db";
import { publicOnly } from "@loci/platform/outbound";
import { callerTokens } from "@loci/platform/rpc";
import type { Secrets } from "@loci/platform/secrets";
import type { Database } from "@loci/ports/database";
import { readSettings, type Settings } from "../config.ts";
import { watchAuthState } from "../observed/auth-state.ts";
import { watchOperations } from "../observed/operations.ts";
import { roleSettings } from "../roles.ts";
import { listenForProbes, runService, withLifecycle } from "./listen.ts";
import { openPublicKeys, openSecrets, openSigner } from "./secrets.ts";
import { openDatabase, surroundings, type Surroundings } from "./surroundings.ts";
import { openTransport } from "./wire.ts";

/** What of the settings auth heeds, beside where it finds its data. */
export type AuthChoice = "allowedModelHosts" | "auditRetentionDays";

/** The auth service over an opened and migrated database. */
export function makeAuth(
  database: Database,
  secrets: Secrets,
  { allowedModelHosts: modelHosts = publicOnly, auditRetentionDays = 0 }: Partial<Pick<Settings, AuthChoice>>,
  { clock, ids, random, logger, lifecycle, telemetry }: Surroundings,
  tokens?: AuthTokens,
): Auth {
  watchAuthState(database, telemetry);
  const choices = { modelHosts, auditRetentionDays };
  const auth = createAuthService({ database, secrets, ...choices, clock, ids, random, logger, ...(tokens ? { tokens } : {}) });
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
    const secrets = await openSecrets(config, false);
    const tokens = { signer: await openSigner(config, "auth", parts), find: await openPublicKeys(config, parts) };
    const wire = { tokens: callerTokens({ clock: parts.clock, find: tokens.find }), transport, telemetry: parts.telemetry };
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [migrations]);
    await runService("auth", config, wire, makeAuth(database, secrets, config, parts, tokens), parts);
  });
}
