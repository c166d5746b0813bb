import type { ParsedResult } from "chrono-node";
import type { ValidPrecision } from "@loci/kernel";
import { hasManyAmounts } from "./amounts-in-a-row.ts";
import { oneSpaced } from "./one-spaced.ts";
import { anyOf, words } from "./words.ts";

/** How a date bounds what is said: it holds from it on, up to it, or happened at it; `vague` ones say nothing exact. */
export type DateRole = "since" | "until" | "at" | "vague";

/** A date that stands in the text. Times are half-open and in UTC, as milliseconds. */
export interface DateExpression {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly from: number;
  readonly until: number;
  readonly precision: ValidPrecision;
  readonly role: DateRole;
  /** It names both ends: "from 3 to 17 August". */
  readonly isRange?: boolean;
  /** The year (or month, or week) is not said: what to step by when the tense points to the other side. */
  readonly step: { readonly unit: "year" | "month" | "week" } | undefined;
  /** Said relative to when it was written (yesterday, two weeks ago): the words mean nothing later. */
  readonly relative: boolean;
}

export type DateReader = (text: string, offset: number, knownAt: string) => DateExpression[];

const months = words("january february march april may june july august september october november december");
const dateWords = anyOf(`
  yesterday, today, tomorrow, tonight, morning, night, weeks?, months?, years?, weekend, ago, spring, summer, autumn, fall, winter, (?:mon|tues|wednes|thurs|fri|satur|sun)day,
  ${months.join(", ")}, jan, feb, mar, apr, jun, jul, aug, sept?, oct, nov, dec
`);
const hint = new RegExp(String.raw`\d|\b${dateWords}\b`, "i");
const day = 86_400_000;

const fromDay = new RegExp(
  String.raw`\bfrom(?= \d{1,2}(?:st|nd|rd|th)? (?:${months.join("|")}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b)`,
  "gi",
);

/** Loads the date parser and returns a reader of the dates in a clause. */
export async function loadDateReader(): Promise<DateReader> {
  const chrono = await import("chrono-node");
  return (text, offset, knownAt) => {
    const now = Date.parse(knownAt);
    if (!hint.test(text) || Number.isNaN(now)) return [];
    const own = ownPatterns(text, offset, now);
    // Each kind of white space between two words is another way in which the parser may divide them.
    const { text: plain, placeOf } = oneSpaced(text);
    // The date parser takes "from 3 May" for three o'clock.
    const given = plain.replace(fromDay, "    ");
    const results = hasManyAmounts(plain) ? [] : chrono.parse(given, { instant: new Date(now), timezone: 0 });
    const parsed = results
      .flatMap((result) => fromChrono(result, plain, now))
      .map((date) => {
        const [start, end] = [placeOf(date.start), placeOf(date.end - 1) + 1];
        return { ...date, start: offset + start, end: offset + end, text: text.slice(start, end) };
      });
    const free = parsed.filter((date) => !own.some((taken) => date.start < taken.end && taken.start < date.end));
    return [...own, ...free].sort((a, b) => a.start - b.start);
  };
}

function startOf(millis: number, precision: ValidPrecision): number {
  const d = new Date(millis);
  const [y, m, dd, h, min] = [d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes()];
  if (precision === "year") return Date.UTC(y, 0, 1);
  if (precision === "month") return Date.UTC(y, m, 1);
  if (precision === "day") return Date.UTC(y, m, dd);
  return precision === "hour" ? Date.UTC(y, m, dd, h) : Date.UTC(y, m, dd, h, min);
}

function endOf(start: number, precision: ValidPrecision): number {
  const d = new Date(start);
  if (precision === "year") return Date.UTC(d.getUTCFullYear() + 1, 0, 1);
  if (precision === "month") return Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 1);
  if (precision === "day") return start + day;
  return start + (precision === "hour" ? 3_600_000 : 60_000);
}

function roleOf(preposition: string | undefined): DateRole {
  const word = preposition?.toLowerCase();
  if (word === "since" || word === "from") return "since";
  if (word === "until" || word === "till" || word === "til") return "until";
  return word === "before" || word === "after" || word === "around" || word === "by" || word === "over" ? "vague" : "at";
}

const season = "(?:summer|spring|autumn|fall|winter|end|start|beginning)";
const yearPattern = new RegExp(
  String.raw`\b(in|since|until|till|from|by|before|after|around|during)\s+(?:(early|mid|late)[\s-]+)?(?:the\s+(?:${season}\s+of\s+)?)?` +
    String.raw`((?:19|20)\d\d)(s?)\b(?:\s*(?:to|until|till|-|\u2013)\s*((?:19|20)\d\d)\b)?(?![-/.]\d)`,
  "gi",
);
const lastMonthPattern = new RegExp(`\\b(in |since |until |from )?(last|this past) (${months.join("|")})\\b`, "gi");
const amount = String.raw`\d{1,2}|a|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty`;
const durationPattern = new RegExp(
  String.raw`\bfor (?:about |over |almost |nearly |the (?:last|past) )?(${amount}) (years?|months?|weeks?|days?)(?: now)?\b`,
  "gi",
);
const vaguePattern = new RegExp(
  String.raw`\b(?:a (?:few|couple of)|several|some|many) (?:years|months|weeks|days) ago\b|` +
    String.raw`\b(?:this|last|next) (?:spring|summer|autumn|fall|winter)\b`,
  "gi",
);
/** "on the 1st", where no month is said; "the 3rd floor" is no day. */
const dayOfMonthPattern =
  /\b(?:(on|by|from|until|till|before|since) )the ([1-9]|[12]\d|3[01])(?:st|nd|rd|th)\b(?=$|[.,;:!?)]| (?:as|at|in the|and|to|for|with|until|till|but|because|since|so|from|after|around|by)\b)/gi;
const numberWords = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const largeNumbers: Readonly<Record<string, number>> = { a: 1, twelve: 12, fifteen: 15, twenty: 20 };

function numberOf(word: string): number {
  const small = numberWords.indexOf(word.toLowerCase());
  return small > 0 ? small : (largeNumbers[word.toLowerCase()] ?? Number(word));
}

/** What the date parser does not know: bare years, decades, "last June", durations ("for five years"). */
function ownPatterns(text: string, offset: number, now: number): DateExpression[] {
  const dates: DateExpression[] = [];
  const add = (
    match: RegExpMatchArray,
    times: Omit<DateExpression, "start" | "end" | "text" | "step">,
    step?: DateExpression["step"],
  ) => {
    const start = offset + (match.index ?? 0);
    dates.push({ start, end: start + match[0].length, text: match[0], step, ...times });
  };
  for (const match of text.matchAll(yearPattern)) {
    const [, preposition, part, year = "", decade = "", lastYear] = match;
    const from = Date.UTC(Number(year), 0, 1);
    const until = Date.UTC(lastYear ? Number(lastYear) + 1 : Number(year) + (decade === "" ? 1 : 10), 0, 1);
    // "from 2020 to 2018": which of the two is meant is not for a reader to guess.
    const isContradictory = until <= from;
    const isLong = decade !== "" || part !== undefined;
    const told = lastYear ? "at" : roleOf(preposition);
    const role = isContradictory || (isLong && told !== "at") ? "vague" : told;
    add(match, { from, until, precision: "year", role, relative: false });
  }
  for (const match of text.matchAll(lastMonthPattern)) {
    const month = months.indexOf((match[3] ?? "").toLowerCase());
    const current = new Date(now);
    const from = Date.UTC(current.getUTCFullYear() - (month >= current.getUTCMonth() ? 1 : 0), month, 1);
    add(match, { from, until: endOf(from, "month"), precision: "month", role: roleOf(match[1]?.trim()), relative: true });
  }
  for (const match of text.matchAll(durationPattern)) {
    const unit = (match[2] ?? "").replace(/s$/, "");
    const precision = unit === "year" || unit === "month" ? unit : "day";
    const count = numberOf(match[1] ?? "");
    const back = new Date(now);
    if (unit === "year") back.setUTCFullYear(back.getUTCFullYear() - count);
    else if (unit === "month") back.setUTCMonth(back.getUTCMonth() - count);
    else back.setUTCDate(back.getUTCDate() - count * (unit === "week" ? 7 : 1));
    const from = startOf(back.getTime(), precision);
    add(match, { from, until: endOf(from, precision), precision, role: "since", relative: true });
  }
  for (const match of text.matchAll(dayOfMonthPattern)) {
    const today = new Date(now);
    const from = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), Number(match[2]));
    add(match, { from, until: from + day, precision: "day", role: roleOf(match[1]), relative: false }, { unit: "month" });
  }
  for (const match of text.matchAll(vaguePattern))
    add(match, { from: now, until: now, precision: "year", role: "vague", relative: true });
  return dates;
}

const before = /(?:^|[^\p{L}])(since|until|till?|from|by|before|after|around|on|in|at|during|over|for)\s+(?:the\s+)?$/iu;
const relativeWords =
  /\b(?:yesterday|today|tomorrow|tonight|last|next|this|ago|past|in (?:a|an|\d+|one|two|three|four|five|six) )|^(?:on )?\w+day$/i;
const relativeDay = /\b(?:today|tonight|tomorrow|yesterday|this|last|next|ago|in|now)\b/i;
const bareWord = /^(?:now|may|march|mar|jan|sat|sun|wed|mon|second|dec|jun|jul)$/i;

/** What may stand behind a day without being named after it. */
const goesOn =
  /^(?:after|before|when|that|which|and|from|for|the|this|next|last|morning|afternoon|evening|night|until|till|with|because|since|but|was|were|will|they|she|you|noon|then|instead|again|only|through|to)$/;

function fromChrono(result: ParsedResult, text: string, now: number): Omit<DateExpression, "text">[] {
  const preposition = before.exec(text.slice(Math.max(0, result.index - 14), result.index));
  const word = preposition?.[1]?.toLowerCase() ?? /^(since|until|on|in|at|for|by|from)\b/i.exec(result.text)?.[1]?.toLowerCase();
  // A month's or a day's short name without a preposition is more often another word; a slashed date may be read in two ways.
  if (bareWord.test(result.text.trim()) && (word === undefined || /^[a-z]/.test(result.text))) return [];
  if (word === "for" || /^now$/i.test(result.text)) return [];
  if (isAmbiguousSlashDate(result.text)) return [];
  // "the Saturday market" is no Saturday.
  const behind = /^\s(\p{Ll}{3,20})\b/u.exec(text.slice(result.index + result.text.length))?.[1] ?? "";
  const isNamed = /\b(?:the|an?|my|our|his|her|their)\s$/i.test(text.slice(Math.max(0, result.index - 8), result.index));
  if (isNamed && /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(result.text.trim()) && behind !== "" && !goesOn.test(behind))
    return [];
  // "retired after 22 years": no day.
  if (/^after\s(?:.*\s)?(?:years?|months?|weeks?|days?)$/i.test(result.text.trim())) return [];
  // "his last day is the 28th": not yesterday.
  if (/^(?:the )?(?:last|first) day$/i.test(result.text.trim())) return [];
  const lead = preposition && word ? preposition[0].length - (/^\p{L}/u.test(preposition[0]) ? 0 : 1) : 0;
  const start = result.index - lead;
  const end = result.index + result.text.trimEnd().length;
  const span = spanOf(result, now);
  // "until noon", "from nine": an hour of any day.
  const isHourOnly = !result.start.isCertain("day") && !result.start.isCertain("weekday") && !result.start.isCertain("month");
  if ((isHourOnly && result.start.isCertain("hour") && !relativeDay.test(result.text)) || /\bweekdays?$/i.test(result.text))
    return [{ start, end, ...span, role: "vague", relative: false }];
  const relative = relativeWords.test(result.text);
  const recurs = isRecurring(text.slice(0, result.index), text.slice(result.index + result.text.length));
  const isRange = Boolean(result.end);
  return [
    { start, end, ...span, role: recurs ? "vague" : roleOf(word), relative: relative && !recurs, ...(isRange ? { isRange } : {}) },
  ];
}

/** "Wednesday nights", "every Friday", "the first Thursday of the month": no single day. */
function isRecurring(before: string, behind: string): boolean {
  return (
    /^(?:s| (?:mornings|afternoons|evenings|nights))\b/i.test(behind) ||
    /^(?:,? (?:and|or|to) |, )\p{Lu}\p{L}+day(?:s| (?:mornings|afternoons|evenings|nights))\b/u.test(behind) ||
    /\b(?:every|each|every other)\s$/i.test(before) ||
    /^ of (?:the|each|every) month\b/i.test(behind)
  );
}

function isAmbiguousSlashDate(text: string): boolean {
  const match = /(\d{1,2})[/.](\d{1,2})[/.]\d{2,4}/.exec(text);
  return match !== null && Number(match[1]) <= 12 && Number(match[2]) <= 12 && match[1] !== match[2];
}

function spanOf(result: ParsedResult, now: number): Pick<DateExpression, "from" | "until" | "precision" | "step"> {
  // The parser takes Sunday for the first day of "this week".
  const at = /\bthis week\b/i.test(result.text) ? now : result.start.date().getTime();
  if (/\bweeks?\b/i.test(result.text) && !/\d{4}/.test(result.text)) {
    const monday = startOf(at, "day") - ((new Date(at).getUTCDay() + 6) % 7) * day;
    return { from: monday, until: monday + 7 * day, precision: "day", step: undefined };
  }
  if (/\bweekend\b/i.test(result.text)) {
    const saturday = startOf(at, "day") - (new Date(at).getUTCDay() === 0 ? day : 0);
    return { from: saturday, until: saturday + 2 * day, precision: "day", step: undefined };
  }
  const precision = precisionOf(result);
  const from = startOf(at, precision);
  const last = result.end ? startOf(result.end.date().getTime(), precision) : from;
  return { from, until: endOf(Math.max(from, last), precision), precision, step: stepOf(result, precision, now) };
}

function precisionOf(result: ParsedResult): ValidPrecision {
  if (/\d\s*:\s*\d\d/.test(result.text)) return "minute";
  if (/\d\s*(?:am|pm)\b/i.test(result.text) || /\bhours? ago\b/i.test(result.text)) return "hour";
  // "this morning" is certain of its hour, and stands for the day.
  if (/\b(?:morning|afternoon|evening|tonight|night|noon)\b/i.test(result.text)) return "day";
  if (result.start.isCertain("day") || result.start.isCertain("weekday")) return "day";
  return result.start.isCertain("month") ? "month" : "year";
}

function stepOf(result: ParsedResult, precision: ValidPrecision, now: number): DateExpression["step"] {
  if (precision === "year" || result.start.isCertain("year")) return undefined;
  if (result.start.isCertain("month")) return { unit: "year" };
  return /\b(?:last|next|this|past)\b/i.test(result.text) || now === 0 ? undefined : { unit: "week" };
}

const weekday = /^(?:(?:on|by|from|until|till) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i;

/** The date on the side that the tense points to: "in June" is the last June of what happened and the next June of what will. */
export function resolveToward(date: DateExpression, side: "past" | "future" | "any", knownAt: string): DateExpression {
  const now = Date.parse(knownAt);
  // Who says on a Monday what comes "on Monday" means the next one.
  const isOver = date.until <= now || (date.step?.unit === "week" && date.from <= now && weekday.test(date.text));
  const wrong = side === "past" ? date.from > now : side === "future" ? isOver : false;
  if (!date.step || !wrong) return date;
  const sign = side === "past" ? -1 : 1;
  const shift = (millis: number) => {
    const d = new Date(millis);
    if (date.step?.unit === "week") return millis + sign * 7 * day;
    const [years, months] = date.step?.unit === "month" ? [0, sign] : [sign, 0];
    return Date.UTC(d.getUTCFullYear() + years, d.getUTCMonth() + months, d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes());
  };
  return { ...date, from: shift(date.from), until: shift(date.until) };
}
