import type { Transaction } from "@loci/ports/database";
import type { Link, StoredCheckpoint } from "../domain/audit-chain.ts";
import { bytesOf, checkpointColumns, checkpointIn, hexOf, type CheckpointRow } from "./audit.ts";

/** The last of the rows that are too old, of the first so many of a chain; undefined where the first is young enough. */
export async function findLastOld(tx: Transaction, chain: string, before: string, limit: number): Promise<Link | undefined> {
  const [row] = await tx.query<{ position: number; hash: Uint8Array }>({
    name: "auth.find_last_old_audit",
    text: `with first as (select position, hash, at from auth.audit where ctx = $1 order by position limit $3)
      select position, hash from first
      where not exists (select 1 from first young where young.at >= $2 and young.position <= first.position)
      order by position desc limit 1`,
    values: [chain, before, limit],
  });
  return row && { position: row.position, hash: hexOf(row.hash) };
}

/** Where retention has cut the chain, as it is stored; undefined where it has not. */
export async function findCut(tx: Transaction, chain: string): Promise<StoredCheckpoint | undefined> {
  const [row] = await tx.query<CheckpointRow>({
    name: "auth.find_audit_cut",
    text: `select ${checkpointColumns} from auth.audit_checkpoints where ctx = $1 and removed_before is not null
      order by position desc limit 1`,
    values: [chain],
  });
  return row && checkpointIn(row);
}

/** The position of the first row that does not fit to the one before it, to its own hash, or to a checkpoint; up to a position. */
export async function findBroken(tx: Transaction, chain: string, start: Link, upTo: number): Promise<number | undefined> {
  const [row] = await tx.query<{ position: number }>({
    name: "auth.find_broken_audit",
    text: `select position from (
        select position, entry, hash, lag(position, 1, $2) over by_position as previous, lag(hash, 1, $3) over by_position as before
        from auth.audit where ctx = $1 and position <= $4 window by_position as (order by position)) linked
      where position <> previous + 1 or hash <> sha256(convert_to(entry, 'UTF8')) or entry::jsonb ->> 3 <> encode(before, 'hex')
        or exists (select 1 from auth.audit_checkpoints c where c.ctx = $1 and c.position = linked.position and c.hash <> linked.hash)
      order by position limit 1`,
    values: [chain, start.position, bytesOf(start.hash), upTo],
  });
  return row?.position;
}

/** Removes the rows up to a checkpoint, which stands for them from now on, as do the checkpoints before it. */
export async function cutChain(
  tx: Transaction,
  chain: string,
  cut: StoredCheckpoint & { readonly removedBefore: string },
): Promise<void> {
  for (const table of ["audit", "audit_checkpoints"]) {
    await tx.query({ text: `delete from auth.${table} where ctx = $1 and position <= $2`, values: [chain, cut.position] });
  }
  await tx.query({
    name: "auth.insert_audit_cut",
    text: `insert into auth.audit_checkpoints (ctx, position, hash, at, key_version, public_key, signature, removed_before)
      values ($1, $2, $3, $4::timestamptz, $5, $6, $7, $8::timestamptz)`,
    values: [
      ...[chain, cut.position, bytesOf(cut.hash), cut.at, cut.keyVersion],
      ...[bytesOf(cut.publicKey), bytesOf(cut.signature), cut.removedBefore],
    ],
  });
}
