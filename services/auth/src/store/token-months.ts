import { sql, type Transaction } from "@loci/ports/database";
import { instant, maybeMillis } from "./rows.ts";

export interface ReservedTokens {
  readonly reserved: number;
  /** When the first of the open reservations lapses. */
  readonly firstLapse: number | undefined;
}

/** Holds the month until the transaction's end, so that those who count on it take turns. @returns the tokens used in it */
export async function lockMonth(tx: Transaction, contextId: string, month: string): Promise<number> {
  const [row] = await tx.query<{ used: number }>(
    sql`insert into auth.token_months as m (ctx, month) values (${contextId}, ${month}::date)
      on conflict (ctx, month) do update set used = m.used returning used`,
    { name: "auth.lock_month" },
  );
  return row?.used ?? 0;
}

export async function findReservedTokens(tx: Transaction, contextId: string, month: string, now: number): Promise<ReservedTokens> {
  const [row] = await tx.query<{ reserved: number; first_lapse: Date | null }>(
    sql`select coalesce(sum(tokens), 0)::bigint as reserved, min(lapses_at) as first_lapse from auth.token_reservations
      where ctx = ${contextId} and month = ${month}::date and not settled and lapses_at > ${instant(now)}::timestamptz`,
    { name: "auth.find_reserved_tokens" },
  );
  return { reserved: row?.reserved ?? 0, firstLapse: maybeMillis(row?.first_lapse ?? null) };
}

export interface Reservation {
  readonly ticket: string;
  readonly month: string;
  readonly stage: string;
  readonly model: string;
  readonly tokens: number;
  readonly reservedAt: number;
  readonly lapsesAt: number;
}

export async function insertReservation(tx: Transaction, contextId: string, made: Reservation): Promise<void> {
  await tx.query(
    sql`insert into auth.token_reservations (ctx, ticket, month, stage, model, tokens, reserved_at, lapses_at)
      values (${contextId}, ${made.ticket}, ${made.month}::date, ${made.stage}, ${made.model}, ${made.tokens}::bigint,
        ${instant(made.reservedAt)}::timestamptz, ${instant(made.lapsesAt)}::timestamptz)`,
    { name: "auth.insert_reservation" },
  );
}

/** Settles the reservation, once. @returns what it was for; undefined when it is settled already or unknown */
export async function settleReservation(
  tx: Transaction,
  contextId: string,
  ticket: string,
): Promise<Pick<Reservation, "month" | "stage" | "model"> | undefined> {
  const [row] = await tx.query<{ month: string; stage: string; model: string }>(
    sql`update auth.token_reservations set settled = true where ctx = ${contextId} and ticket = ${ticket} and not settled
      returning to_char(month, 'YYYY-MM-DD') as month, stage, model`,
    { name: "auth.settle_reservation" },
  );
  return row;
}

export async function hasReservation(tx: Transaction, contextId: string, ticket: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from auth.token_reservations where ctx = ${contextId} and ticket = ${ticket}`, {
    name: "auth.has_reservation",
  });
  return rows.length > 0;
}

/** Those made before the time. @returns how many */
export async function deleteOldReservations(tx: Transaction, contextId: string, before: number): Promise<number> {
  const rows = await tx.query(
    sql`delete from auth.token_reservations where ctx = ${contextId} and reserved_at <= ${instant(before)}::timestamptz returning 1`,
    { name: "auth.delete_old_reservations" },
  );
  return rows.length;
}
