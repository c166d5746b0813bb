import { invalidField } from "@loci/kernel";

/** What is known of a month's tokens when some are asked for. Times are milliseconds since the epoch. */
export interface MonthState {
  /** undefined: no limit. */
  readonly limit: number | undefined;
  /** False: what passes the limit is counted only. */
  readonly enforced: boolean;
  readonly used: number;
  readonly reserved: number;
  /** When the first of the open reservations lapses; undefined where there is none. */
  readonly firstLapse: number | undefined;
}

export type ReservationDecision = { readonly granted: true } | { readonly granted: false; readonly retryAfterSeconds: number };

/** Ten minutes: longer than any call of a model. */
export const reservationMs = 10 * 60_000;

/** Whether so many tokens may be set aside now; where not, when it is worth asking again. */
export function decideReservation(asked: number, month: MonthState, now: number): ReservationDecision {
  const { limit, enforced, used, reserved, firstLapse } = month;
  if (limit === undefined || !enforced || used + reserved + asked <= limit) return { granted: true };
  const waitsForOthers = used + asked <= limit && firstLapse !== undefined;
  const until = waitsForOthers ? firstLapse : nextMonth(now);
  return { granted: false, retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) };
}

/** The first day of the calendar month in UTC, as YYYY-MM-01. */
export function monthOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 7)}-01`;
}

function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** A month as YYYY-MM, "" for the present one. */
export function readMonth(text: string, now: number): string {
  if (text === "") return monthOf(now);
  if (!/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw invalidField("/month", "must be a month as YYYY-MM");
  return `${text}-01`;
}

const maxTokens = 1_000_000_000_000;

export function readTokens(tokens: number, pointer: string): number {
  if (Number.isInteger(tokens) && tokens >= 0 && tokens <= maxTokens) return tokens;
  throw invalidField(pointer, `must be a whole number from 0 to ${maxTokens}`);
}
