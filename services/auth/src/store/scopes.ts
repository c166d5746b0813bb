import type { Region, ScopePath } from "@loci/kernel";
import { rootPath } from "@loci/kernel";
import type { Transaction } from "@loci/ports/database";
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

const columns = "s.path, s.display_name, s.description, s.created_at, s.tombstoned_at";

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
  const inserted = await tx.query<ScopeRow>({
    name: "auth.insert_scope",
    text: `insert into auth.scopes as s (ctx, path, display_name, description, created_at)
      values ($1, $2, $3, $4, $5::timestamptz)
      on conflict (ctx, path) do update
        set tombstoned_at = null, display_name = excluded.display_name, description = excluded.description
        where s.tombstoned_at is not null
      returning ${columns}`,
    values: [contextId, scope.path, scope.displayName, scope.description, instant(scope.createdAt)],
  });
  if (inserted[0]) return toScope(inserted[0]);
  const [existing] = await tx.query<ScopeRow>({
    name: "auth.find_scope",
    text: `select ${columns} from auth.scopes s where s.ctx = $1 and s.path = $2`,
    values: [contextId, scope.path],
  });
  return existing ? toScope(existing) : scope;
}

/** Which of these paths are neither registered nor above a registered path. The root always counts as registered. */
export async function findUnregistered(tx: Transaction, contextId: string, paths: readonly ScopePath[]): Promise<ScopePath[]> {
  const rows = await tx.query<{ path: string }>({
    name: "auth.find_unregistered",
    text: `select asked.path from unnest($2::text[]) with ordinality as asked (path, position)
      where asked.path <> '${rootPath}'
        and not exists (select 1 from auth.scopes s where s.ctx = $1 and s.path = asked.path and s.tombstoned_at is null)
        and not exists (select 1 from auth.scopes s
          where s.ctx = $1 and s.path >= asked.path || '/' and s.path < asked.path || '0' and s.tombstoned_at is null)
      order by asked.position`,
    values: [contextId, paths],
  });
  return rows.map((row) => row.path);
}

/** Deletes the path and all below it. @returns how many were registered there */
export async function tombstoneScopes(tx: Transaction, contextId: string, path: ScopePath, at: number): Promise<number> {
  const rows = await tx.query({
    name: "auth.tombstone_scopes",
    text: `update auth.scopes s set tombstoned_at = $3::timestamptz
      where s.ctx = $1 and s.tombstoned_at is null and (s.path = $2 or (s.path >= $2 || '/' and s.path < $2 || '0'))
      returning 1`,
    values: [contextId, path, instant(at)],
  });
  return rows.length;
}

/** The paths in the region, in order, one more than the page holds. */
export async function listScopes(
  tx: Transaction,
  contextId: string,
  region: Region,
  { page: { limit, after }, tombstoned }: { readonly page: Page; readonly tombstoned: boolean },
): Promise<ScopeRecord[]> {
  const rows = await tx.query<ScopeRow>({
    name: "auth.list_scopes",
    text: `select ${columns} from auth.scopes s where s.ctx = $1 and s.path > $3 and ($5 or s.tombstoned_at is null)
        and exists (select 1 from unnest($2::text[]) as r (path)
          where r.path = '${rootPath}' or s.path = r.path or (s.path >= r.path || '/' and s.path < r.path || '0'))
      order by s.path limit $4::int`,
    values: [contextId, region, after?.[0] ?? "", limit + 1, tombstoned],
  });
  return rows.map(toScope);
}
