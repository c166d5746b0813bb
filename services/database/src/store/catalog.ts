import { sql, type Sql } from "@loci/ports/database";
import type { Definitions } from "../catalog/definitions.ts";
import { toBytes } from "./bytes.ts";
import { loadedPlace, type DefinitionRow, type LoadedPlace, type ParseDefinition } from "./loaded.ts";
import type { Place } from "./port.ts";

/** Asks in the transaction whose catalog it is. @param options `name` has the server keep the plan; `once` as of the port's statements */
export type Ask = <Row>(query: Sql, options?: { readonly name?: string; readonly once?: boolean }) => Promise<Row[]>;

/** What one moment saw: the definitions, and what stands behind them. */
export interface Catalog {
  readonly definitions: Definitions;
  readonly root: LoadedPlace;
  readonly namespace: LoadedPlace | undefined;
  readonly database: LoadedPlace | undefined;
}

interface Versions {
  readonly namespace: number | null;
  readonly database: number | null;
  readonly root_version: number;
  readonly namespace_version: number;
  readonly database_version: number;
}

const rootId = 0;
/** Places and combinations of them that are kept; those that were used last. */
const kept = 500;

/** What was read of the catalog by the transactions before, for all of a store. */
export interface CatalogCache {
  /** @param own where the transaction has changed definitions itself: what it read of them, which nobody else may see */
  load(ask: Ask, place: Partial<Place>, own: Map<number, LoadedPlace> | undefined): Promise<Catalog>;
}

export function catalogCache(parse: ParseDefinition): CatalogCache {
  const places = new Map<number, LoadedPlace>();
  const whole = new Map<string, Catalog>();
  /** By the names of namespace and database. */
  const newest = new Map<string, Catalog>();

  const loadPlace = async (
    ask: Ask,
    id: number,
    version: number,
    own: Map<number, LoadedPlace> | undefined,
  ): Promise<LoadedPlace> => {
    const known = own?.get(id) ?? places.get(id);
    if (known?.version === version) return known;
    const rows = await ask<DefinitionRow>(
      sql`select id, owner, what, name, text, extract(epoch from made)::float8 * 1000 as made_ms,
          exists (select from database.live_watch w where w.definition = d.id) as watched
         from database.definition d where place = ${id}::bigint order by id`,
      { name: "database.definitions", once: true },
    );
    const loaded = loadedPlace(id, version, rows, (text) => known?.trees.get(text) ?? parse(text));
    if (own === undefined) keep(places, id, loaded);
    else own.set(id, loaded);
    return loaded;
  };

  return {
    async load(ask, { namespace, database }, own) {
      const names = JSON.stringify([namespace, database]);
      const latest = own === undefined ? newest.get(names) : undefined;
      if (latest !== undefined && (await isUnchanged(ask, latest))) return latest;
      const [found] = await ask<Versions>(versionsOf(namespace, database), { name: "database.versions", once: true });
      if (found === undefined) throw new Error("the catalog told no versions");
      const root = await loadPlace(ask, rootId, found.root_version, own);
      const namespaceLevel =
        found.namespace === null ? undefined : await loadPlace(ask, found.namespace, found.namespace_version, own);
      const databaseLevel = found.database === null ? undefined : await loadPlace(ask, found.database, found.database_version, own);
      const key = `${found.namespace ?? ""}/${found.database ?? ""}`;
      const known = whole.get(key);
      const isSame = known?.root === root && known.namespace === namespaceLevel && known.database === databaseLevel;
      if (known !== undefined && isSame) {
        if (own === undefined) keep(newest, names, known);
        return known;
      }
      const definitions = { root: root.asRoot, namespace: namespaceLevel?.asNamespace, database: databaseLevel?.asDatabase };
      const catalog = { definitions, root, namespace: namespaceLevel, database: databaseLevel };
      if (own === undefined) {
        keep(whole, key, catalog);
        keep(newest, names, catalog);
      }
      return catalog;
    },
  };
}

/**
 * Whether all that a catalog was read from is as it was: its places have no other versions, and with that the same names. Asks less than the names do,
 * and is asked before each statement.
 */
async function isUnchanged(ask: Ask, { root, namespace, database }: Catalog): Promise<boolean> {
  if (namespace === undefined || database === undefined) return false;
  const [now] = await ask<{ root: number; namespace: number; database: number }>(
    sql`select coalesce(sum(n) filter (where place = 0), 0)::bigint as root,
        coalesce(sum(n) filter (where place = ${namespace.id}::bigint), 0)::bigint as namespace,
        coalesce(sum(n) filter (where place = ${database.id}::bigint), 0)::bigint as database
      from database.change where place = any(${[rootId, namespace.id, database.id]}::bigint[])`,
    { name: "database.unchanged", once: true },
  );
  return now?.root === root.version && now.namespace === namespace.version && now.database === database.version;
}

function versionsOf(namespace: string | undefined, database: string | undefined): Sql {
  const named = (name: string | undefined) => (name === undefined ? null : toBytes(name));
  return sql`with namespace as (select id from database.place where parent = 0 and sha256(name) = sha256(${named(namespace)}::bytea)),
      database as (
        select p.id from database.place p join namespace n on p.parent = n.id where sha256(p.name) = sha256(${named(database)}::bytea)
      ),
      version as (
        select place, sum(n)::bigint as n from database.change
        where place in (select 0 union all select id from namespace union all select id from database) group by place
      )
    select (select id from namespace) as namespace, (select id from database) as database,
      coalesce((select n from version where place = 0), 0) as root_version,
      coalesce((select n from version where place = (select id from namespace)), 0) as namespace_version,
      coalesce((select n from version where place = (select id from database)), 0) as database_version`;
}

function keep<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= kept) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
