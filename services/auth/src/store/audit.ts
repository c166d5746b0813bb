import { identifier, join, nothing, param, sql, type Transaction } from "@loci/ports/database";
import type { ChainedRow, Link, RowPieces, StoredCheckpoint } from "../domain/audit-chain.ts";
import { instant, millis } from "./rows.ts";

export interface ChainHead extends Link {
  /** Where the chain was last signed, 0 for nowhere. */
  readonly checkpointPosition: number;
  readonly checkpointAt: number;
}

export const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
export const bytesOf = (hex: string) => Buffer.from(hex, "hex");

/**
 * Holds the end of a chain until this transaction ends, and makes the chain where there is none.
 * @returns undefined for the chain of a context that is not there
 */
export async function lockHead(tx: Transaction, chain: string, none: Link, now: number): Promise<ChainHead | undefined> {
  const found = await findHead(tx, chain, true);
  if (found !== undefined) return found;
  // Two may find none: the one waits for the other here, and then finds its row.
  const chainParam = param(chain);
  await tx.query(
    sql`insert into auth.audit_heads (ctx, position, hash, checkpoint_position, checkpoint_at)
      select ${chainParam}, ${none.position}, ${bytesOf(none.hash)}, 0, ${instant(now)}::timestamptz where ${chainParam} = '*' or exists (select 1 from auth.contexts c where c.ctx = ${chainParam})
      on conflict do nothing`,
    { name: "auth.begin_chain" },
  );
  return findHead(tx, chain, true);
}

/** Where a chain ends; undefined for one that was not begun, or whose context is not there. */
export async function findHead(tx: Transaction, chain: string, lock = false): Promise<ChainHead | undefined> {
  const chainParam = param(chain);
  const [row] = await tx.query<HeadRow>(
    sql`select ${headColumns} from auth.audit_heads h where h.ctx = ${chainParam} and (${chainParam} = '*' or exists (select 1 from auth.contexts c where c.ctx = ${chainParam}))
      ${lock ? sql`for update of h` : nothing}`,
    { name: lock ? "auth.lock_chain" : "auth.find_chain" },
  );
  return row && headOf(row);
}

const headColumns = sql`h.position, h.hash, h.checkpoint_position as "checkpointPosition", h.checkpoint_at as "checkpointAt"`;

interface HeadRow {
  readonly position: number;
  readonly hash: Uint8Array;
  readonly checkpointPosition: number;
  readonly checkpointAt: Date;
}

function headOf(row: HeadRow): ChainHead {
  return { ...row, hash: hexOf(row.hash), checkpointAt: millis(row.checkpointAt) };
}

/** Which of these entries are there already: an index finds them by their traces. */
export async function findEntries(
  tx: Transaction,
  chain: string,
  entries: readonly { readonly id: string; readonly traceId: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    sql`select id from auth.audit where ctx = ${chain} and trace_id = any(${entries.map(({ traceId }) => traceId)}::text[]) and id = any(${entries.map(({ id }) => id)}::text[])`,
    { name: "auth.find_audit_entries" },
  );
  return new Set(rows.map(({ id }) => id));
}

/** Of these entries the traces that have a row there: of a request, not of the schedule that follows what it did under its trace. */
export async function findTraces(
  tx: Transaction,
  chain: string,
  entries: readonly { readonly traceId: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ trace: string }>(
    sql`select distinct trace_id as trace from auth.audit where ctx = ${chain} and trace_id = any(${entries.map(({ traceId }) => traceId)}::text[]) and principal <> 'system'`,
    { name: "auth.find_audit_traces" },
  );
  return new Set(rows.map(({ trace }) => trace));
}

/**
 * Appends rows where a chain ends, whoever else appends: the end is held, moved and told by one statement. The texts of rows that come
 * together differ in `after` alone. A chain that takes them is noted as broken no more.
 * @returns where the chain ends now; undefined for one that was not begun, or whose context is not there
 */
export async function appendRows(tx: Transaction, chain: string, rows: readonly RowPieces[]): Promise<ChainHead | undefined> {
  const chainParam = param(chain);
  const afterParam = param(rows.map(({ after }) => after));
  const [row] = await tx.query<HeadRow>(
    sql`with recursive head as (
        select h.position, h.hash from auth.audit_heads h
        where h.ctx = ${chainParam} and (${chainParam} = '*' or exists (select 1 from auth.contexts c where c.ctx = ${chainParam})) for update of h),
      row as (
        select 0 as ord, position, hash, '' as entry from head
        union all
        select row.ord + 1, row.position + 1, sha256(convert_to(made.entry, 'UTF8')), made.entry from row
          cross join lateral (select ${rows[0]?.before ?? ""} || (row.position + 1) || ',"' || encode(row.hash, 'hex') || '",' || (${afterParam}::text[])[row.ord + 1] as entry) made
          where row.ord < cardinality(${afterParam}::text[])),
      appended as (
        insert into auth.audit (ctx, position, entry, hash) select ${chainParam}, position, entry, hash from row where ord > 0),
      mended as (
        delete from auth.broken_chains where ctx = ${chainParam} and exists (select 1 from head))
      update auth.audit_heads h set position = row.position, hash = row.hash from row
        where h.ctx = ${chainParam} and row.ord = cardinality(${afterParam}::text[])
        returning ${headColumns}`,
    { name: "auth.append_audit" },
  );
  return row && headOf(row);
}

export async function insertCheckpoint(tx: Transaction, chain: string, made: StoredCheckpoint): Promise<void> {
  const [chainParam, position, at] = [param(chain), param(made.position), param(made.at)];
  await tx.query(
    sql`with made as (
        insert into auth.audit_checkpoints (ctx, position, hash, at, key_version, public_key, signature)
        values (${chainParam}, ${position}, ${bytesOf(made.hash)}, ${at}::timestamptz, ${made.keyVersion}, ${bytesOf(made.publicKey)},
          ${bytesOf(made.signature)}) on conflict do nothing)
      update auth.audit_heads set checkpoint_position = ${position}, checkpoint_at = ${at}::timestamptz where ctx = ${chainParam}`,
    { name: "auth.insert_checkpoint" },
  );
}

/** Rows in their order, after a position. */
export async function readRows(tx: Transaction, chain: string, after: number, limit: number): Promise<ChainedRow[]> {
  const rows = await tx.query<{ position: number; hash: Uint8Array; text: string }>(
    sql`select position, hash, entry as text from auth.audit where ctx = ${chain} and position > ${after} order by position limit ${limit}`,
    { name: "auth.read_audit" },
  );
  return rows.map((row) => ({ ...row, hash: hexOf(row.hash) }));
}

/** The checkpoints from one position to another. */
export async function readCheckpoints(tx: Transaction, chain: string, from: number, to: number): Promise<StoredCheckpoint[]> {
  const rows = await tx.query<CheckpointRow>(
    sql`select ${checkpointColumns} from auth.audit_checkpoints where ctx = ${chain} and position between ${from} and ${to} order by position`,
    { name: "auth.read_checkpoints" },
  );
  return rows.map(checkpointIn);
}

export const checkpointColumns = sql`position, hash, at, key_version as "keyVersion", public_key as "publicKey", signature,
  removed_before as "removedBefore"`;

export interface CheckpointRow {
  readonly position: number;
  readonly hash: Uint8Array;
  readonly at: Date;
  readonly keyVersion: number;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
  readonly removedBefore: Date | null;
}

export function checkpointIn(row: CheckpointRow): StoredCheckpoint {
  const { position, hash, at, keyVersion, publicKey, signature, removedBefore } = row;
  return {
    ...{ position, hash: hexOf(hash), at: instant(millis(at)), keyVersion },
    ...{ publicKey: hexOf(publicKey), signature: hexOf(signature) },
    ...(removedBefore ? { removedBefore: instant(millis(removedBefore)) } : {}),
  };
}

export interface AuditFilter {
  /** Each "" where it does not matter. */
  readonly kind: string;
  readonly principal: string;
  readonly keyId: string;
  readonly traceId: string;
  readonly since: string;
  readonly until: string;
  readonly limit: number;
}

/** Rows that fit, newest first. */
export async function listRows(
  tx: Transaction,
  chain: string,
  { kind, principal, keyId, traceId, since, until, limit }: AuditFilter,
): Promise<ChainedRow[]> {
  const conditions = [
    [sql`kind =`, kind],
    [sql`principal =`, principal],
    [sql`key_id =`, keyId],
    [sql`trace_id =`, traceId],
    [sql`at >=`, since],
    [sql`at <`, until],
  ] as const;
  const given = conditions.filter(([, value]) => value !== "").map(([comparison, value]) => sql`and ${comparison} ${value}`);
  const rows = await tx.query<{ position: number; hash: Uint8Array; text: string }>(
    sql`select position, hash, entry as text from auth.audit
      where ctx = ${chain} ${join(given, sql` `)} order by position desc limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, hash: hexOf(row.hash) }));
}

/** Drops all of a chain, of a context that is gone. */
export async function dropChain(tx: Transaction, chain: string): Promise<void> {
  for (const table of ["audit", "audit_checkpoints", "audit_heads", "broken_chains", "deed"]) {
    await tx.query(sql`delete from auth.${identifier(table)} where ctx = ${chain}`);
  }
}
