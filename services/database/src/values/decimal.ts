import { Decimal } from "decimal.js";

// Enough digits that an operation on two decimals is exact before it is cut to what a decimal can hold; and never an exponent in a text.
Decimal.set({ precision: 64, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -9e15, toExpPos: 9e15 });

/** A decimal is a whole number below 2^96 over a power of ten up to 10^28. */
const largestMantissa = new Decimal(2).pow(96).minus(1);
const largestScale = 28;

/** Decimals that are the result of a calculation keep zeros at their end, as in 1.5dec * 2 = 3.0dec: how many digits they show after the point. */
const shownScales = new WeakMap<Decimal, number>();

/** A number as the nearest decimal that the language can hold; undefined where it is too large. `scale` is how many digits it shows at least. */
export function fitDecimal(number: Decimal, scale = 0): Decimal | undefined {
  if (!number.isFinite()) return undefined;
  let places = Math.min(number.decimalPlaces(), largestScale);
  let fitted = number.toDecimalPlaces(places);
  while (places > 0 && !mantissaFits(fitted, places)) {
    places -= 1;
    fitted = number.toDecimalPlaces(places);
  }
  if (!mantissaFits(fitted, 0)) return undefined;
  // Adding 0 turns −0 into 0, and makes a Decimal of its own: toDecimalPlaces may give the very object that the caller holds.
  fitted = fitted.plus(0);
  let shown = Math.min(scale, largestScale);
  while (shown > 0 && !mantissaFits(fitted, shown)) shown -= 1;
  if (shown > fitted.decimalPlaces()) shownScales.set(fitted, shown);
  return fitted;
}

function mantissaFits(number: Decimal, places: number): boolean {
  return number.abs().times(new Decimal(10).pow(places)).lte(largestMantissa);
}

/** How many digits a decimal shows after its point. */
export function scaleOf(decimal: Decimal): number {
  return shownScales.get(decimal) ?? decimal.decimalPlaces();
}

/** The digits of a decimal, without an exponent. */
export function decimalDigits(decimal: Decimal): string {
  return decimal.toFixed(scaleOf(decimal));
}

/** A decimal from digits that `decimalDigits` wrote, zeros at their end included; undefined where it is none. */
export function decimalFromDigits(text: string): Decimal | undefined {
  const number = numberFromText(text);
  const point = text.indexOf(".");
  return number && fitDecimal(number, point < 0 ? 0 : text.length - point - 1);
}

/** A decimal as a literal or cast reads it: `1.50` is 1.5. Undefined where the text is none, or it is too large. */
export function parseDecimal(text: string): Decimal | undefined {
  const number = numberFromText(text);
  return number && fitDecimal(number);
}

/** Digits with at most one sign, point and exponent. decimal.js alone would also take hexadecimal, NaN, Infinity and spaces. */
function numberFromText(text: string): Decimal | undefined {
  return text.length <= 400 && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/.test(text) ? new Decimal(text) : undefined;
}

/** Above this a float's 16 digits are too many for the language. */
const largestDigits = 2n ** 52n;

/**
 * A float as a decimal: a whole one exactly, others by their first 16 digits where these are at most 2^52 as a number, else 15 (no more mean anything:
 * 0.1 + 0.2 becomes 0.3). Undefined for NaN, infinities and what is too large.
 */
export function decimalOfFloat(float: number): Decimal | undefined {
  if (Number.isInteger(float)) return fitDecimal(decimalOfInt(BigInt(float)));
  if (!Number.isFinite(float)) return undefined;
  const [digits = ""] = Math.abs(float).toExponential(15).replace(".", "").split("e");
  return fitDecimal(new Decimal(float.toPrecision(BigInt(digits) > largestDigits ? 15 : 16)));
}

/** An int as a decimal; every int fits. */
export function decimalOfInt(int: bigint): Decimal {
  return new Decimal(int.toString());
}
