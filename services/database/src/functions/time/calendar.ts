import { partsOf } from "../../values/datetime.ts";
import type { Datetime } from "../../values/value.ts";

export const nanosOfSecond = 1_000_000_000n;
const nanosOfDay = 86_400n * nanosOfSecond;

/** Rounds towards the past, also before 1970. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** Days since 1970-01-01, which was a Thursday. */
export function dayNumber(moment: Datetime): number {
  return Number(floorDivide(moment.nanos, nanosOfDay));
}

/** 1 is Monday, 7 is Sunday. */
export function weekday(moment: Datetime): number {
  return ((((dayNumber(moment) + 3) % 7) + 7) % 7) + 1;
}

/** 1 is the first of January. */
export function dayOfYear(moment: Datetime): number {
  const { year, month, day } = partsOf(moment);
  const before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] ?? 0;
  return before + day + (month > 2 && isLeapYear(year) ? 1 : 0);
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** The week of ISO 8601, and the year that it belongs to: that of its Thursday. */
export function isoWeek(moment: Datetime): { readonly year: number; readonly week: number } {
  const { year } = partsOf(moment);
  const week = Math.floor((dayOfYear(moment) - weekday(moment) + 10) / 7);
  if (week < 1) return { year: year - 1, week: weeksOf(year - 1) };
  return week > weeksOf(year) ? { year: year + 1, week: 1 } : { year, week };
}

/** A year has 53 weeks where it begins on a Thursday, or ends on one. */
function weeksOf(year: number): number {
  const endsOn = (y: number): number => (((y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)) % 7) + 7) % 7;
  return endsOn(year) === 4 || endsOn(year - 1) === 3 ? 53 : 52;
}
