import { parseTimestamp, type Grants } from "@loci/kernel";
import { jsonParam } from "@loci/platform/db";
import { literal, param, sql, type Transaction } from "@loci/ports/database";
import type { Key } from "../domain/key.ts";
import type { StoredPolicy } from "../domain/policy.ts";
import type { Verifier } from "../domain/verifier.ts";
import type { Page } from "../domain/page.ts";
import { instant, maybeInstant, maybeMillis, millis } from "./rows.ts";

interface KeyRow {
  id: string;
  principal_id: string;
  name: string;
  kind: Key["kind"];
  pepper_version: number;
  verifier: Uint8Array;
  secret_since: Date;
  previous_pepper_version: number | null;
  previous_verifier: Uint8Array | null;
  previous_until: Date | null;
  grants: Grants | null;
  created_at: Date;
  valid_until: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  minted_by: string | null;
}

const columns = sql`k.id, k.principal_id, k.name, k.kind, k.pepper_version, k.verifier, k.secret_since,
  k.previous_pepper_version, k.previous_verifier, k.previous_until, k.grants,
  k.created_at, k.valid_until, k.revoked_at, k.last_used_at, k.minted_by`;

function toKey(row: KeyRow): Key {
  return {
    id: row.id,
    principalId: row.principal_id,
    name: row.name,
    kind: row.kind,
    verifier: { pepperVersion: row.pepper_version, bytes: row.verifier },
    secretSince: millis(row.secret_since),
    previous: toPrevious(row),
    grants: row.grants ?? undefined,
    createdAt: millis(row.created_at),
    validUntil: maybeMillis(row.valid_until),
    revokedAt: maybeMillis(row.revoked_at),
    lastUsedAt: maybeMillis(row.last_used_at),
    mintedBy: row.minted_by ?? undefined,
  };
}

function toPrevious(row: KeyRow): Key["previous"] {
  if (row.previous_pepper_version === null || row.previous_verifier === null || row.previous_until === null) return undefined;
  return {
    verifier: { pepperVersion: row.previous_pepper_version, bytes: row.previous_verifier },
    until: millis(row.previous_until),
  };
}

/** A key with all that decides about its bearer. */
export interface KeyWithAuthority {
  readonly key: Key;
  readonly principalGrants: Grants;
  /** When the principal was made. */
  readonly principalSince: number;
  /** Those of the principal on whose behalf it acts; undefined when there is no such principal. */
  readonly targetGrants: Grants | undefined;
  /** Of its context. */
  readonly policy: StoredPolicy;
}

interface AuthorityRow {
  principal_grants: Grants;
  principal_since: Date;
  target_grants: Grants | null;
  policy: StoredPolicy;
}

/** The key under one of these ids, in one statement with its principal and the delegation's target ("" for none). */
export async function findKeyWithAuthority(
  tx: Transaction,
  contextId: string,
  ids: readonly string[],
  targetId: string,
): Promise<KeyWithAuthority | undefined> {
  const [row] = await tx.query<KeyRow & AuthorityRow>(
    sql`select ${columns}, p.grants as principal_grants, p.created_at as principal_since, t.grants as target_grants,
        c.policy
      from auth.keys k
      join auth.contexts c on c.ctx = k.ctx
      join auth.principals p on p.ctx = k.ctx and p.id = k.principal_id
      left join auth.principals t on t.ctx = k.ctx and t.id = ${targetId}
      where k.ctx = ${contextId} and k.id = any(${ids}::text[])`,
    { name: "auth.find_key_with_authority" },
  );
  if (row === undefined) return undefined;
  const { principal_grants: principalGrants, principal_since: since, target_grants: targetGrants, policy } = row;
  return { key: toKey(row), principalGrants, principalSince: millis(since), targetGrants: targetGrants ?? undefined, policy };
}

/** More contexts than these do not share a key: only a text that somebody pinned in each of them can be in several at all. */
const maxContextsOfKey = 8;

/**
 * The contexts that have a key under one of these ids, in a transaction across contexts: it sees these keys and no others.
 */
export async function findContextsOfKey(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  await tx.query(sql`select set_config('app.key_ids', ${ids.join(" ")}, true)`, { name: "auth.name_keys" });
  const rows = await tx.query<{ ctx: string }>(
    sql`select distinct ctx from auth.keys where id = any(${ids}::text[]) order by ctx limit ${literal(maxContextsOfKey)}`,
    { name: "auth.find_contexts_of_key" },
  );
  return rows.map(({ ctx }) => ctx);
}

export async function findKey(tx: Transaction, contextId: string, id: string): Promise<Key | undefined> {
  const [row] = await tx.query<KeyRow>(sql`select ${columns} from auth.keys k where k.ctx = ${contextId} and k.id = ${id}`, {
    name: "auth.find_key",
  });
  return row && toKey(row);
}

/**
 * The key of this id, and the one that bears this name now, held until the transaction's end: in one order, so that two who hold
 * each other's never wait for each other.
 */
export async function lockKeys(tx: Transaction, contextId: string, id: string, name: string | undefined): Promise<Key[]> {
  const rows = await tx.query<KeyRow>(
    sql`select ${columns} from auth.keys k where k.ctx = ${contextId} and (k.id = ${id} or (k.name = ${name ?? null} and k.revoked_at is null))
      order by k.id for update`,
    { name: "auth.lock_keys" },
  );
  return rows.map(toKey);
}

/** The principal of the key that bears this name now. */
export async function findHolder(tx: Transaction, contextId: string, name: string): Promise<string | undefined> {
  const [row] = await tx.query<{ holder: string }>(
    sql`select principal_id as holder from auth.keys where ctx = ${contextId} and name = ${name} and revoked_at is null`,
    { name: "auth.find_key_holder" },
  );
  return row?.holder;
}

/** The key that bears this name now: a revoked one bears it no more. Locked, as the caller is about to change it. */
export async function lockKeyByName(tx: Transaction, contextId: string, name: string): Promise<Key | undefined> {
  const [row] = await tx.query<KeyRow>(
    sql`select ${columns} from auth.keys k where k.ctx = ${contextId} and k.name = ${name} and k.revoked_at is null for update`,
    { name: "auth.lock_key_by_name" },
  );
  return row && toKey(row);
}

/**
 * In order of creation, the revoked ones last; one more than the page holds.
 * @param principalId whose keys; "" for all
 */
export async function listKeys(tx: Transaction, contextId: string, principalId: string, page: Page): Promise<Key[]> {
  const [revoked, createdAt, id] = page.after ?? ["false", "-infinity", ""];
  const principalIdParam = param(principalId);
  const rows = await tx.query<KeyRow>(
    sql`select ${columns} from auth.keys k where k.ctx = ${contextId} and (${principalIdParam} = '' or k.principal_id = ${principalIdParam})
        and (k.revoked_at is not null, k.created_at, k.id) > (${revoked}::boolean, ${createdAt}::timestamptz, ${id})
      order by (k.revoked_at is not null), k.created_at, k.id limit ${page.limit + 1}::int`,
    { name: "auth.list_keys" },
  );
  return rows.map(toKey);
}

/** The texts by which keys are listed. */
export function keyOrder(key: Key): [revoked: string, createdAt: string, id: string] {
  return [String(key.revokedAt !== undefined), instant(key.createdAt), key.id];
}

export function isKeyOrder([revoked = "", createdAt = "", ...rest]: readonly string[]): boolean {
  return /^(true|false)$/.test(revoked) && parseTimestamp(createdAt) === createdAt && rest.length === 1;
}

/** False when the name (or, for a pinned key, the key itself) is taken. */
export async function insertKey(tx: Transaction, contextId: string, key: Key): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into auth.keys (ctx, id, principal_id, name, pepper_version, verifier, secret_since,
        grants, created_at, valid_until, kind, minted_by)
      values (${contextId}, ${key.id}, ${key.principalId}, ${key.name}, ${key.verifier.pepperVersion}, ${key.verifier.bytes},
        ${instant(key.secretSince)}::timestamptz, ${key.grants === undefined ? null : jsonParam(key.grants)}::jsonb,
        ${instant(key.createdAt)}::timestamptz, ${maybeInstant(key.validUntil)}::timestamptz, ${key.kind}, ${key.mintedBy ?? null})
      on conflict do nothing returning id`,
    { name: "auth.insert_key" },
  );
  return rows.length > 0;
}

export interface Rotation {
  readonly verifier: Verifier;
  readonly at: number;
  readonly validUntil: number | undefined;
  readonly previousUntil: number | undefined;
}

/** Gives the key a new secret; the old one is kept only while it is still accepted. */
export async function rotateKey(tx: Transaction, contextId: string, id: string, rotation: Rotation): Promise<void> {
  const previousUntilParam = param(maybeInstant(rotation.previousUntil));
  await tx.query(
    sql`update auth.keys set
        previous_pepper_version = case when ${previousUntilParam}::timestamptz is null then null else pepper_version end,
        previous_verifier = case when ${previousUntilParam}::timestamptz is null then null else verifier end,
        previous_until = ${previousUntilParam}::timestamptz,
        pepper_version = ${rotation.verifier.pepperVersion}, verifier = ${rotation.verifier.bytes}, secret_since = ${instant(rotation.at)}::timestamptz, valid_until = ${maybeInstant(rotation.validUntil)}::timestamptz
      where ctx = ${contextId} and id = ${id}`,
    { name: "auth.rotate_key" },
  );
}

/** Sets what a key may do and how long, without a new secret. */
export async function updateKeyTerms(
  tx: Transaction,
  contextId: string,
  id: string,
  terms: Pick<Key, "grants" | "validUntil">,
): Promise<void> {
  await tx.query(
    sql`update auth.keys set grants = ${terms.grants === undefined ? null : jsonParam(terms.grants)}::jsonb, valid_until = ${maybeInstant(terms.validUntil)}::timestamptz where ctx = ${contextId} and id = ${id}`,
    { name: "auth.update_key_terms" },
  );
}

/**
 * Ends a key, those that were minted with it, and so on. Whoever calls it holds their principal, so that none of them mints one meanwhile.
 * @returns the ids of those that ended
 */
export async function revokeKey(tx: Transaction, contextId: string, id: string, at: number): Promise<string[]> {
  const ctx = param(contextId);
  const rows = await tx.query<{ id: string }>(
    sql`with recursive minted (id) as (
        select ${id}::text collate "C"
        union select k.id from auth.keys k join minted m on k.minted_by = m.id where k.ctx = ${ctx})
      update auth.keys k set revoked_at = ${instant(at)}::timestamptz from minted m
        where k.ctx = ${ctx} and k.id = m.id and k.revoked_at is null returning k.id`,
    { name: "auth.revoke_key" },
  );
  return rows.map((row) => row.id);
}

/** Has what one key minted count as minted by another, which takes its place. */
export async function handDownMinted(tx: Transaction, contextId: string, from: string, to: string): Promise<void> {
  await tx.query(sql`update auth.keys set minted_by = ${to} where ctx = ${contextId} and minted_by = ${from}`, {
    name: "auth.hand_down_minted",
  });
}

export async function touchKey(tx: Transaction, contextId: string, id: string, at: number): Promise<void> {
  await tx.query(
    sql`update auth.keys set last_used_at = greatest(last_used_at, ${instant(at)}::timestamptz) where ctx = ${contextId} and id = ${id}`,
    { name: "auth.touch_key" },
  );
}
