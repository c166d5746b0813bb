import { Decimal } from "decimal.js";
import { calculateDecimals } from "../values/calculate-decimal.ts";
import { toDecimal } from "../kinds/convert-number.ts";
import type { NumberValue } from "../values/numbers.ts";

/**
 * Arithmetic of the functions, which unlike that of the operators never fails: ints wrap around at 64 bits, and what a decimal cannot hold is NaN. A
 * decimal makes a decimal of whatever it meets, a float makes a float of an int.
 */
export type Operation = "+" | "-" | "*" | "/";

/** One operation on two numbers of any kinds. */
export function calculate(operation: Operation, a: NumberValue, b: NumberValue): NumberValue {
  if (operation === "/" && isZero(b)) return Number.NaN;
  if (typeof a === "bigint" && typeof b === "bigint") return BigInt.asIntN(64, onInts(operation, a, b));
  if (!(a instanceof Decimal) && !(b instanceof Decimal)) return onFloats(operation, Number(a), Number(b));
  const left = toDecimal(a);
  const right = toDecimal(b);
  return left === undefined || right === undefined ? Number.NaN : (calculateDecimals(operation, left, right) ?? Number.NaN);
}

function onInts(operation: Operation, a: bigint, b: bigint): bigint {
  switch (operation) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
  }
}

function onFloats(operation: Operation, a: number, b: number): number {
  switch (operation) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
  }
}

/** Whether it is worth nothing. */
export function isZero(number: NumberValue): boolean {
  return number instanceof Decimal ? number.isZero() : Number(number) === 0;
}

/** The sum of numbers; an int 0 of none. */
export function sumOf(numbers: readonly NumberValue[]): NumberValue {
  return numbers.reduce<NumberValue>((sum, number) => calculate("+", sum, number), 0n);
}
