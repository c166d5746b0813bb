import { datetimeOf } from "../../values/datetime.ts";
import { dayOfYear, weekday } from "./calendar.ts";

const months = "january february march april may june july august september october november december".split(" ");
const days = "monday tuesday wednesday thursday friday saturday sunday".split(" ");

/** What stands for others. */
const composed: Readonly<Record<string, string>> = {
  c: "%a %b %e %H:%M:%S %Y",
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  h: "%b",
  r: "%I:%M:%S %p",
  R: "%H:%M",
  T: "%H:%M:%S",
  v: "%e-%b-%Y",
  x: "%m/%d/%y",
  X: "%H:%M:%S",
};

/** The most digits, and the largest worth, of the numbers that a format names. */
const numbers: Readonly<Record<string, readonly [digits: number, most: number]>> = {
  C: [2, 99],
  d: [2, 31],
  e: [2, 31],
  f: [9, 999_999_999],
  H: [2, 23],
  I: [2, 12],
  j: [3, 366],
  k: [2, 23],
  l: [2, 12],
  m: [2, 12],
  M: [2, 59],
  S: [2, 60],
  s: [19, Number.MAX_SAFE_INTEGER],
  u: [1, 7],
  U: [2, 53],
  V: [2, 53],
  w: [1, 6],
  W: [2, 53],
  y: [2, 99],
  Y: [4, 9999],
};

type Fields = Map<string, number>;

/** Whether a text is a date with a time, written in a format of strftime. */
export function matchesFormat(text: string, format: string): boolean {
  const fields: Fields = new Map();
  const end = readFormat(text, 0, format, fields);
  return end === text.length && isMoment(fields);
}

/** Where what the format names ends; undefined where the text is otherwise. */
function readFormat(text: string, start: number, format: string, fields: Fields): number | undefined {
  let at: number | undefined = start;
  for (let i = 0; i < format.length && at !== undefined;) {
    if (format[i] === "%") {
      const item = itemAt(format, i + 1);
      at = readItem(text, at, item, fields);
      i += 1 + item.length;
    } else if (/\s/.test(format[i] ?? "")) {
      at = skipSpaces(text, at);
      i += 1;
    } else {
      at = text[at] === format[i] ? at + 1 : undefined;
      i += 1;
    }
  }
  return at;
}

function itemAt(format: string, at: number): string {
  const long = [":::z", "::z", ":z", ".3f", ".6f", ".9f", ".f", "3f", "6f", "9f"].find((name) => format.startsWith(name, at));
  if (long !== undefined) return long;
  return "-_0".includes(format[at] ?? "?") ? format.slice(at, at + 2) : format.slice(at, at + 1);
}

function readItem(text: string, at: number, item: string, fields: Fields): number | undefined {
  const letter = item.at(-1) ?? "";
  const more = composed[letter];
  if (more !== undefined) return readFormat(text, at, more, fields);
  if (letter === "z") return readOffset(text, at);
  if (item.startsWith(".")) return text[at] === "." ? readDigits(text, at + 1, 9, fields, "f") : at;
  const number = numbers[letter];
  if (number !== undefined) return readNumber(text, at, letter, number, fields);
  switch (letter) {
    case "%":
      return text[at] === "%" ? at + 1 : undefined;
    case "n":
    case "t":
      return skipSpaces(text, at);
    case "a":
    case "A":
      return readName(text, at, days, "weekday", letter === "A", fields);
    case "b":
    case "B":
      return readName(text, at, months, "m", letter === "B", fields);
    case "p":
    case "P":
      return readHalf(text, at, fields);
    case "Z":
      return at + (/^\S*/.exec(text.slice(at))?.[0].length ?? 0);
    default:
      return undefined;
  }
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "x")) at += 1;
  return at;
}

function readNumber(
  text: string,
  from: number,
  letter: string,
  [digits, most]: readonly [number, number],
  fields: Fields,
): number | undefined {
  const at = skipSpaces(text, from);
  const signed = (letter === "Y" || letter === "s") && /[-+]/.test(text[at] ?? "");
  const end = readDigits(text, signed ? at + 1 : at, signed ? 19 : digits, fields, letter);
  if (end === undefined || (!signed && (fields.get(letter) ?? 0) > most)) return undefined;
  if (signed && text[at] === "-") fields.set(letter, -(fields.get(letter) ?? 0));
  return end;
}

function readDigits(text: string, at: number, most: number, fields: Fields, letter: string): number | undefined {
  let end = at;
  while (end - at < most && /[0-9]/.test(text[end] ?? "")) end += 1;
  if (end === at) return undefined;
  fields.set(letter, Number(text.slice(at, end)));
  return end;
}

/** A name in any case; a long format takes the short one too. */
function readName(
  text: string,
  at: number,
  names: readonly string[],
  field: string,
  long: boolean,
  fields: Fields,
): number | undefined {
  const rest = text.slice(at, at + 9).toLowerCase();
  const index = names.findIndex((name) => rest.startsWith(name.slice(0, 3)));
  if (index === -1) return undefined;
  fields.set(field, index + 1);
  return at + (long && rest.startsWith(names[index] ?? "") ? (names[index] ?? "").length : 3);
}

function readHalf(text: string, at: number, fields: Fields): number | undefined {
  const half = text.slice(at, at + 2).toLowerCase();
  if (half !== "am" && half !== "pm") return undefined;
  fields.set("half", half === "pm" ? 1 : 0);
  return at + 2;
}

function readOffset(text: string, from: number): number | undefined {
  const at = skipSpaces(text, from);
  if (text[at] === "Z" || text[at] === "z") return at + 1;
  const found = /^[-+]\d\d:?[0-5]\d/.exec(text.slice(at, at + 6));
  return found === null ? undefined : at + found[0].length;
}

/** Enough fields for a day and a time of it, which do not contradict each other. */
function isMoment(fields: Fields): boolean {
  if (fields.has("s")) return true;
  const hour = hourOf(fields);
  const year = yearOf(fields);
  if (hour === undefined || year === undefined || !fields.has("M")) return false;
  const month = fields.get("m");
  const day = fields.get("d") ?? fields.get("e");
  const ofYear = fields.get("j");
  const byMonth = month !== undefined && day !== undefined;
  if (!byMonth && ofYear === undefined) return false;
  const first = { year, month: 1, day: 1, hour, minute: 0, second: 0, nanosecond: 0 };
  const moment = datetimeOf(byMonth ? { ...first, month, day } : first);
  if (moment === undefined) return false;
  if (byMonth && ofYear !== undefined && dayOfYear(moment) !== ofYear) return false;
  const named = fields.get("weekday") ?? fields.get("u");
  return named === undefined || !byMonth || weekday(moment) === named;
}

function hourOf(fields: Fields): number | undefined {
  const whole = fields.get("H") ?? fields.get("k");
  if (whole !== undefined) return whole;
  const half = fields.get("half");
  const of12 = fields.get("I") ?? fields.get("l");
  if (half === undefined || of12 === undefined || of12 === 0) return undefined;
  return (of12 % 12) + half * 12;
}

/** Two digits from 70 on are of the last century. */
function yearOf(fields: Fields): number | undefined {
  const year = fields.get("Y");
  const within = fields.get("y");
  if (year !== undefined || within === undefined) return year;
  const century = fields.get("C");
  if (century !== undefined) return century * 100 + within;
  return within + (within >= 70 ? 1900 : 2000);
}
