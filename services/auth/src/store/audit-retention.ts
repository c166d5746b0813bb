import { identifier, param, sql, type Transaction } from "@loci/ports/database";
import type { Link, StoredCheckpoint } from "../domain/audit-chain.ts";
import { bytesOf, checkpointColumns, checkpointIn, hexOf, type CheckpointRow } from "./audit.ts";

/** The last of the rows that are too old, of the first so many of a chain; undefined where the first is young enough. */
export async function findLastOld(tx: Transaction, chain: string, before: string, limit: number): Promise<Link | undefined> {
  const [row] = await tx.query<{ position: number; hash: Uint8Array }>(
    sql`with first as (select position, hash, at from auth.audit where ctx = ${chain} order by position limit ${limit})
      select position, hash from first
      where not exists (select 1 from first young where young.at >= ${before} and young.position <= first.position)
      order by position desc limit 1`,
    { name: "auth.find_last_old_audit" },
  );
  return row && { position: row.position, hash: hexOf(row.hash) };
}

/** Where retention has cut the chain, as it is stored; undefined where it has not. */
export async function findCut(tx: Transaction, chain: string): Promise<StoredCheckpoint | undefined> {
  const [row] = await tx.query<CheckpointRow>(
    sql`select ${checkpointColumns} from auth.audit_checkpoints where ctx = ${chain} and removed_before is not null
      order by position desc limit 1`,
    { name: "auth.find_audit_cut" },
  );
  return row && checkpointIn(row);
}

/** The position of the first row that does not fit to the one before it, to its own hash, or to a checkpoint; up to a position. */
export async function findBroken(tx: Transaction, chain: string, start: Link, upTo: number): Promise<number | undefined> {
  const chainParam = param(chain);
  const [row] = await tx.query<{ position: number }>(
    sql`select position from (
        select position, entry, hash, lag(position, 1, ${start.position}) over by_position as previous, lag(hash, 1, ${bytesOf(start.hash)}) over by_position as before
        from auth.audit where ctx = ${chainParam} and position <= ${upTo} window by_position as (order by position)) linked
      where position <> previous + 1 or hash <> sha256(convert_to(entry, 'UTF8')) or entry::jsonb ->> 3 <> encode(before, 'hex')
        or exists (select 1 from auth.audit_checkpoints c where c.ctx = ${chainParam} and c.position = linked.position and c.hash <> linked.hash)
      order by position limit 1`,
    { name: "auth.find_broken_audit" },
  );
  return row?.position;
}

/** Removes the rows up to a checkpoint, which stands for them from now on, as do the checkpoints before it. */
export async function cutChain(
  tx: Transaction,
  chain: string,
  cut: StoredCheckpoint & { readonly removedBefore: string },
): Promise<void> {
  for (const table of ["audit", "audit_checkpoints"]) {
    await tx.query(sql`delete from auth.${identifier(table)} where ctx = ${chain} and position <= ${cut.position}`);
  }
  await tx.query(
    sql`insert into auth.audit_checkpoints (ctx, position, hash, at, key_version, public_key, signature, removed_before)
      values (${chain}, ${cut.position}, ${bytesOf(cut.hash)}, ${cut.at}::timestamptz, ${cut.keyVersion}, ${bytesOf(cut.publicKey)},
        ${bytesOf(cut.signature)}, ${cut.removedBefore}::timestamptz)`,
    { name: "auth.insert_audit_cut" },
  );
}
