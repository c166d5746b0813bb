import { Decimal } from "decimal.js";
import { Duration, type Value } from "../../../values/value.ts";
import { endOfDigits, isDigit, isWordPart } from "../lexer/scan.ts";
import type { Cursor } from "./cursor.ts";

const largestInt = 9_223_372_036_854_775_807n;
/** What may stand before a unit of a duration is at most 2⁶⁴ − 1. */
const largestCount = 18_446_744_073_709_551_615n;
/** A duration is at most 2⁶⁴ − 1 seconds and 999,999,999 ns. */
const longestDuration = largestCount * 1_000_000_000n + 999_999_999n;
/** Digits that a decimal keeps, and the largest coefficient: 96 bits. */
const largestCoefficient = 79_228_162_514_264_337_593_543_950_335n;

const unitNanos: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["µs", 1_000n],
  ["μs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
  ["d", 86_400_000_000_000n],
  ["w", 604_800_000_000_000n],
  ["y", 31_536_000_000_000_000n],
]);

/**
 * The number or duration at the cursor, whose next token is digits: `1`, `1_000`, `1.5`, `2e-3`, `1f`, `2dec`, `1h30m`. `negative`: a minus stands
 * directly before it (−9223372036854775808 has no positive).
 */
export function parseNumber(cursor: Cursor, negative = false): Value {
  const source = cursor.source;
  const token = cursor.peek();
  const start = token.start;
  let end = endOfDigits(source, start);
  if (unitAt(source, end) !== undefined) return parseDurationAt(cursor, start);
  let fraction = false;
  if (source.charAt(end) === "." && isDigit(source.charCodeAt(end + 1))) {
    fraction = true;
    end = endOfDigits(source, end + 1);
  }
  let exponent = false;
  const letter = source.charAt(end);
  if (letter === "e" || letter === "E") {
    exponent = true;
    const mantissaEnd = end;
    end += 1;
    const sign = source.charAt(end);
    if (sign === "+" || sign === "-") end += 1;
    if (!isDigit(source.charCodeAt(end))) throw missingExponent(cursor, end, mantissaEnd);
    end = endOfDigits(source, end);
  }
  const digits = source.slice(start, end).replaceAll("_", "");
  let suffix = "";
  if (source.charAt(end) === "f") suffix = "f";
  else if (source.charAt(end) === "d") {
    if (source.charAt(end + 1) !== "e") throw missingCharacter(cursor, end + 1, "character `e`");
    if (source.charAt(end + 2) !== "c") throw missingCharacter(cursor, end + 2, "character `c`");
    suffix = "dec";
  }
  end += suffix.length;
  // Digits after a suffix are a number of their own.
  if (isWordPart(source.charCodeAt(end)) && !(suffix !== "" && isDigit(source.charCodeAt(end)))) {
    const found = source.charAt(end);
    throw cursor.error(`Invalid token, found unexpected character \`${found}\` after number token`, { start, end: end + 1 });
  }
  cursor.take(end);
  if (suffix === "dec") return decimal(cursor, negative ? `-${digits}` : digits, { start, end });
  if (suffix === "f" || fraction || exponent) return negative ? -Number(digits) : Number(digits);
  const int = BigInt(digits);
  if (int > largestInt && !(negative && int === largestInt + 1n)) {
    throw cursor.error("Failed to parse number: number cannot fit within a 64bit signed integer", { start, end });
  }
  return negative ? -int : int;
}

function decimal(cursor: Cursor, digits: string, span: { readonly start: number; readonly end: number }): Decimal {
  const exact = new Decimal(digits);
  if (exact.abs().greaterThan(largestCoefficient.toString())) {
    throw cursor.error("Failed to parser decimal: Invalid decimal: overflow from too many digits", span);
  }
  let places = Math.min(28, exact.decimalPlaces());
  while (exact.abs().times(`1e${places}`).toDecimalPlaces(0).greaterThan(largestCoefficient.toString())) places -= 1;
  return exact.toDecimalPlaces(places, Decimal.ROUND_HALF_EVEN);
}

function unitAt(source: string, at: number): string | undefined {
  const two = source.slice(at, at + 2);
  if (unitNanos.has(two)) return two;
  const one = source.charAt(at);
  // `1dec` is a decimal, not one day.
  if (one === "d" && source.charAt(at + 1) === "e") return undefined;
  return unitNanos.has(one) ? one : undefined;
}

/** The duration at the cursor, whose next token is digits: `1h30m`. */
function parseDurationAt(cursor: Cursor, start: number): Duration {
  const source = cursor.source;
  let end = start;
  let nanos = 0n;
  while (isDigit(source.charCodeAt(end))) {
    const digitsEnd = endOfDigits(source, end);
    const unit = unitAt(source, digitsEnd);
    if (unit === undefined) throw missingSuffix(cursor, digitsEnd);
    const count = BigInt(source.slice(end, digitsEnd).replaceAll("_", ""));
    nanos += count * (unitNanos.get(unit) ?? 0n);
    if (count > largestCount || nanos > longestDuration) {
      const reason =
        count > largestCount
          ? "Invalid token, failed to parse duration digits: number too large to fit in target type"
          : "Invalid duration, value overflowed maximum allowed value";
      throw cursor.error(reason, { start, end: digitsEnd + unit.length });
    }
    end = digitsEnd + unit.length;
  }
  if (isWordPart(source.charCodeAt(end))) {
    const found = source.charAt(end);
    throw cursor.error(`Invalid token, found invalid character \`${found}\` after duration suffix`, { start, end: end + 1 });
  }
  cursor.take(end);
  return new Duration(nanos);
}

function missingCharacter(cursor: Cursor, at: number, expected: string): Error {
  const start = cursor.peek().start;
  const source = cursor.source;
  if (at >= source.length) return cursor.error(`Unexpected end of file, expected ${expected}`, { start, end: at });
  const found = String.fromCodePoint(source.codePointAt(at) ?? 0);
  return cursor.error(`Unexpected character \`${found}\`, expected ${expected}`, { start, end: at + found.length });
}

function missingSuffix(cursor: Cursor, at: number): Error {
  if (at >= cursor.source.length) return missingCharacter(cursor, at, "a duration suffix");
  const found = String.fromCodePoint(cursor.source.codePointAt(at) ?? 0);
  const end = at + found.length;
  return cursor.error(`Invalid duration token, expected a duration suffix found \`${found}\``, { start: cursor.peek().start, end });
}

function missingExponent(cursor: Cursor, at: number, start: number): Error {
  const source = cursor.source;
  if (at >= source.length) return cursor.error("Unexpected end of file, expected a number token digit", { start: at, end: at });
  const found = String.fromCodePoint(source.codePointAt(at) ?? 0);
  return cursor.error(`Invalid number token, expected a digit, found: ${found}`, { start, end: at });
}

/** A duration where nothing else may stand, as in `TIMEOUT 5s`. */
export function parseDuration(cursor: Cursor): Duration {
  if (cursor.peek().type !== "digits") throw cursor.unexpected("a duration");
  return parseDurationAt(cursor, cursor.peek().start);
}

/** A whole number without a sign and a fraction, as in the counts of options. */
export function parseInteger(cursor: Cursor, expected = "an unsigned integer"): bigint {
  const { type, key, start } = cursor.peek();
  if (key === "-" || key === "+") {
    throw cursor.error(`Unexpected token \`${key}\``, { start, end: start + 1 }, "Only positive integers allowed here");
  }
  if (type !== "digits") throw cursor.unexpected(expected);
  const source = cursor.source;
  const end = endOfDigits(source, start);
  if (source.charAt(end) === "." && isDigit(source.charCodeAt(end + 1))) {
    throw cursor.error("Unexpected character `.` starting float, only integers are allowed here", { start: end, end: end + 1 });
  }
  if (isWordPart(source.charCodeAt(end))) {
    // The backtick that is missing is missing in what users compare with, too.
    throw cursor.error(`Invalid token, found unexpected character \`${source.charAt(end)} after integer token`, {
      start,
      end: end + 1,
    });
  }
  cursor.take(end);
  return BigInt(source.slice(start, end).replaceAll("_", ""));
}

/** A number with or without a fraction, and with a sign. */
export function parseFloat(cursor: Cursor): number {
  const negative = cursor.eat("-");
  if (!negative) cursor.eat("+");
  const token = cursor.peek();
  if (token.type !== "digits") throw cursor.unexpected("a number");
  const value = parseNumber(cursor);
  if (value instanceof Duration) throw cursor.error("Unexpected token `a number`, expected a number", token);
  return negative ? -Number(value) : Number(value);
}
