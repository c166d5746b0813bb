/** An RFC 3339 timestamp in UTC with milliseconds, or "" where a time is not known. */
export type Timestamp = string;

export const validPrecisions = ["second", "minute", "hour", "day", "month", "year"] as const;
export type ValidPrecision = (typeof validPrecisions)[number];

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Reads an RFC 3339 timestamp (the offset is required) to its UTC form, or undefined where the text is none. In UTC it lies in the
 * years 1 to 9999: databases have no year 0, and a longer year would not sort as text.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = rfc3339.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match.map(Number);
  // Date accepts 31 February by rolling over; a calendar day that does not exist is refused here.
  const probe = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1));
  if (probe.getUTCMonth() !== (month ?? 1) - 1) return undefined;
  const millis = Date.parse(text.replace(" ", "T").toUpperCase());
  if (Number.isNaN(millis)) return undefined;
  const utc = new Date(millis).toISOString();
  return /^(?!0000)\d{4}-/.test(utc) ? utc : undefined;
}

export function toTimestamp(millis: number): Timestamp {
  return new Date(millis).toISOString();
}

/** A half-open span of time; an unknown bound ("") is unbounded. */
export interface Interval {
  readonly from: Timestamp;
  readonly until: Timestamp;
}

/** Whether two spans share an instant. Unknown bounds overlap everything. */
export function overlaps(a: Interval, b: Interval): boolean {
  const startsBeforeEnd = (start: Timestamp, end: Timestamp) => start === "" || end === "" || start < end;
  return startsBeforeEnd(a.from, b.until) && startsBeforeEnd(b.from, a.until);
}

/** Whether an instant lies in a span. */
export function contains(span: Interval, instant: Timestamp): boolean {
  return (span.from === "" || span.from <= instant) && (span.until === "" || instant < span.until);
}
