/** What `dev start`, `bootstrap` and `keys` share: the database brought up to date, and who may do what in it. */
import { migrations as authMigrations, type Auth } from "@loci/auth";
import { migrations as graphMigrations } from "@loci/graph";
import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import type { auth as messages, GraphService } from "@loci/protos";
import { migrations as retrievalMigrations } from "@loci/retrieval";
import type { Settings } from "../config.ts";
import { recordDeed } from "./audited.ts";
import { makeAuth, type AuthChoice } from "./auth.ts";
import { makeGraph } from "./graph.ts";
import { openSecrets } from "./secrets.ts";
import { openDatabase, ownCall, type Surroundings } from "./surroundings.ts";

export interface Foundation {
  readonly database: Database;
  readonly auth: Auth;
  readonly graph: GraphService<Call>;
}

/** @param create make the service's secrets where there are none */
export async function openFoundation(
  config: Pick<Settings, "connectionString" | "secretsDir"> & Partial<Pick<Settings, AuthChoice>>,
  create: boolean,
  parts: Surroundings,
): Promise<Foundation> {
  // The database first: it alone says in a clear way when the data folder cannot be written or is in use.
  const database = await openDatabase(config.connectionString, parts);
  const secrets = await openSecrets(config, create);
  await migrate(database, [authMigrations, graphMigrations, retrievalMigrations]);
  const auth = makeAuth(database, secrets, config, parts);
  return { database, auth, graph: makeGraph(database, parts) };
}

/** Makes the first context and its keys; `created` is false where it is there already. */
export async function bootstrapContext(
  auth: Auth,
  { contextId, contextApiKey, managementApiKey }: Pick<Settings, "contextId" | "contextApiKey" | "managementApiKey">,
  parts: Surroundings,
): Promise<messages.BootstrapResponse> {
  const request = { contextId, contextKey: contextApiKey ?? "", managementKey: managementApiKey ?? "" };
  try {
    const made = await auth.bootstrap(request, ownCall(parts));
    if (made.created) await recordDeed(auth, { operation: "bootstrap", contextId: made.contextId }, parts);
    return made;
  } catch (thrown) {
    throw renamed(thrown, {
      "/contextKey": "SERVICE_API_KEY",
      "/managementKey": "SERVICE_MANAGEMENT_API_KEY",
      "/contextId": "SERVICE_CONTEXT_ID",
    });
  }
}

/** Names the setting where the service named its own field. */
function renamed(thrown: unknown, names: Readonly<Record<string, string>>): LociError {
  const error = LociError.from(thrown);
  const [field] = error.fields;
  const name = field === undefined ? undefined : names[field.pointer];
  return name === undefined || field === undefined
    ? error
    : new LociError(error.code, `${name} ${field.detail}`, { cause: thrown });
}
