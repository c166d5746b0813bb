import type { Region, ScopePath } from "@loci/kernel";
import { rootPath } from "@loci/kernel";
import { literal, param, sql, type Transaction } from "@loci/ports/database";
import type { Page } from "../domain/page.ts";
import { instant, maybeMillis, millis } from "./rows.ts";

export interface ScopeRecord {
  readonly path: ScopePath;
  readonly displayName: string;
  readonly description: string;
  readonly createdAt: number;
  /** When it was deleted; undefined while it is registered. */
  readonly tombstonedAt: number | undefined;
}

interface ScopeRow {
  path: string;
  display_name: string;
  description: string;
  created_at: Date;
  tombstoned_at: Date | null;
}

const columns = sql`s.path, s.display_name, s.description, s.created_at, s.tombstoned_at`;

function toScope(row: ScopeRow): ScopeRecord {
  return {
    path: row.path,
    displayName: row.display_name,
    description: row.description,
    createdAt: millis(row.created_at),
    tombstonedAt: maybeMillis(row.tombstoned_at),
  };
}

/** Registers the path, or answers what is registered under it already; a deleted one lives again, under the names now given. */
export async function insertOrGetScope(tx: Transaction, contextId: string, scope: ScopeRecord): Promise<ScopeRecord> {
  const inserted = await tx.query<ScopeRow>(
    sql`insert into auth.scopes as s (ctx, path, display_name, description, created_at)
      values (${contextId}, ${scope.path}, ${scope.displayName}, ${scope.description}, ${instant(scope.createdAt)}::timestamptz)
      on conflict (ctx, path) do update
        set tombstoned_at = null, display_name = excluded.display_name, description = excluded.description
        where s.tombstoned_at is not null
      returning ${columns}`,
    { name: "auth.insert_scope" },
  );
  if (inserted[0]) return toScope(inserted[0]);
  const [existing] = await tx.query<ScopeRow>(
    sql`select ${columns} from auth.scopes s where s.ctx = ${contextId} and s.path = ${scope.path}`,
    { name: "auth.find_scope" },
  );
  return existing ? toScope(existing) : scope;
}

/** Which of these paths are neither registered nor above a registered path. The root always counts as registered. */
export async function findUnregistered(tx: Transaction, contextId: string, paths: readonly ScopePath[]): Promise<ScopePath[]> {
  const ctx = param(contextId);
  const rows = await tx.query<{ path: string }>(
    sql`select asked.path from unnest(${paths}::text[]) with ordinality as asked (path, position)
      where asked.path <> ${literal(rootPath)}
        and not exists (select 1 from auth.scopes s where s.ctx = ${ctx} and s.path = asked.path and s.tombstoned_at is null)
        and not exists (select 1 from auth.scopes s
          where s.ctx = ${ctx} and s.path >= asked.path || '/' and s.path < asked.path || '0' and s.tombstoned_at is null)
      order by asked.position`,
    { name: "auth.find_unregistered" },
  );
  return rows.map((row) => row.path);
}

/** Deletes the path and all below it. @returns how many were registered there */
export async function tombstoneScopes(tx: Transaction, contextId: string, path: ScopePath, at: number): Promise<number> {
  const pathParam = param(path);
  const rows = await tx.query(
    sql`update auth.scopes s set tombstoned_at = ${instant(at)}::timestamptz
      where s.ctx = ${contextId} and s.tombstoned_at is null and (s.path = ${pathParam} or (s.path >= ${pathParam} || '/' and s.path < ${pathParam} || '0'))
      returning 1`,
    { name: "auth.tombstone_scopes" },
  );
  return rows.length;
}

/** The paths in the region, in order, one more than the page holds. */
export async function listScopes(
  tx: Transaction,
  contextId: string,
  region: Region,
  { page: { limit, after }, tombstoned }: { readonly page: Page; readonly tombstoned: boolean },
): Promise<ScopeRecord[]> {
  const rows = await tx.query<ScopeRow>(
    sql`select ${columns} from auth.scopes s where s.ctx = ${contextId} and s.path > ${after?.[0] ?? ""} and (${tombstoned} or s.tombstoned_at is null)
        and exists (select 1 from unnest(${region}::text[]) as r (path)
          where r.path = ${literal(rootPath)} or s.path = r.path or (s.path >= r.path || '/' and s.path < r.path || '0'))
      order by s.path limit ${limit + 1}::int`,
    { name: "auth.list_scopes" },
  );
  return rows.map(toScope);
}
