import { pathCovers, rootPath, type Identity, type Region } from "@loci/kernel";
import { literal, param, sql, type Sql } from "@loci/ports/database";

/** Whether the caller administers the whole context: it counts over all of it, and sees everybody's traces as far as it may read. */
export function isAdministrator({ grants }: Identity): boolean {
  return grants["grant:manage"]?.some((path) => pathCovers(path, rootPath)) ?? false;
}

/** Which traces a caller sees. */
export interface Sight {
  /** Whose; "" for everybody's. */
  readonly principalId: string;
  /** When that principal was made, "" where it does not matter: what another one under the same id asked is not its own. */
  readonly since: string;
  /** Asked with which key; "" where it does not matter. */
  readonly keyId: string;
  /** Only what was made of nothing beyond it: a trace repeats its question, and what was answered. */
  readonly region: Region;
}

/**
 * Its own traces as far as the region reaches, for a key with grants of its own those of that key alone; of an administrator all that are
 * asked for, as far as it does. @param wanted "" for everybody's
 */
export function sightOf(identity: Identity, region: Region, wanted: string): Sight {
  if (isAdministrator(identity)) return { principalId: wanted, since: "", keyId: "", region };
  const { principalId, principalSince = "", keyId, isNarrowed = false } = identity;
  return { principalId, since: principalSince, keyId: isNarrowed ? keyId : "", region };
}

/** The sight as a condition on traces. */
export function isSeen(sight: Sight): Sql {
  const [principalId, since, keyId] = [param(sight.principalId), param(sight.since), param(sight.keyId)];
  return sql`(${principalId} = '' or principal_id = ${principalId})
  and (${since} = '' or coalesce(asker_since = ${since}, created_at >= nullif(${since}, '')::timestamptz))
  and (${keyId} = '' or key_id = ${keyId})
  and not exists (select 1 from unnest(region) as asked (path) where not exists (
    select 1 from unnest(${sight.region}::text[]) as own (path)
    where own.path = ${literal(rootPath)} or own.path = asked.path or starts_with(asked.path, own.path || '/')))`;
}
