import { Decimal } from "decimal.js";
import { fitDecimal, scaleOf } from "./decimal.ts";

/** The result in the language's decimals, with the zeros at its end that calculating leaves; undefined where it is too large, or divided by zero. */
export function calculateDecimals(
  operator: "+" | "-" | "*" | "/" | "%" | "**",
  left: Decimal,
  right: Decimal,
): Decimal | undefined {
  switch (operator) {
    case "+":
      if (left.isZero() || right.isZero()) return left.isZero() ? right : left;
      return fitDecimal(left.plus(right), Math.max(scaleOf(left), scaleOf(right)));
    case "-":
      if (left.isZero() || right.isZero()) return left.isZero() ? fitDecimal(right.negated(), scaleOf(right)) : left;
      return fitDecimal(left.minus(right), Math.max(scaleOf(left), scaleOf(right)));
    case "*":
      return left.isZero() || right.isZero() ? new Decimal(0) : fitDecimal(left.times(right), scaleOf(left) + scaleOf(right));
    case "%":
      return remainderOfDecimals(left, right);
    case "/":
      return divideDecimals(left, right);
    case "**":
      return powerOfDecimals(left, right);
  }
}

/** What is smaller than the divisor stays as it is; what is as large leaves nothing. */
function remainderOfDecimals(left: Decimal, right: Decimal): Decimal | undefined {
  if (right.isZero()) return undefined;
  if (left.abs().eq(right.abs())) return new Decimal(0);
  return left.abs().lt(right.abs()) ? left : fitDecimal(left.mod(right), Math.max(scaleOf(left), scaleOf(right)));
}

function divideDecimals(left: Decimal, right: Decimal): Decimal | undefined {
  if (right.isZero()) return undefined;
  const quotient = fitDecimal(left.div(right));
  return quotient?.isZero()
    ? quotient
    : quotient && fitDecimal(quotient, scaleOfQuotient(quotient, scaleOf(left) - scaleOf(right)));
}

/**
 * A quotient is worked out nine digits at a time; of the zeros that this leaves at its end at most seven are taken away: 3 / 2 = 1.50, 1 / 4 = 0.25.
 */
function scaleOfQuotient(quotient: Decimal, start: number): number {
  const places = quotient.decimalPlaces();
  if (places <= Math.max(start, 0) && quotient.times(new Decimal(10).pow(start)).isInteger()) return Math.max(start, 0);
  const worked = start + 9 * Math.ceil((places - start) / 9);
  if (worked > 28) return places;
  return Math.max(places, afterRemoval(quotient, worked));
}

/** Takes away four, two and one zeros, each once, as far as there are that many. */
function afterRemoval(quotient: Decimal, worked: number): number {
  let scale = worked;
  for (const zeros of [4, 2, 1]) if (scale - zeros >= quotient.decimalPlaces()) scale -= zeros;
  return scale;
}

/** Beyond some digits of exponent nothing is in range, unless the base is 0 or ±1. */
function powerOfDecimals(base: Decimal, exponent: Decimal): Decimal | undefined {
  if (exponent.isInteger()) {
    if (exponent.abs().gt(4096) && !base.abs().eq(1) && !base.isZero())
      return base.abs().gt(1) === exponent.isPositive() ? undefined : new Decimal(0);
    if (exponent.isNegative()) return base.isZero() ? undefined : divideDecimals(new Decimal(1), base.pow(exponent.negated()));
    return fitDecimal(base.pow(exponent));
  }
  // Mathematics has no such power of a negative number; the language takes that of its amount.
  if (base.isZero()) return exponent.isPositive() ? new Decimal(0) : undefined;
  const logarithm = fitDecimal(logarithmOf(base.abs()).times(exponent));
  const power = logarithm && exponential(logarithm);
  return power && fitDecimal(base.isNegative() ? power.negated() : power);
}

const e = new Decimal("2.7182818284590452353602874714");
const inverseOfE = new Decimal("0.3678794411714423215955237702");

/** A number rounded as the language's decimals are. */
function fitted(number: Decimal): Decimal {
  return fitDecimal(number) ?? new Decimal(Number.NaN);
}

/** The natural logarithm of a positive decimal, as a Taylor series that has all digits. */
function logarithmOf(number: Decimal): Decimal {
  let x = number;
  let whole = 0;
  for (; x.gte(1); whole++) x = fitted(x.times(inverseOfE));
  for (; x.lte(inverseOfE); whole--) x = fitted(x.times(e));
  x = x.minus(1);
  let sum = new Decimal(0);
  let term = new Decimal(1);
  for (let count = 1; count <= 100; count++) {
    term = fitted(term.times(x.negated()));
    const next = fitted(sum.plus(fitted(term.div(count))));
    if (next.eq(sum)) break;
    sum = next;
  }
  return new Decimal(whole).minus(sum);
}

/** Where the language ends the series of a power: its results have some seven right digits, and more that are shown. */
const tolerance = new Decimal("0.0000002");

function exponential(exponent: Decimal): Decimal | undefined {
  if (exponent.isNegative()) {
    const inverse = exponential(exponent.negated());
    return inverse && fitDecimal(new Decimal(1).div(inverse));
  }
  let term = exponent;
  let sum = fitted(exponent.plus(1));
  for (let count = 2; count < 1000; count++) {
    const product = fitDecimal(term.times(exponent));
    const next = product && fitDecimal(sum.plus(fitted(product.div(count))));
    if (product === undefined || next === undefined) return undefined;
    const isClose = next.minus(sum).abs().lte(tolerance);
    term = fitted(product.div(count));
    sum = next;
    if (isClose) break;
  }
  return sum;
}
