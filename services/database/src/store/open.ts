import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { migrate, type MigrationSource } from "@loci/platform/db";
import { type Database, sql } from "@loci/ports/database";
import { QueryError } from "../errors.ts";
import { catalogCache } from "./catalog.ts";
import { asQueryError } from "./failures.ts";
import type { ParseDefinition } from "./loaded.ts";
import { liveStore } from "./live.ts";
import type { Store, StoreTransaction } from "./port.ts";
import { startSweeper } from "./retired.ts";
import { seenVersions, unseen } from "./seen.ts";
import { storeTransaction } from "./transaction.ts";

export interface StoreOptions {
  readonly parseDefinition: ParseDefinition;
  /** Limits of a transaction, in milliseconds: without a statement, and altogether; see `SessionOptions`. */
  readonly idleMs?: number;
  readonly totalMs?: number;
  /** How long one statement of the store may take. */
  readonly statementMs?: number;
  /** Defines what a store has in which nothing was ever defined. Of processes that open it at once one does. */
  readonly whenNew?: (transaction: StoreTransaction) => Promise<void>;
  /** See `liveStore`. */
  readonly watchSeconds?: number;
}

export const migrations: MigrationSource = { schema: "database", folder: join(import.meta.dirname, "../../migrations") };

/**
 * Opens the store in a Postgres or PGlite, which it brings up to date. On PGlite, which has one session, transactions take turns, also
 * where one thinks in between (`DatabaseSession`).
 * @throws what the database fails with
 */
export async function openStore(
  database: Database,
  { parseDefinition, watchSeconds, whenNew, ...limits }: StoreOptions,
): Promise<Store> {
  await migrate(database, [migrations]);
  await database.asOwner((tx) => tx.query(foldChanges));
  const cache = catalogCache(parseDefinition);
  const { listen } = database;
  const live = listen === undefined ? undefined : liveStore({ ...database, listen }, watchSeconds);
  const sweeper = startSweeper(database);
  sweeper.sweep();
  sweeper.sweepFeeds();
  // On a Postgres a transaction has one snapshot from its first statement to its end.
  const mayRepeat = database.features.product === "pglite";
  const store: Store = {
    secret: () => deploymentSecret(database),
    live,
    async begin({ writes }) {
      const session = database.openSession(limits);
      try {
        await session.begin({ readOnly: !writes });
      } catch (thrown) {
        throw asQueryError(thrown);
      }
      return storeTransaction(session, cache, writes && mayRepeat ? seenVersions() : unseen, {
        removed: sweeper.sweep,
        fed: sweeper.sweepFeeds,
      });
    },
    async close() {
      await live?.end();
      await sweeper.end();
      await database.close();
    },
  };
  if (whenNew !== undefined && (await isNew(database))) await atOnce(store, whenNew);
  return store;
}

/** The sums of changes stay when all is removed again. */
async function isNew(database: Database): Promise<boolean> {
  const [row] = await database.asOwner((tx) =>
    tx.query<{ is_new: boolean }>(sql`select not exists (select from database.change) as is_new`),
  );
  return row?.is_new === true;
}

/** In one transaction; where another did the same meanwhile, nothing is left to do. */
async function atOnce(store: Store, work: (transaction: StoreTransaction) => Promise<void>): Promise<void> {
  const transaction = await store.begin({ writes: true });
  try {
    await work(transaction);
    await transaction.commit();
  } catch (error) {
    await transaction.cancel();
    if (!(error instanceof QueryError) || error.reason !== "conflict") throw error;
  }
}

/** 64 random bytes that are made once for a deployment; two processes that begin at once agree on the first. */
async function deploymentSecret(database: Database): Promise<Uint8Array> {
  return database.asOwner(async (tx) => {
    await tx.query(sql`insert into database.secret (bytes) values (${randomBytes(64)}) on conflict (one) do nothing`);
    const [row] = await tx.query<{ bytes: Uint8Array }>(sql`select bytes from database.secret`);
    return row?.bytes ?? new Uint8Array();
  });
}

/** The sums stay, and with them the versions. */
const foldChanges = sql`with folded as (delete from database.change returning place, n)
  insert into database.change (place, n) select place, sum(n) from folded group by place`;
