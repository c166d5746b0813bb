import { Decimal } from "decimal.js";
import { decimalOfFloat, decimalOfInt, parseDecimal } from "../values/decimal.ts";
import { isInt64, largestInt, smallestInt, type NumberValue } from "../values/numbers.ts";

/** A number as an int, where it is a whole one; a float beyond 64 bits becomes the nearest int. */
export function toInt(number: NumberValue): bigint | undefined {
  if (typeof number === "bigint") return number;
  if (typeof number === "number") return Number.isInteger(number) ? nearestInt(BigInt(number)) : undefined;
  if (!number.isInteger()) return undefined;
  const int = BigInt(number.toFixed());
  return isInt64(int) ? int : undefined;
}

function nearestInt(int: bigint): bigint {
  return int > largestInt ? largestInt : int < smallestInt ? smallestInt : int;
}

/** A number as a float: always possible, perhaps with fewer digits. */
export function toFloat(number: NumberValue): number {
  return number instanceof Decimal ? number.toNumber() : Number(number);
}

/** A number as a decimal; undefined for NaN, infinities and what is too large. */
export function toDecimal(number: NumberValue): Decimal | undefined {
  if (typeof number === "bigint") return decimalOfInt(number);
  return typeof number === "number" ? decimalOfFloat(number) : number;
}

/** Digits with at most a sign. */
export function parseInt64(text: string): bigint | undefined {
  if (text.length > 400 || !/^[+-]?\d+$/.test(text)) return undefined;
  const int = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return isInt64(int) ? int : undefined;
}

/** A float in the usual notations, or the name of an infinity or of NaN in any case. */
export function parseFloat64(text: string): number | undefined {
  const name = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (name !== null) return name[2]?.toLowerCase() === "nan" ? Number.NaN : name[1] === "-" ? -Infinity : Infinity;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined;
}

/** A decimal without an exponent; underscores between digits are allowed. */
export function parsePlainDecimal(text: string): Decimal | undefined {
  return /[eE]|^_/.test(text) ? undefined : parseDecimal(text.replaceAll("_", ""));
}

/** A number as its text tells: an int where it is one that fits, else a float. */
export function parseNumber(text: string): NumberValue | undefined {
  return parseInt64(text) ?? parseFloat64(text);
}
