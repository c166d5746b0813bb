import { Decimal } from "decimal.js";
import { decimalOfInt } from "./decimal.ts";

export type NumberValue = bigint | number | Decimal;

export const smallestInt = -(2n ** 63n);
export const largestInt = 2n ** 63n - 1n;

/** Whether a whole number is within 64 bits, sign included. */
export function isInt64(int: bigint): boolean {
  return int >= smallestInt && int <= largestInt;
}

/**
 * Compares numbers of any kind by what they are worth: an integral float exactly, any other float by its shortest text (so that 0.1f = 0.1dec).
 * −0 = 0; NaN is equal to itself and after all others.
 */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  if (typeof a === "bigint") {
    if (typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
    if (typeof b === "number") return compareIntFloat(a, b);
    return decimalOfInt(a).cmp(b);
  }
  if (typeof a === "number") {
    if (typeof b === "number") return compareFloats(a, b);
    if (typeof b === "bigint") return -compareIntFloat(b, a);
    return -compareDecimalFloat(b, a);
  }
  if (typeof b === "number") return compareDecimalFloat(a, b);
  return a.cmp(typeof b === "bigint" ? decimalOfInt(b) : b);
}

function compareFloats(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

/** JavaScript compares a bigint with a number exactly; only NaN needs a place. */
function compareIntFloat(int: bigint, float: number): number {
  if (int < float || Number.isNaN(float)) return -1;
  return int > float ? 1 : 0;
}

function compareDecimalFloat(decimal: Decimal, float: number): number {
  if (Number.isNaN(float) || float === Infinity) return -1;
  if (float === -Infinity) return 1;
  return decimal.cmp(exactly(float));
}

/** The worth of a finite float, as `compareNumbers` and the keys of indexes see it. */
export function exactly(float: number): Decimal {
  return Number.isInteger(float) ? decimalOfInt(BigInt(float)) : new Decimal(String(float));
}

/** The digits of a float without an exponent, as in 0.0000001 for 1e-7; NaN, Infinity and −0 have their names. */
export function floatDigits(float: number): string {
  if (Object.is(float, -0)) return "-0";
  const text = String(float);
  const exponentAt = text.indexOf("e");
  if (exponentAt < 0) return text;
  const exponent = Number(text.slice(exponentAt + 1));
  const negative = text.startsWith("-");
  const [whole = "", fraction = ""] = text.slice(negative ? 1 : 0, exponentAt).split(".");
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const plain =
    point <= 0
      ? `0.${"0".repeat(-point)}${digits}`
      : point >= digits.length
        ? digits.padEnd(point, "0")
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${plain}` : plain;
}
