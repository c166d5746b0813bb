import { isDigit } from "../lexer/scan.ts";
import { Datetime } from "../../../values/value.ts";
import type { Cursor } from "./cursor.ts";

/** Years that a date can have. */
const firstYear = -262_143;
const lastYear = 262_142;

/** Reads the text of `d"…"`: a date, or a date and a time with its zone. What stands behind it is ignored. */
export function readDatetime(cursor: Cursor, text: string, offset: number): Datetime {
  const reader = new Reader(cursor, text, offset);
  const sign = reader.sign();
  const year = reader.year();
  reader.separator("-");
  const month = reader.section(1, 12);
  reader.separator("-");
  const day = reader.section(1, 31);
  const dateEnd = reader.at;
  const signed = sign * year;
  if (signed < firstYear || signed > lastYear || day > daysOfMonth(signed, month)) {
    throw reader.error("Invalid Datetime date: date outside of valid range", 0, dateEnd);
  }
  const days = daysFromEpoch(signed, month, day);
  if (reader.done) return new Datetime(BigInt(days) * 86_400_000_000_000n);
  reader.timeSeparator();
  const timeStart = reader.at;
  const hour = reader.section(0, 24);
  reader.separator(":");
  const minute = reader.section(0, 59);
  reader.separator(":");
  const second = reader.section(0, 60);
  const nanos = reader.fraction();
  if (hour > 23 || second > 59) throw reader.error("Invalid Datetime time: time outside of valid range", timeStart, reader.at);
  const zone = reader.zone();
  const seconds = BigInt(days) * 86_400n + BigInt(hour * 3600 + minute * 60 + second - zone);
  return new Datetime(seconds * 1_000_000_000n + BigInt(nanos));
}

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar; years begin in March, so that the leap day is a year's last. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

/** Takes a text apart from left to right. */
class Reader {
  readonly #cursor: Cursor;
  readonly #text: string;
  readonly #offset: number;
  at = 0;

  constructor(cursor: Cursor, text: string, offset: number) {
    this.#cursor = cursor;
    this.#text = text;
    this.#offset = offset;
  }

  get done(): boolean {
    return this.at >= this.#text.length;
  }

  error(message: string, start: number, end: number, note?: string): Error {
    return this.#cursor.error(message, { start: this.#offset + start, end: this.#offset + end }, note);
  }

  sign(): number {
    const character = this.#text.charAt(this.at);
    if (character === "+" || character === "-") this.at += 1;
    return character === "-" ? -1 : 1;
  }

  year(): number {
    const start = this.at;
    for (let count = 0; count < 4; count += 1) this.digit();
    while (this.at < start + 6 && isDigit(this.#text.charCodeAt(this.at))) this.at += 1;
    return Number(this.#text.slice(start, this.at));
  }

  digit(): void {
    if (this.done) throw this.error("Expected end of datetime, expected datetime digit character", this.at, this.at + 1);
    if (!isDigit(this.#text.charCodeAt(this.at))) {
      throw this.error(`Invalid datetime, expected digit character found \`${this.#character()}\``, this.at, this.at + 1);
    }
    this.at += 1;
  }

  section(least: number, most: number): number {
    const start = this.at;
    this.digit();
    this.digit();
    const value = Number(this.#text.slice(start, this.at));
    if (value >= least && value <= most) return value;
    const text = "Invalid datetime digit section, section not within allowed range";
    throw this.error(text, start, this.at, `This section must be within ${least}..=${most}`);
  }

  separator(wanted: string): void {
    if (this.done) {
      throw this.error(`Expected end of string, expected datetime seperator character \`${wanted}\``, this.at, this.at + 1);
    }
    if (this.#text.charAt(this.at) !== wanted) {
      const text = `Unexpected character \`${this.#character()}\`, expected datetime seperator characters \`${wanted}\``;
      throw this.error(text, this.at, this.at + 1);
    }
    this.at += 1;
  }

  timeSeparator(): void {
    const character = this.#text.charAt(this.at);
    if (character !== "T" && character !== "t" && character !== " ") {
      throw this.error(`Unexpected character \`${this.#character()}\`, expected time seperator \`T\``, this.at, this.at + 1);
    }
    this.at += 1;
  }

  /** Nanoseconds; digits beyond the ninth are cut off. */
  fraction(): number {
    if (this.#text.charAt(this.at) !== ".") return 0;
    const start = this.at + 1;
    let end = start;
    while (isDigit(this.#text.charCodeAt(end))) end += 1;
    this.at = end;
    if (end === start) {
      throw this.error("Invalid datetime nanoseconds, expected at least a single digit", start, start + 1);
    }
    return Number(this.#text.slice(start, Math.min(end, start + 9)).padEnd(9, "0"));
  }

  /** Seconds that the zone is ahead of UTC. */
  zone(): number {
    if (this.done) throw this.error("Invalid end of datetime, expected datetime timezone", this.at, this.at + 1);
    const character = this.#text.charAt(this.at);
    if (character === "Z" || character === "z") {
      this.at += 1;
      return 0;
    }
    if (character !== "+" && character !== "-") {
      const text = `Unexpected character \`${this.#character()}\`, expected \`Z\` or a timezone offset.`;
      throw this.error(text, this.at, this.at + 1);
    }
    this.at += 1;
    const hours = this.section(0, 23);
    this.separator(":");
    const minutes = this.section(0, 59);
    return (character === "-" ? -1 : 1) * (hours * 3600 + minutes * 60);
  }

  #character(): string {
    return String.fromCodePoint(this.#text.codePointAt(this.at) ?? 0);
  }
}
