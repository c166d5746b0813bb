import { toTimestamp } from "@loci/kernel";
import { Chrono, en } from "chrono-node";
import type { ParsedComponents, ParsedResult } from "chrono-node";
import { daySpan } from "./calendar-spans.ts";
import type { DateSpan } from "./calendar-spans.ts";
import { count, countOf, monthNames, readers, recent } from "./date-readers.ts";

export type { DateSpan } from "./calendar-spans.ts";

const maxSpans = 24;
/** Of a longer question its beginning and its end are looked at, half of this each. */
const longestRead = 2_000;
/** A word that opens a span stands this near to its date. */
const openingReach = 32;
const dayMillis = 86_400_000;
/** The years 1 to 9999: no database takes another as it is written here, and a longer one would not sort as text. */
const fourDigits = /^(?!0000)\d{4}-/;

/**
 * The dates and spans that a question names, as half-open spans in UTC, in the order of the question; `now` (RFC 3339) is what
 * "last week" is relative to. Months and days without a year give their latest five occurrences, most recent first; seasons are
 * the northern ones, "winter 2023" being the two that touch 2023; weeks begin on Monday; "before", "after" and "since" open the
 * span to that side. What reaches beyond the years 1 to 9999 is no date.
 */
export function datesIn(asked: string, now: string): DateSpan[] {
  const question = readPart(asked);
  const at = new Date(now);
  const found: Found[] = [];
  let rest = question;
  const take = (index: number, text: string, spans: readonly DateSpan[]) => {
    if (spans.length === 0) return;
    found.push({ index, end: index + text.length, spans });
    rest = `${rest.slice(0, index)}${"\u0000".repeat(text.length)}${rest.slice(index + text.length)}`;
  };
  for (const result of calendarDates(question, at)) take(result.index, result.text, daysOf(result, at));
  for (const [pattern, read] of readers) for (const match of rest.matchAll(pattern)) take(match.index, match[0], read(match, at));
  const spans = joined(question, found).flatMap(({ index, spans: named }) =>
    named.map((span) => opened(span, question.slice(Math.max(0, index - openingReach), index), now)),
  );
  const kept = spans.filter(({ from, until }) => fourDigits.test(from) && fourDigits.test(until));
  const unique = new Map(kept.map((span) => [`${span.from}/${span.until}`, span]));
  return [...unique.values()].slice(0, maxSpans);
}

function readPart(question: string): string {
  const plain = question.replace(/\s+/g, " ");
  return plain.length <= longestRead ? plain : `${plain.slice(0, longestRead / 2)} ${plain.slice(-longestRead / 2)}`;
}

let calendar: Chrono | undefined;

/**
 * The date parser without its readers of amounts of time ("3 days, 2 hours ago"): their time grows exponentially with the amounts
 * in a row, and nothing of theirs is taken.
 */
function calendarDates(text: string, now: Date): ParsedResult[] {
  if (calendar === undefined) {
    const all = en.configuration.createCasualConfiguration();
    calendar = new Chrono({ ...all, parsers: all.parsers.filter((parser) => !parser.constructor.name.startsWith("ENTimeUnit")) });
  }
  return calendar.parse(text, { instant: now, timezone: 0 });
}

/** Where in the question spans were found. */
interface Found {
  readonly index: number;
  readonly end: number;
  readonly spans: readonly DateSpan[];
}

/** In the order of the question, "between A and B" and "from A to B" made one span. */
function joined(question: string, found: readonly Found[]): Found[] {
  const result: Found[] = [];
  for (const next of [...found].sort((a, b) => a.index - b.index)) {
    const last = result.at(-1);
    const first = only(last);
    const second = only(next);
    if (last && first && second && first.from < second.from && isRange(question, last, next)) {
      result[result.length - 1] = { index: last.index, end: next.end, spans: [{ from: first.from, until: second.until }] };
    } else result.push(next);
  }
  return result;
}

/** The one span of a find that has only one. */
function only(found: Found | undefined): DateSpan | undefined {
  return found?.spans.length === 1 ? found.spans[0] : undefined;
}

function isRange(question: string, first: Found, second: Found): boolean {
  const between = question.slice(first.end, second.index).trim().toLowerCase();
  if (between === "and") return /\bbetween $/i.test(question.slice(Math.max(0, first.index - openingReach), first.index));
  return ["to", "until", "till", "through", "-", "\u2013"].includes(between);
}

const namesMonth = new RegExp(`\\b(?:${monthNames})\\b|^\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}`, "i");

/** Only calendar days are taken from the date parser; vaguer expressions have readers of their own, with exact spans. */
function daysOf(result: ParsedResult, now: Date): DateSpan[] {
  const { start, end } = result;
  if (!namesMonth.test(result.text) || !start.isCertain("day") || !start.isCertain("month")) return [];
  if (/\b(?:beginning|start|middle|end) of\b/i.test(result.text)) return [];
  const dated = (y: number) => {
    const first = dayOf(start, y);
    return end?.isCertain("day") ? { from: first.from, until: dayOf(end, y).until } : first;
  };
  const year = start.isCertain("year") ? start.get("year") : end?.isCertain("year") === true ? end.get("year") : null;
  return year === null ? recent(now, dated) : [dated(year)];
}

function dayOf(components: ParsedComponents, year: number): DateSpan {
  const named = components.isCertain("year") ? components.get("year") : null;
  return daySpan(named ?? year, (components.get("month") ?? 1) - 1, components.get("day") ?? 1);
}

function shifted(instant: string, days: number): string {
  return toTimestamp(Date.parse(instant) + days * dayMillis);
}

const distance = new RegExp(`\\b(?:the|(${count})) (day|week|month|year)s? (before|after) (?:the )?$`, "i");

/** "The week before 9 June" are the seven days up to it, "two weeks before 9 June" is one day. */
function apart(span: DateSpan, [, many, unit = "", side]: readonly (string | undefined)[]): DateSpan {
  const n = many === undefined ? 1 : countOf(many);
  const sign = side?.toLowerCase() === "before" ? -1 : 1;
  const steps = { day: [0, 0, n], week: [0, 0, 7 * n], month: [0, n, 0], year: [n, 0, 0] }[unit.toLowerCase()] ?? [0, 0, 0];
  const [years = 0, months = 0, days = 0] = steps.map((step) => step * sign);
  const day = new Date(sign < 0 ? span.from : shifted(span.until, -1));
  const from = daySpan(day.getUTCFullYear() + years, day.getUTCMonth() + months, day.getUTCDate() + days);
  if (n > 1 || unit.toLowerCase() !== "week") return from;
  return sign < 0 ? { from: from.from, until: span.from } : { from: span.until, until: from.until };
}

/** Applies the words before a date: "since May" runs from it to now, "before May" ends where it begins. */
function opened(span: DateSpan, before: string, now: string): DateSpan {
  const away = distance.exec(before);
  if (away) return apart(span, away);
  const word = /\b(before|until|till|prior to|after|since) (?:the )?$/i.exec(before)?.[1]?.toLowerCase();
  if (word === undefined) return span;
  if (word === "since") return span.from < now ? { from: span.from, until: now } : span;
  if (word === "after") return span.until < now ? { from: span.until, until: now } : span;
  return { from: "0001-01-01T00:00:00.000Z", until: span.from };
}
