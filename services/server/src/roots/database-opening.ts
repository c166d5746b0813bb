/** How the database's own store is held, opened, and given its first user. */
import { join } from "node:path";
import type { Databases, Store } from "@loci/database";
import type { Limits } from "@loci/database/limits";
import type { Database } from "@loci/ports/database";
import { watchDatabase } from "@loci/platform/telemetry";
import type { Settings } from "../config.ts";
import { firstUser, type FirstUser } from "./database-user.ts";
import type { RoleSettings } from "../roles.ts";
import type { Surroundings } from "./surroundings.ts";

export type DatabaseConfig = Omit<RoleSettings<"database">, "drainSeconds" | "metricsAddress" | "logLevel">;

/** Where its records are: held by this process from its start, opened when somebody asks. */
interface Place {
  /** Whether nothing was ever in it; undefined: nobody knows before it is opened. */
  readonly isNew: boolean | undefined;
  open(): Promise<Database>;
  release(): Promise<void>;
}

/** What the start tells its user of the root's users: one was made, the named one is there, others are, there is none. */
export type RootNews =
  | { readonly root: "made"; readonly name: string; readonly password: string | undefined }
  | { readonly root: "there" | "others" | "none" | "unknown" };

export interface Opening {
  /**
   * Takes the place of the records for this process.
   * @throws LociError `conflict` when another process has the folder
   */
  hold(): Promise<void>;
  /** Opens the store, which holds it; after a failure the next call tries again. */
  readonly open: () => Promise<Databases>;
  /** Opens the store where nothing else can say it. */
  news(): Promise<RootNews>;
}

export function openingOf(config: DatabaseConfig, bootstrap: boolean, parts: Surroundings): Opening {
  const holding = again(async () => {
    const first = await firstUser(config, bootstrap);
    return { first, place: await placeOf(config.connectionString, parts) };
  });
  let opened: Store | undefined;
  const opening = again(async () => {
    const { place, first } = await holding.get();
    // The database starts in a thread of its own while the language is loaded.
    const [database, { ensureRootUser, openStore }] = await Promise.all([place.open(), import("@loci/database")]);
    const store = await openStore(database, { statementMs: config.queryTimeout * 1_000 }).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    opened = store;
    const root = await ensureRootUser(store, first?.user);
    if (root === "made") await first?.keep();
    return { databases: await over(store, database, config, parts), news: newsOf(root, first) };
  });
  parts.lifecycle.onClose("databases", async () => {
    if (opened !== undefined) await opened.close();
    else await (await holding.made()?.catch(() => undefined))?.place.release();
  });
  return {
    hold: async () => void (await holding.get()),
    open: async () => (await opening.get()).databases,
    async news() {
      const { place, first } = await holding.get();
      if (opening.made() === undefined) {
        if (first === undefined) return { root: place.isNew === true ? "none" : "unknown" };
        if (first.password === undefined) return { root: "there" };
        // Nobody else can make a user in a folder that is new, and held.
        if (place.isNew === true) {
          await first.keep();
          return newsOf("made", first);
        }
      }
      return (await opening.get()).news;
    },
  };
}

function newsOf(root: "made" | "there" | "none", first: FirstUser | undefined): RootNews {
  if (root === "made" && first !== undefined) return { root, name: first.user.name, password: first.password };
  if (root === "none") return { root };
  // A password was made, and opens nothing: others were there.
  return { root: first?.password === undefined ? "there" : "others" };
}

/** Makes a thing at the first call; after a failure the next call tries again. */
function again<T>(make: () => Promise<T>): { get(): Promise<T>; made(): Promise<T> | undefined } {
  let made: Promise<T> | undefined;
  return {
    made: () => made,
    get: () =>
      (made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      })),
  };
}

async function over(
  store: Store,
  database: Database,
  config: DatabaseConfig,
  { clock, logger, telemetry }: Pick<Surroundings, "clock" | "logger" | "telemetry">,
): Promise<Databases> {
  const [{ openDatabases }, { keySetFetch }] = await Promise.all([import("@loci/database"), import("./database-keys.ts")]);
  return openDatabases({
    store,
    clock,
    telemetry,
    failed: (error) => logger.error({ err: error }, "the database failed"),
    unauthenticated: config.unauthenticated,
    allowGuests: config.allowGuests,
    limits: limitsOf(config),
    isReady: (timeoutMs) => database.isReady(timeoutMs),
    fetchFrom: keySetFetch(config.allowedKeyHosts, logger),
  });
}

function limitsOf(config: DatabaseConfig): Limits {
  return {
    statementMs: config.queryTimeout * 1_000,
    depth: config.maxDepth,
    values: config.maxValues,
    text: config.maxText,
    transactions: config.maxTransactions,
    liveQueriesOfSession: config.maxLiveQueries,
    liveQueries: config.maxLiveQueries * 32,
    sockets: config.maxSockets,
    message: config.maxMessage,
    strangerMessage: config.maxStrangerMessage,
  };
}

/** A PGlite of its own, as one has one session, and a client's open transaction must not hold up the memory; of Postgres connections of its own. */
async function placeOf(
  address: Settings["connectionString"],
  { logger, telemetry }: Pick<Surroundings, "logger" | "telemetry">,
): Promise<Place> {
  // The memory beside it tells of connections.
  const watched = (database: Database): Database => watchDatabase(database, telemetry, { connections: false });
  if (address.kind === "pglite") {
    const { reservePglite } = await import("@loci/adapters/pglite");
    const place = await reservePglite({ folder: join(address.folder, "databases") });
    return { isNew: place.isNew, open: async () => watched(await place.open()), release: () => place.release() };
  }
  return {
    isNew: undefined,
    async open() {
      const { openPostgres } = await import("@loci/adapters/postgres");
      const database = await openPostgres({
        connectionString: address.url,
        onError: (error) => logger.warn({ err: error }, "database connection lost"),
      });
      return watched(database);
    },
    release: async () => undefined,
  };
}
