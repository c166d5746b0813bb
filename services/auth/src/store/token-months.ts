import type { Transaction } from "@loci/ports/database";
import { instant, maybeMillis } from "./rows.ts";

export interface ReservedTokens {
  readonly reserved: number;
  /** When the first of the open reservations lapses. */
  readonly firstLapse: number | undefined;
}

/** Holds the month until the transaction's end, so that those who count on it take turns. @returns the tokens used in it */
export async function lockMonth(tx: Transaction, contextId: string, month: string): Promise<number> {
  const [row] = await tx.query<{ used: number }>({
    name: "auth.lock_month",
    text: `insert into auth.token_months as m (ctx, month) values ($1, $2::date)
      on conflict (ctx, month) do update set used = m.used returning used`,
    values: [contextId, month],
  });
  return row?.used ?? 0;
}

export async function findReservedTokens(tx: Transaction, contextId: string, month: string, now: number): Promise<ReservedTokens> {
  const [row] = await tx.query<{ reserved: number; first_lapse: Date | null }>({
    name: "auth.find_reserved_tokens",
    text: `select coalesce(sum(tokens), 0)::bigint as reserved, min(lapses_at) as first_lapse from auth.token_reservations
      where ctx = $1 and month = $2::date and not settled and lapses_at > $3::timestamptz`,
    values: [contextId, month, instant(now)],
  });
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
  await tx.query({
    name: "auth.insert_reservation",
    text: `insert into auth.token_reservations (ctx, ticket, month, stage, model, tokens, reserved_at, lapses_at)
      values ($1, $2, $3::date, $4, $5, $6::bigint, $7::timestamptz, $8::timestamptz)`,
    values: [
      contextId,
      made.ticket,
      made.month,
      made.stage,
      made.model,
      made.tokens,
      instant(made.reservedAt),
      instant(made.lapsesAt),
    ],
  });
}

/** Settles the reservation, once. @returns what it was for; undefined when it is settled already or unknown */
export async function settleReservation(
  tx: Transaction,
  contextId: string,
  ticket: string,
): Promise<Pick<Reservation, "month" | "stage" | "model"> | undefined> {
  const [row] = await tx.query<{ month: string; stage: string; model: string }>({
    name: "auth.settle_reservation",
    text: `update auth.token_reservations set settled = true where ctx = $1 and ticket = $2 and not settled
      returning to_char(month, 'YYYY-MM-DD') as month, stage, model`,
    values: [contextId, ticket],
  });
  return row;
}

export async function hasReservation(tx: Transaction, contextId: string, ticket: string): Promise<boolean> {
  const rows = await tx.query({
    name: "auth.has_reservation",
    text: "select 1 from auth.token_reservations where ctx = $1 and ticket = $2",
    values: [contextId, ticket],
  });
  return rows.length > 0;
}

/** Those made before the time. @returns how many */
export async function deleteOldReservations(tx: Transaction, contextId: string, before: number): Promise<number> {
  const rows = await tx.query({
    name: "auth.delete_old_reservations",
    text: "delete from auth.token_reservations where ctx = $1 and reserved_at <= $2::timestamptz returning 1",
    values: [contextId, instant(before)],
  });
  return rows.length;
}
