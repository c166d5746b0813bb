import { parse } from "chrono-node";
import type { ParsedComponents, ParsedResult } from "chrono-node";
import { daySpan, monthSpan, seasonSpan, trailingSpan, unitSpan, weekdaySpan, yearSpan } from "./calendar-spans.ts";
import type { DateSpan, Part } from "./calendar-spans.ts";

export type { DateSpan } from "./calendar-spans.ts";

/** A date without a year may mean any of them: the latest so many that began before now are given, the most recent first. */
const yearsWithout = 5;
const maxSpans = 24;

const monthNames =
  "january|jan|february|feb|march|mar|april|apr|may|june|jun|july|jul|august|aug|september|sept|sep|october|oct|november|nov|december|dec";
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const counts: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, couple: 2, three: 3, few: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
};
const count = "\\d{1,3}|an?|one|two|couple|three|few|four|five|six|seven|eight|nine|ten|eleven|twelve";
const part = "(?:(early|mid|late|beginning of|start of|middle of|end of)[ -]+(?:in )?(?:the )?)?";
const year = "((?:19|20)\\d{2})";

/** What reads a match to spans; an empty list means that it was no date. */
type Reader = (match: readonly (string | undefined)[], now: Date) => DateSpan[];

const steps: Readonly<Record<string, number>> = { last: -1, previous: -1, this: 0, current: 0, next: 1 };

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/g, ([, y, m, d]) =>
    inRange(Number(m), 1, 12) && (d === undefined || inRange(Number(d), 1, 31))
      ? [d === undefined ? monthSpan(Number(y), Number(m) - 1) : daySpan(Number(y), Number(m) - 1, Number(d))]
      : []],
  [new RegExp(`\\b${part}(${monthNames})\\.?(?:,| of)? ${year}\\b`, "gi"), ([, p, m, y]) => [monthSpan(Number(y), monthOf(m), partOf(p))]],
  [/\bday before yesterday\b/gi, (_, now) => [unitSpan("day", -2, now)]],
  [/\b(yesterday|today|tonight|tomorrow)\b/gi, ([, word], now) => [unitSpan("day", { yesterday: -1, tomorrow: 1 }[word?.toLowerCase() ?? ""] ?? 0, now)]],
  [new RegExp(`\\b(${count})(?: of)? (day|week|month|year)s? ago\\b`, "gi"), ([, n, unit], now) => [unitSpan(lower(unit), -countOf(n), now)]],
  [new RegExp(`\\b(?:last|past|previous) (${count})(?: of)? (day|week|month|year)s\\b`, "gi"), ([, n, unit], now) => [trailingSpan(lower(unit), countOf(n), now)]],
  [/\b(last|previous|this|current|next) (week|month|year|weekend)\b/gi, ([, step, unit], now) => [unitSpan(lower(unit), steps[lower(step)] ?? 0, now)]],
  [/\b(spring|summer|autumn|fall|winter),?(?: of)? ((?:19|20)\d{2})\b/gi, ([, season, y]) => seasonOfYear(Number(y), lower(season))],
  [/\b(last|this|next) (spring|summer|autumn|fall|winter)\b/gi, ([, step, season], now) => [seasonFrom(lower(step), lower(season), now)]],
  [/\b(?:in|during|over) (?:the )?(spring|summer|autumn|fall|winter)\b/gi, ([, season], now) => recent(now, (y) => seasonSpan(y, lower(season)))],
  [new RegExp(`\\b(last|this|next) (${monthNames})\\b`, "gi"), ([, step, m], now) => [monthFrom(lower(step), monthOf(m), now)]],
  [new RegExp(`\\b(last|this|on|next) (${weekdays.join("|")})s?\\b`, "gi"), ([, step, day], now) => {
    const before = new Date(now.getTime() + (step === "last" ? -1 : step === "next" ? 7 : 0) * 86_400_000);
    return [weekdaySpan(weekdays.indexOf(lower(day)), before)];
  }],
  [new RegExp(`(?<=\\b(?:in|during|since|until|till|before|after|by|of|from|early|mid|late|this|and|or|to)[ -])${part}(${monthNames})\\b(?! \\d)`, "gi"), ([, p, m], now) =>
    recent(now, (y) => monthSpan(y, monthOf(m), partOf(p)))],
  [new RegExp(`\\b${part}(January|February|April|May|June|July|August|September|October|November|December)\\b`, "g"), ([, p, m], now) =>
    recent(now, (y) => monthSpan(y, monthOf(m), partOf(p)))],
  [new RegExp(`\\b${part}${year}\\b`, "gi"), ([, p, y]) => [yearSpan(Number(y), partOf(p))]],
];

/**
 * The dates and spans that a question names, as half-open spans in UTC, in no set order; `now` (RFC 3339) is what "last week" is
 * relative to. Months and days without a year give their latest five occurrences, most recent first; seasons are the northern ones,
 * "winter 2023" being the two that touch 2023; weeks begin on Monday; "before", "after" and "since" open the span to that side.
 */
export function datesIn(question: string, now: string): DateSpan[] {
  const at = new Date(now);
  const spans: DateSpan[] = [];
  let rest = question;
  const take = (index: number, text: string, found: readonly DateSpan[]) => {
    const before = rest.slice(0, index);
    spans.push(...found.map((span) => opened(span, before, now)));
    rest = `${before}${"\u0000".repeat(text.length)}${rest.slice(index + text.length)}`;
  };
  for (const result of parse(question, { instant: at, timezone: 0 })) {
    const found = daysOf(result, at);
    if (found.length > 0) take(result.index, result.text, found);
  }
  for (const [pattern, read] of readers) {
    for (const match of rest.matchAll(pattern)) {
      const found = read(match, at);
      if (found.length > 0) take(match.index, match[0], found);
    }
  }
  const unique = new Map(spans.map((span) => [`${span.from}/${span.until}`, span]));
  return [...unique.values()].slice(0, maxSpans);
}

const namesMonth = new RegExp(`\\b(?:${monthNames})\\b|^\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}`, "i");

/** Only calendar days are taken from the date parser; vaguer expressions have readers of their own, with exact spans. */
function daysOf(result: ParsedResult, now: Date): DateSpan[] {
  const { start, end } = result;
  if (!namesMonth.test(result.text) || !start.isCertain("day") || !start.isCertain("month")) return [];
  // A lower-case "may 20" or "march 3" is a date; "may" and a year alone are not days.
  const dated = (y: number) => {
    const first = dayOf(start, y);
    if (!end?.isCertain("day")) return first;
    return { from: first.from, until: dayOf(end, y).until };
  };
  const year = start.isCertain("year") ? start.get("year") : end?.isCertain("year") === true ? end.get("year") : null;
  return year === null ? recent(now, dated) : [dated(year)];
}

function dayOf(components: ParsedComponents, year: number): DateSpan {
  return daySpan(components.isCertain("year") ? (components.get("year") ?? year) : year, (components.get("month") ?? 1) - 1, components.get("day") ?? 1);
}

/** The latest occurrences of something yearly that began before now. */
function recent(now: Date, inYear: (year: number) => DateSpan): DateSpan[] {
  const thisYear = now.getUTCFullYear();
  const latest = inYear(thisYear).from <= now.toISOString() ? thisYear : thisYear - 1;
  return Array.from({ length: yearsWithout }, (_, back) => inYear(latest - back));
}

function seasonOfYear(year: number, season: string): DateSpan[] {
  return season === "winter" ? [seasonSpan(year, season), seasonSpan(year - 1, season)] : [seasonSpan(year, season)];
}

/** "Last summer" is the latest that is over, "this summer" the one of this year, "next summer" the first that has not begun. */
function seasonFrom(step: string, season: string, now: Date): DateSpan {
  return stepped(step, now, (year) => seasonSpan(year, season));
}

function monthFrom(step: string, month: number, now: Date): DateSpan {
  return stepped(step, now, (year) => monthSpan(year, month));
}

function stepped(step: string, now: Date, inYear: (year: number) => DateSpan): DateSpan {
  const instant = now.toISOString();
  const years = [-2, -1, 0, 1].map((offset) => inYear(now.getUTCFullYear() + offset));
  const over = years.filter((span) => span.until <= instant).at(-1);
  const coming = years.find((span) => span.from > instant);
  const thisYear = inYear(now.getUTCFullYear());
  return (step === "last" ? over : step === "next" ? coming : thisYear) ?? thisYear;
}

/** Applies the word before a date: "since May" runs from it to now, "before May" ends where it begins. */
function opened(span: DateSpan, before: string, now: string): DateSpan {
  const word = /\b(before|until|till|prior to|after|since)\s+(?:the\s+)?$/i.exec(before)?.[1]?.toLowerCase();
  if (word === undefined) return span;
  if (word === "since") return span.from < now ? { from: span.from, until: now } : span;
  if (word === "after") return span.until < now ? { from: span.until, until: now } : span;
  return { from: "0001-01-01T00:00:00.000Z", until: span.from };
}

function monthOf(name: string | undefined): number {
  return months.indexOf(lower(name).slice(0, 3));
}

function partOf(words: string | undefined): Part {
  if (words === undefined) return "";
  return /early|beginning|start/i.test(words) ? "early" : /mid/i.test(words) ? "mid" : "late";
}

function countOf(word: string | undefined): number {
  return counts[lower(word)] ?? Number(word);
}

function lower(word: string | undefined): string {
  return word?.toLowerCase() ?? "";
}

function inRange(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
