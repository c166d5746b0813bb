import { Decimal } from "decimal.js";
import { tooLarge } from "../messages/interpret.ts";
import { cannotCalculate, cannotNegate } from "../messages/calculate.ts";
import { calculateDecimals } from "./calculate-decimal.ts";
import {
  addDurations,
  addToDatetime,
  between,
  divideDuration,
  multiplyDuration,
  subtractDurations,
  subtractFromDatetime,
} from "./calculate-time.ts";
import { decimalDigits, decimalOfFloat, decimalOfInt } from "./decimal.ts";
import { isArray, isNumber, isObject } from "./kind-of.ts";
import { floatDigits, isInt64, type NumberValue } from "./numbers.ts";
import { printRaw, printValue } from "./print.ts";
import { Datetime, Duration, type Value } from "./value.ts";

/** Items of an array that two others make: each adding to itself would fill the memory. */
const mostItems = 10_000_000;

/** `left + right`: numbers, texts, durations, datetimes; two arrays one behind the other, two objects with the right one's entries winning. */
export function add(left: Value, right: Value): Value {
  if (isNumber(left) && isNumber(right)) return calculateNumbers("+", left, right);
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (left instanceof Duration) {
    if (right instanceof Duration) return addDurations(left, right);
    if (right instanceof Datetime) return addToDatetime(right, left);
  }
  if (left instanceof Datetime && right instanceof Duration) return addToDatetime(left, right);
  if (isArray(left) && isArray(right)) {
    if (left.length + right.length > mostItems) throw tooLarge();
    return [...left, ...right];
  }
  if (isObject(left) && isObject(right)) return new Map([...left, ...right]);
  throw cannotCalculate("+", printRaw(left), printRaw(right));
}

/** `left - right`: numbers, durations, datetimes. */
export function subtract(left: Value, right: Value): Value {
  if (isNumber(left) && isNumber(right)) return calculateNumbers("-", left, right);
  if (left instanceof Duration) {
    if (right instanceof Duration) return subtractDurations(left, right);
    // As odd as it reads, the language takes the duration from the datetime here too.
    if (right instanceof Datetime) return subtractFromDatetime(right, left);
  }
  if (left instanceof Datetime) {
    if (right instanceof Duration) return subtractFromDatetime(left, right);
    if (right instanceof Datetime) return between(left, right);
  }
  throw cannotCalculate("-", printRaw(left), printRaw(right));
}

/** `left * right`: numbers, or a duration by a number. */
export function multiply(left: Value, right: Value): Value {
  if (isNumber(left) && isNumber(right)) return calculateNumbers("*", left, right);
  if (left instanceof Duration && isNumber(right)) return multiplyDuration(left, right);
  throw cannotCalculate("*", printRaw(left), printRaw(right));
}

/** `left / right`: numbers (7 / 2 = 3), or a duration by a number. What cannot be divided is NaN and no error. */
export function divide(left: Value, right: Value): Value {
  if (isNumber(left) && isNumber(right)) return divideNumbers(left, right);
  if (left instanceof Duration && isNumber(right)) return divideDuration(left, right);
  return Number.NaN;
}

/** `left % right`, with the sign of `left`. */
export function remainder(left: Value, right: Value): Value {
  if (isNumber(left) && isNumber(right)) return calculateNumbers("%", left, right);
  throw cannotCalculate("%", printRaw(left), printRaw(right));
}

/** `left ** right`. */
export function power(left: Value, right: Value): Value {
  if (isNumber(left) && isNumber(right)) return calculateNumbers("**", left, right);
  throw cannotCalculate("**", printRaw(left), printRaw(right));
}

/** `-value`. */
export function negate(value: Value): Value {
  if (typeof value === "bigint" && isInt64(-value)) return -value;
  if (typeof value === "number") return -value;
  if (value instanceof Decimal) return calculateDecimals("*", value, new Decimal(-1)) ?? new Decimal(0);
  throw cannotNegate(printValue(value));
}

export type NumberOperator = "+" | "-" | "*" | "%" | "**";

/** Ints stay ints, an int with a float becomes a float, a decimal makes all decimal; but a power has the kind of its base, apart from int ** other. */
export function calculateNumbers(operator: NumberOperator, left: NumberValue, right: NumberValue): NumberValue {
  const result =
    typeof left === "bigint" && typeof right === "bigint"
      ? calculateInts(operator, left, right)
      : useFloats(operator, left, right)
        ? calculateFloats(operator, Number(left), Number(right))
        : calculateAsDecimals(operator, left, right);
  if (result !== undefined) return result;
  const bare = left instanceof Decimal && (right instanceof Decimal || operator === "**");
  const print = bare ? printDigits : printRaw;
  throw cannotCalculate(operator, print(left), print(right));
}

function useFloats(operator: NumberOperator, left: NumberValue, right: NumberValue): boolean {
  return operator === "**" ? !(left instanceof Decimal) : !(left instanceof Decimal) && !(right instanceof Decimal);
}

/** Of two decimals, and of any power of a decimal, errors show no letters behind the digits. */
function printDigits(number: NumberValue): string {
  if (number instanceof Decimal) return decimalDigits(number);
  return typeof number === "number" ? floatDigits(number).replace("Infinity", "inf") : String(number);
}

/** An exponent must be a decimal. Of everything else, what cannot be one counts as 0. */
function calculateAsDecimals(operator: NumberOperator, left: NumberValue, right: NumberValue): Decimal | undefined {
  if (operator === "**" && typeof right === "number" && decimalOfFloat(right) === undefined) return undefined;
  return calculateDecimals(operator, asDecimal(left), asDecimal(right));
}

function asDecimal(value: NumberValue): Decimal {
  if (typeof value === "bigint") return decimalOfInt(value);
  return typeof value === "number" ? (decimalOfFloat(value) ?? new Decimal(0)) : value;
}

function calculateInts(operator: NumberOperator, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case "+":
      return checked(left + right);
    case "-":
      return checked(left - right);
    case "*":
      return checked(left * right);
    case "%":
      return right === 0n || (right === -1n && !isInt64(-left)) ? undefined : left % right;
    case "**":
      return powerOfInts(left, right);
  }
}

function checked(int: bigint): bigint | undefined {
  return isInt64(int) ? int : undefined;
}

/** Bounds the exponent first: 2n ** 10n ** 12n would fill the memory. */
function powerOfInts(base: bigint, exponent: bigint): bigint | undefined {
  if (base === 1n) return base;
  if (exponent < 0n && base !== -1n) return undefined;
  if (base === 0n) return exponent === 0n ? 1n : base;
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
  return exponent > 64n ? undefined : checked(base ** exponent);
}

function calculateFloats(operator: NumberOperator, left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "%":
      return left % right;
    case "**":
      // IEEE 754 gives 1 here, JavaScript NaN.
      return left === 1 ? 1 : left ** right;
  }
}

function divideNumbers(left: NumberValue, right: NumberValue): NumberValue {
  if (typeof left === "bigint" && typeof right === "bigint") {
    return right === 0n || !isInt64(left / right) ? Number.NaN : left / right;
  }
  if (left instanceof Decimal || right instanceof Decimal)
    return calculateDecimals("/", asDecimal(left), asDecimal(right)) ?? Number.NaN;
  return Number(left) / Number(right);
}
