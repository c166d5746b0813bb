import { daySpan, monthSpan, seasonSpan, trailingSpan, unitSpan, weekdaySpan, yearSpan } from "./calendar-spans.ts";
import type { DateSpan, Part } from "./calendar-spans.ts";

/** A date without a year may mean any of them: the latest so many that began before now are given, the most recent first. */
const yearsWithout = 5;
const dayMillis = 86_400_000;

export const monthNames =
  "january|jan|february|feb|march|mar|april|apr|may|june|jun|july|jul|august|aug|" +
  "september|sept|sep|october|oct|november|nov|december|dec";
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};
/** A number of days, weeks and the like, as a pattern. */
export const count = "\\d{1,3}|an?|one|two|couple|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const part = "(?:(early|mid|late|beginning of|start of|middle of|end of)[ -]+(?:in )?(?:the )?)?";
const year = "((?:19|20)\\d{2})";

/** What reads a match to spans; an empty list means that it was no date. */
export type Reader = (match: readonly (string | undefined)[], now: Date) => DateSpan[];

const steps: Readonly<Record<string, number>> = { last: -1, previous: -1, this: 0, current: 0, next: 1 };

const words = (pattern: string, flags = "gi") => new RegExp(`\\b${pattern}\\b`, flags);
const seasons = "(spring|summer|autumn|fall|winter)";
const fullMonths = "(January|February|April|June|July|August|September|October|November|December)";
const beforeMonth = "(?<=\\b(?:in|during|since|until|till|before|after|by|of|from|early|mid|late|this|and|or|to)[ -])";

/** In order: what an earlier reader took is not offered to a later one. */
export const readers: readonly (readonly [RegExp, Reader])[] = [
  [/\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/g, isoDate],
  [words(`${part}(${monthNames})\\.?(?:,| of)? ${year}`), ([, p, m, y]) => [monthSpan(Number(y), monthOf(m), partOf(p))]],
  [words("day before yesterday"), (_, now) => [unitSpan("day", -2, now)]],
  [words("yesterday"), (_, now) => [unitSpan("day", -1, now)]],
  [words("(?:today|tonight)"), (_, now) => [unitSpan("day", 0, now)]],
  [words("tomorrow"), (_, now) => [unitSpan("day", 1, now)]],
  [words("(?:a )?few (day|week|month|year)s ago"), ([, unit], now) => [trailingSpan(lower(unit), 6, now)]],
  [words(`(${count})(?: of)? (day|week|month|year)s? ago`), ([, n, unit], now) => [unitSpan(lower(unit), -countOf(n), now)]],
  [
    words(`(?:last|past|previous) (${count})(?: of)? (day|week|month|year)s`),
    ([, n, unit], now) => [trailingSpan(lower(unit), countOf(n), now)],
  ],
  [
    words("(last|previous|this|current|next) (week|month|year|weekend)"),
    ([, step, unit], now) => [unitSpan(lower(unit), steps[lower(step)] ?? 0, now)],
  ],
  [words(`${seasons},?(?: of)? ${year}`), ([, season, y]) => seasonOfYear(Number(y), lower(season))],
  [words(`(last|this|next) ${seasons}`), ([, step, s], now) => [stepped(lower(step), now, (y) => seasonSpan(y, lower(s)))]],
  [words(`(?:in|during|over) (?:the )?${seasons}`), ([, season], now) => recent(now, (y) => seasonSpan(y, lower(season)))],
  [words(`(last|this|next) (${monthNames})`), ([, step, m], now) => [stepped(lower(step), now, (y) => monthSpan(y, monthOf(m)))]],
  [words(`(last|this|on|next) (${weekdays.join("|")})s?`), namedWeekday],
  [words(`${beforeMonth}${part}(${monthNames})(?! \\d)`), yearlyMonth],
  [words(`${part}${fullMonths}`, "g"), yearlyMonth],
  [words(`${part}${year}`), ([, p, y]) => [yearSpan(Number(y), partOf(p))]],
];

function isoDate([, year, month, day]: readonly (string | undefined)[]): DateSpan[] {
  if (!inRange(Number(month), 1, 12)) return [];
  if (day === undefined) return [monthSpan(Number(year), Number(month) - 1)];
  return inRange(Number(day), 1, 31) ? [daySpan(Number(year), Number(month) - 1, Number(day))] : [];
}

function namedWeekday([, step, day]: readonly (string | undefined)[], now: Date): DateSpan[] {
  const shift = { last: -1, next: 7 }[lower(step)] ?? 0;
  return [weekdaySpan(weekdays.indexOf(lower(day)), new Date(now.getTime() + shift * dayMillis))];
}

function yearlyMonth([, part, month]: readonly (string | undefined)[], now: Date): DateSpan[] {
  return recent(now, (year) => monthSpan(year, monthOf(month), partOf(part)));
}

/** The latest occurrences of something yearly that began before now. */
export function recent(now: Date, inYear: (year: number) => DateSpan): DateSpan[] {
  const thisYear = now.getUTCFullYear();
  const latest = inYear(thisYear).from <= now.toISOString() ? thisYear : thisYear - 1;
  return Array.from({ length: yearsWithout }, (_, back) => inYear(latest - back));
}

function seasonOfYear(year: number, season: string): DateSpan[] {
  return season === "winter" ? [seasonSpan(year, season), seasonSpan(year - 1, season)] : [seasonSpan(year, season)];
}

/** "Last summer" is the latest that is over, "this summer" the one of this year, "next summer" the first that has not begun. */
function stepped(step: string, now: Date, inYear: (year: number) => DateSpan): DateSpan {
  const instant = now.toISOString();
  const years = [-2, -1, 0, 1].map((offset) => inYear(now.getUTCFullYear() + offset));
  const over = years.filter((span) => span.until <= instant).at(-1);
  const coming = years.find((span) => span.from > instant);
  const thisYear = inYear(now.getUTCFullYear());
  return (step === "last" ? over : step === "next" ? coming : thisYear) ?? thisYear;
}

function monthOf(name: string | undefined): number {
  return months.indexOf(lower(name).slice(0, 3));
}

function partOf(words: string | undefined): Part {
  if (words === undefined) return "";
  return /early|beginning|start/i.test(words) ? "early" : /mid/i.test(words) ? "mid" : "late";
}

export function countOf(word: string | undefined): number {
  return counts[lower(word)] ?? Number(word);
}

function lower(word: string | undefined): string {
  return word?.toLowerCase() ?? "";
}

function inRange(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
