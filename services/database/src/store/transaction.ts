import { type DatabaseSession, sql } from "@loci/ports/database";
import { v7 as uuidV7 } from "uuid";
import type { Ask, Catalog, CatalogCache } from "./catalog.ts";
import { applyDefinition } from "./define.ts";
import { asQueryError } from "./failures.ts";
import { readChanges, stampRun, writeChanges, type Run } from "./feed.ts";
import { groupRecords } from "./group.ts";
import { announceChanges } from "./live.ts";
import { deleteGrants, readGrants, writeGrant } from "./grants.ts";
import type { LoadedPlace, LoadedTable } from "./loaded.ts";
import type { Place, StoreTransaction } from "./port.ts";
import { readEdges, tablesOfEdges, tablesWithEdges } from "./edges.ts";
import { deleteRecords, readRecords, writeRecords } from "./records.ts";
import { countFiltered, countRecords, countReferring, scanRecords } from "./scan.ts";
import { scanEach } from "./scan-each.ts";
import type { Seen, Within } from "./seen.ts";
import { removeAll, setAll } from "./set-all.ts";
import { relation } from "./sql.ts";
import { readPostings } from "./words.ts";

/** What is swept once a transaction is committed. */
export interface AfterCommit {
  /** Something was removed for good. */
  readonly removed: () => void;
  /** A feed was written to. */
  readonly fed: () => void;
}

/**
 * @param seen of this transaction
 * @param session has begun, and is this transaction's alone: its end closes it
 */
export function storeTransaction(session: DatabaseSession, cache: CatalogCache, seen: Seen, after: AfterCommit): StoreTransaction {
  /** By namespace and database, as this transaction sees them. */
  const catalogs = new Map<string, Promise<Catalog>>();
  /** Once it has changed definitions. */
  let own: Map<number, LoadedPlace> | undefined;
  let hasRemoved = false;
  let run: Run | undefined;
  let hasEnded = false;
  let mayHaveWritten = false;

  const ask: Ask = <Row>(...[query, { name, once = false } = {}]: Parameters<Ask>) => {
    mayHaveWritten ||= !once;
    return session.query<Row>(query, { ...(name !== undefined && { name }), once }).catch((thrown: unknown) => {
      throw asQueryError(thrown);
    });
  };

  const within: Within = { ask, seen };

  const catalogOf = (place: Partial<Place>): Promise<Catalog> => {
    const key = JSON.stringify([place.namespace, place.database]);
    const known = catalogs.get(key);
    if (known !== undefined) return known;
    const loading = cache.load(ask, place, own);
    catalogs.set(key, loading);
    return loading;
  };
  const tableOf = async (place: Place, table: string): Promise<LoadedTable | undefined> =>
    (await catalogOf(place)).database?.tables.get(table);

  const tablesOf = async (
    place: Place,
    tables: readonly string[],
  ): Promise<readonly { readonly table: string; readonly loaded: LoadedTable }[]> => {
    const all = (await catalogOf(place)).database?.tables;
    return tables.flatMap((table) => {
      const loaded = all?.get(table);
      return loaded === undefined ? [] : [{ table, loaded }];
    });
  };

  /** The number of the place itself. */
  const homeOf = async (place: Partial<Place>): Promise<number | undefined> => {
    const { root, namespace, database } = await catalogOf(place);
    if (place.database !== undefined) return database?.id;
    return place.namespace === undefined ? root.id : namespace?.id;
  };

  const end = async (how: "commit" | "rollback"): Promise<void> => {
    // Whoever cancels after a commit that failed has nothing left to cancel.
    if (hasEnded && how === "rollback") return;
    hasEnded = true;
    try {
      await session[how]();
    } catch (thrown) {
      throw asQueryError(thrown);
    } finally {
      await session.close();
    }
  };

  return {
    definitions: async (place) => (await catalogOf(place)).definitions,
    announce: (changes) => announceChanges(ask, changes),
    async define(change) {
      const catalog = await catalogOf(change.place);
      await applyDefinition(ask, change, catalog);
      hasRemoved ||= change.text === undefined || change.what === "index";
      own ??= new Map();
      catalogs.clear();
    },
    async read(place, table, keys) {
      const loaded = await tableOf(place, table);
      return loaded === undefined ? keys.map(() => undefined) : readRecords(within, loaded, keys);
    },
    async *scan(place, scan) {
      const loaded = await tableOf(place, scan.table);
      if (loaded !== undefined) yield* scanRecords(within, loaded, scan);
    },
    async scanEach(place, scans) {
      const [first] = scans;
      const loaded = first && (await tableOf(place, first.table));
      return loaded === undefined ? scans.map(() => ({ records: [], isLast: true })) : scanEach(within, loaded, scans);
    },
    async postings(place, table, index, words) {
      const loaded = await tableOf(place, table);
      if (loaded === undefined) throw new Error("words were asked for of a table that is not there");
      return readPostings(ask, table, loaded, index, words);
    },
    async count(place, scan) {
      const loaded = await tableOf(place, scan.table);
      return loaded === undefined ? 0 : countRecords(ask, loaded, scan);
    },
    async countFiltered(place, scan, filter) {
      const loaded = await tableOf(place, scan.table);
      return loaded === undefined ? 0 : countFiltered(ask, loaded, scan, filter);
    },
    async countReferring(place, table, by, to) {
      const loaded = await tableOf(place, table);
      return loaded === undefined ? to.map(() => 0) : countReferring(ask, loaded, by, to);
    },
    async groups(place, grouping) {
      const loaded = await tableOf(place, grouping.table);
      return loaded === undefined ? [] : groupRecords(ask, loaded, grouping, session);
    },
    async write(place, table, records, mode) {
      if (records.length === 0) return;
      const loaded = await tableOf(place, table);
      if (loaded === undefined) throw new Error("a record was written to a table that is not there");
      await writeRecords(within, table, loaded, records, mode);
    },
    async setAll(place, table, change) {
      const loaded = await tableOf(place, table);
      return loaded === undefined ? { count: 0, keys: [] } : setAll(within, loaded, change);
    },
    async deleteAll(place, table, of, tells) {
      const loaded = await tableOf(place, table);
      return loaded === undefined ? { count: 0, keys: [] } : removeAll(within, loaded, of, tells);
    },
    async delete(place, table, keys) {
      const loaded = await tableOf(place, table);
      if (loaded !== undefined && keys.length > 0) await deleteRecords(within, loaded, keys);
    },
    async edges(place, table, direction, of) {
      const loaded = await tableOf(place, table);
      return loaded === undefined || of.length === 0 ? [] : readEdges(within, table, loaded, direction, of);
    },
    async edgesOf(place, tables, of) {
      const loaded = await tablesOf(place, tables);
      return loaded.length === 0 ? [] : tablesWithEdges(ask, loaded, of);
    },
    async edgeTables(place, tables) {
      const loaded = await tablesOf(place, tables);
      return loaded.length === 0 ? new Set() : tablesOfEdges(ask, loaded);
    },
    async writeChanges(place, changes) {
      const home = await homeOf(place);
      if (home === undefined || changes.length === 0) return;
      run ??= { id: uuidV7(), places: new Map() };
      await writeChanges(ask, run, home, changes);
    },
    async *changes(place, range) {
      const home = await homeOf(place);
      if (home !== undefined) yield* readChanges(ask, home, range);
    },
    async next(place, sequence, by, first) {
      const behind = (await catalogOf(place)).database?.sequences.get(sequence);
      if (behind === undefined) throw new Error("a number was asked for of a sequence that is not there");
      // One that was made in this transaction begins anew where that is repeated.
      const [row] = await ask<{ n: string }>(sql`select nextval('${relation("s", behind)}')::text as n`, {
        once: own === undefined,
      });
      return first + BigInt(row?.n ?? 0) * BigInt(by);
    },
    grants: async (place, access, id) => {
      const home = await homeOf(place);
      return home === undefined ? [] : readGrants(ask, home, access, id);
    },
    async writeGrant(place, access, grant) {
      const home = await homeOf(place);
      if (home !== undefined) await writeGrant(ask, home, access, grant);
    },
    async deleteGrants(place, access, ids) {
      const home = await homeOf(place);
      if (home !== undefined && ids.length > 0) await deleteGrants(ask, home, access, ids);
    },
    savepoint: () => session.savepoint(),
    async restore(savepoint) {
      await session.rollbackTo(savepoint);
      // What was defined since is gone; what was read of the definitions may tell of it.
      catalogs.clear();
      own &&= new Map();
    },
    release: (savepoint) => session.release(savepoint),
    async commit() {
      // The end of what only read is not waited for: nothing of it can fail that anybody should know.
      if (!mayHaveWritten && !hasEnded) return void end("commit").catch(() => undefined);
      try {
        if (run !== undefined) await stampRun(ask, run);
      } catch (thrown) {
        await end("rollback");
        throw thrown;
      }
      await end("commit");
      if (hasRemoved) after.removed();
      if (run !== undefined) after.fed();
    },
    cancel: () => end("rollback"),
  };
}
