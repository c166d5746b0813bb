import { Datetime } from "./value.ts";

const nanosPerSecond = 1_000_000_000n;
const secondsPerDay = 86_400;

/** The first and the last moment that the language can hold: the years −262143 to 262142. */
export const smallestDatetimeNanos = secondsOf(-262_143, 1, 1) * nanosPerSecond;
export const largestDatetimeNanos = secondsOf(262_143, 1, 1) * nanosPerSecond - 1n;

/** Days since 1970-01-01 in the Gregorian calendar, also before its invention; `Date` ends at the year 275760 but takes the years 0 to 99 for 19xx. */
function daysOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / (secondsPerDay * 1000);
}

function secondsOf(year: number, month: number, day: number): bigint {
  return BigInt(daysOf(year, month, day) * secondsPerDay);
}

/** Parts of a moment in UTC. */
export interface DatetimeParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
}

/** The parts of a moment, in UTC. */
export function partsOf({ nanos }: Datetime): DatetimeParts {
  const nanosecond = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  const date = new Date(Number((nanos - nanosecond) / 1_000_000n));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    nanosecond: Number(nanosecond),
  };
}

/** The moment with these parts in UTC; undefined where there is no such day or time, or it is out of range. */
export function datetimeOf(parts: DatetimeParts): Datetime | undefined {
  const { year, month, day, hour, minute, second, nanosecond } = parts;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || hour < 0 || minute < 0 || second < 0) return undefined;
  if (Math.abs(year) > 262_144) return undefined;
  const seconds = secondsOf(year, month, day) + BigInt(hour * 3600 + minute * 60 + second);
  return datetimeOfNanos(seconds * nanosPerSecond + BigInt(nanosecond));
}

/** A moment by its nanoseconds since 1970; undefined where it is out of range. */
export function datetimeOfNanos(nanos: bigint): Datetime | undefined {
  return nanos >= smallestDatetimeNanos && nanos <= largestDatetimeNanos ? new Datetime(nanos) : undefined;
}

/** 28 to 31. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** RFC 3339 in UTC, with 0, 3, 6 or 9 digits of a second; years of other than four digits have a sign. */
export function printDatetime(moment: Datetime): string {
  const { year, month, day, hour, minute, second, nanosecond } = partsOf(moment);
  const sign = year < 0 ? "-" : year > 9999 ? "+" : "";
  const date = `${sign}${String(Math.abs(year)).padStart(4, "0")}-${two(month)}-${two(day)}`;
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction(nanosecond)}Z`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function fraction(nanosecond: number): string {
  if (nanosecond === 0) return "";
  const digits = String(nanosecond).padStart(9, "0");
  if (digits.endsWith("000000")) return `.${digits.slice(0, 3)}`;
  return digits.endsWith("000") ? `.${digits.slice(0, 6)}` : `.${digits}`;
}

// Groups: sign, year, month, day; hour, minute, second, fraction; zone, its sign, hours, minutes. Anchored and without repetition of groups: linear.
const pattern = /^([+-]?)(\d{4,6})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])[^]*|([+-])(\d\d):(\d\d)))?$/;

/** A datetime as RFC 3339 writes it, or a day alone (its midnight in UTC). Digits beyond nanoseconds are cut, and so is what follows a Z. Undefined where it is none. */
export function parseDatetime(text: string): Datetime | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [
    ,
    sign,
    year,
    month,
    day,
    hour = "0",
    minute = "0",
    second = "0",
    digits = "",
    ,
    zoneSign,
    zoneHours = "0",
    zoneMinutes = "0",
  ] = found;
  const local = datetimeOf({
    year: Number(year) * (sign === "-" ? -1 : 1),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    nanosecond: Number(digits.slice(0, 9).padEnd(9, "0")),
  });
  if (local === undefined || Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return undefined;
  const offset = BigInt(Number(zoneHours) * 60 + Number(zoneMinutes)) * 60n * nanosPerSecond;
  return datetimeOfNanos(zoneSign === "-" ? local.nanos + offset : local.nanos - offset);
}
