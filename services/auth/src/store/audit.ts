import type { Transaction } from "@loci/ports/database";
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
  await tx.query({
    name: "auth.begin_chain",
    text: `insert into auth.audit_heads (ctx, position, hash, checkpoint_position, checkpoint_at)
      select $1, $2, $3, 0, $4::timestamptz where $1 = '*' or exists (select 1 from auth.contexts c where c.ctx = $1)
      on conflict do nothing`,
    values: [chain, none.position, bytesOf(none.hash), instant(now)],
  });
  return findHead(tx, chain, true);
}

/** Where a chain ends; undefined for one that was not begun, or whose context is not there. */
export async function findHead(tx: Transaction, chain: string, lock = false): Promise<ChainHead | undefined> {
  const [row] = await tx.query<HeadRow>({
    name: lock ? "auth.lock_chain" : "auth.find_chain",
    text: `select ${headColumns} from auth.audit_heads h where h.ctx = $1 and ($1 = '*' or exists (select 1 from auth.contexts c where c.ctx = $1))
      ${lock ? "for update of h" : ""}`,
    values: [chain],
  });
  return row && headOf(row);
}

const headColumns = 'h.position, h.hash, h.checkpoint_position as "checkpointPosition", h.checkpoint_at as "checkpointAt"';

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
  const rows = await tx.query<{ id: string }>({
    name: "auth.find_audit_entries",
    text: "select id from auth.audit where ctx = $1 and trace_id = any($2::text[]) and id = any($3::text[])",
    values: [chain, entries.map(({ traceId }) => traceId), entries.map(({ id }) => id)],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Of these entries the traces that have a row there: of a request, not of the schedule that follows what it did under its trace. */
export async function findTraces(
  tx: Transaction,
  chain: string,
  entries: readonly { readonly traceId: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ trace: string }>({
    name: "auth.find_audit_traces",
    text: "select distinct trace_id as trace from auth.audit where ctx = $1 and trace_id = any($2::text[]) and principal <> 'system'",
    values: [chain, entries.map(({ traceId }) => traceId)],
  });
  return new Set(rows.map(({ trace }) => trace));
}

/**
 * Appends rows where a chain ends, whoever else appends: the end is held, moved and told by one statement. The texts of rows that come
 * together differ in `after` alone. A chain that takes them is noted as broken no more.
 * @returns where the chain ends now; undefined for one that was not begun, or whose context is not there
 */
export async function appendRows(tx: Transaction, chain: string, rows: readonly RowPieces[]): Promise<ChainHead | undefined> {
  const [row] = await tx.query<HeadRow>({
    name: "auth.append_audit",
    text: `with recursive head as (
        select h.position, h.hash from auth.audit_heads h
        where h.ctx = $1 and ($1 = '*' or exists (select 1 from auth.contexts c where c.ctx = $1)) for update of h),
      row as (
        select 0 as ord, position, hash, '' as entry from head
        union all
        select row.ord + 1, row.position + 1, sha256(convert_to(made.entry, 'UTF8')), made.entry from row
          cross join lateral (select $2 || (row.position + 1) || ',"' || encode(row.hash, 'hex') || '",' || ($3::text[])[row.ord + 1] as entry) made
          where row.ord < cardinality($3::text[])),
      appended as (
        insert into auth.audit (ctx, position, entry, hash) select $1, position, entry, hash from row where ord > 0),
      mended as (
        delete from auth.broken_chains where ctx = $1 and exists (select 1 from head))
      update auth.audit_heads h set position = row.position, hash = row.hash from row
        where h.ctx = $1 and row.ord = cardinality($3::text[])
        returning ${headColumns}`,
    values: [chain, rows[0]?.before ?? "", rows.map(({ after }) => after)],
  });
  return row && headOf(row);
}

export async function insertCheckpoint(tx: Transaction, chain: string, made: StoredCheckpoint): Promise<void> {
  await tx.query({
    name: "auth.insert_checkpoint",
    text: `with made as (
        insert into auth.audit_checkpoints (ctx, position, hash, at, key_version, public_key, signature)
        values ($1, $2, $3, $4::timestamptz, $5, $6, $7) on conflict do nothing)
      update auth.audit_heads set checkpoint_position = $2, checkpoint_at = $4::timestamptz where ctx = $1`,
    values: [
      ...[chain, made.position, bytesOf(made.hash), made.at, made.keyVersion],
      ...[bytesOf(made.publicKey), bytesOf(made.signature)],
    ],
  });
}

/** Rows in their order, after a position. */
export async function readRows(tx: Transaction, chain: string, after: number, limit: number): Promise<ChainedRow[]> {
  const rows = await tx.query<{ position: number; hash: Uint8Array; text: string }>({
    name: "auth.read_audit",
    text: `select position, hash, entry as text from auth.audit where ctx = $1 and position > $2 order by position limit $3`,
    values: [chain, after, limit],
  });
  return rows.map((row) => ({ ...row, hash: hexOf(row.hash) }));
}

/** The checkpoints from one position to another. */
export async function readCheckpoints(tx: Transaction, chain: string, from: number, to: number): Promise<StoredCheckpoint[]> {
  const rows = await tx.query<CheckpointRow>({
    name: "auth.read_checkpoints",
    text: `select ${checkpointColumns} from auth.audit_checkpoints where ctx = $1 and position between $2 and $3 order by position`,
    values: [chain, from, to],
  });
  return rows.map(checkpointIn);
}

export const checkpointColumns = `position, hash, at, key_version as "keyVersion", public_key as "publicKey", signature,
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
    ["kind =", kind],
    ["principal =", principal],
    ["key_id =", keyId],
    ["trace_id =", traceId],
    ["at >=", since],
    ["at <", until],
  ] as const;
  const given = conditions.filter(([, value]) => value !== "");
  const rows = await tx.query<{ position: number; hash: Uint8Array; text: string }>({
    text: `select position, hash, entry as text from auth.audit
      where ctx = $1 ${given.map(([comparison], i) => `and ${comparison} $${i + 3}`).join(" ")} order by position desc limit $2`,
    values: [chain, limit, ...given.map(([, value]) => value)],
  });
  return rows.map((row) => ({ ...row, hash: hexOf(row.hash) }));
}

/** Drops all of a chain, of a context that is gone. */
export async function dropChain(tx: Transaction, chain: string): Promise<void> {
  for (const table of ["audit", "audit_checkpoints", "audit_heads", "broken_chains", "deed"]) {
    await tx.query({ text: `delete from auth.${table} where ctx = $1`, values: [chain] });
  }
}
