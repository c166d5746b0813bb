import { Decimal } from "decimal.js";
import { toDecimal } from "../../kinds/convert-number.ts";
import { overflow, wrongArguments } from "../../messages/functions.ts";
import { fitDecimal } from "../../values/decimal.ts";
import { compareNumbers, smallestInt, type NumberValue } from "../../values/numbers.ts";
import { calculateNumbers } from "../../values/calculate.ts";
import { int, number } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";
import { calculate } from "../numeric.ts";
import { acos, asin, atan, cos, ln, log10, log2, sin, tan } from "./precise.ts";

/** A function of one number that calculates with floats, whatever it gets. */
const ofFloat = (run: (x: number) => number): Definition => pure([number], ([x]) => run(Number(x)));

/** Rounds floats and decimals each in their way; an int is whole already. */
const rounding = (ofFloats: (x: number) => number, ofDecimals: Decimal.Rounding): Definition =>
  pure([number], ([x]) => {
    if (typeof x === "bigint") return x;
    return x instanceof Decimal ? x.toDecimalPlaces(0, ofDecimals) : ofFloats(x);
  });

const radiansOfDegree = Math.PI / 180;
const degreesOfRadian = 180 / Math.PI;

/** `math::…` of one number, or of one and how to treat it. */
export const single = family("math", {
  abs: pure([number], ([x], _context, name) => {
    if (x instanceof Decimal) return x.abs();
    if (typeof x === "number") return Math.abs(x);
    if (x === smallestInt) throw overflow(`${name}(${x})`);
    return x < 0n ? -x : x;
  }),
  acos: ofFloat(acos),
  acot: ofFloat((x) => Math.PI / 2 - atan(x)),
  asin: ofFloat(asin),
  atan: ofFloat(atan),
  ceil: rounding(Math.ceil, Decimal.ROUND_CEIL),
  clamp: pure([number, number, number], ([x, least, most], _context, name) => {
    if (compareNumbers(least, most) > 0) throw wrongArguments(name, "Lowerbound for clamp must be smaller than the upperbound");
    if (Number.isNaN(x)) return x;
    return likeFirst(compareNumbers(x, least) < 0 ? least : compareNumbers(x, most) > 0 ? most : x, [x, least, most]);
  }),
  cos: ofFloat(cos),
  cot: ofFloat((x) => 1 / tan(x)),
  deg2rad: ofFloat((x) => x * radiansOfDegree),
  fixed: pure([number, int], ([x, places], _context, name) => {
    if (places <= 0n) throw wrongArguments(name, "The second argument must be an integer greater than 0.");
    if (typeof x === "bigint") return x;
    return x instanceof Decimal
      ? x.toDecimalPlaces(Math.min(Number(places), 28), Decimal.ROUND_HALF_EVEN)
      : fixedFloat(x, Number(places));
  }),
  floor: rounding(Math.floor, Decimal.ROUND_FLOOR),
  lerp: pure([number, number, number], ([from, to, factor]) => lerp(from, to, factor)),
  lerpangle: pure([number, number, number], ([from, to, factor]) => lerpAngle(from, to, factor)),
  ln: ofFloat(ln),
  log: pure([number, number], ([x, base]) => ln(Number(x)) / ln(Number(base))),
  log10: ofFloat(log10),
  log2: ofFloat(log2),
  pow: pure([number, number], ([base, exponent]) => calculateNumbers("**", base, exponent)),
  rad2deg: ofFloat((x) => x * degreesOfRadian),
  // Halves go away from zero for floats, to the even neighbour for decimals.
  round: rounding((x) => (x < 0 || Object.is(x, -0) ? -roundUp(-x) : roundUp(x)), Decimal.ROUND_HALF_EVEN),
  sign: pure([number], ([x]) => {
    if (typeof x === "bigint") return x > 0n ? 1n : x < 0n ? -1n : 0n;
    if (x instanceof Decimal) return new Decimal(x.isZero() ? 0 : x.isNegative() ? -1 : 1);
    if (Number.isNaN(x)) return x;
    return x > 0 || Object.is(x, 0) ? 1 : -1;
  }),
  sin: ofFloat(sin),
  sqrt: pure([number], ([x]) => {
    if (!(x instanceof Decimal)) return Math.sqrt(Number(x));
    return x.isNegative() ? Number.NaN : (fitDecimal(x.sqrt()) ?? Number.NaN);
  }),
  tan: ofFloat(tan),
});

/** The nearest whole number, halves up. `Math.round(0.49999999999999994)` is right in Node; large floats are whole already. */
function roundUp(x: number): number {
  return Number.isInteger(x) || !Number.isFinite(x) ? x : Math.round(x);
}

/** What of the three it is counts as the kind of the first; an int among others than ints as a float. */
function likeFirst(x: NumberValue, all: readonly [NumberValue, NumberValue, NumberValue]): NumberValue {
  if (all[0] instanceof Decimal) return toDecimal(x) ?? Number.NaN;
  return all.every((one) => typeof one === "bigint") ? x : Number(x);
}

/** A float rounded to some places behind the point; an exact half goes to the even digit. `toFixed` knows at most 100 places and rounds halves up. */
function fixedFloat(x: number, places: number): number {
  if (places >= 100 || !Number.isFinite(x) || Math.abs(x) >= 1e21) return x;
  const rounded = x.toFixed(places);
  const isHalf = Number.isInteger(x * 2 ** (places + 1)) && x.toFixed(places + 1).endsWith("5");
  if (!isHalf || "02468".includes(rounded.at(-1) ?? "")) return Number(rounded);
  return Number(new Decimal(x.toFixed(places + 1)).toDecimalPlaces(places, Decimal.ROUND_HALF_EVEN).toFixed());
}

/** A decimal as soon as the factor is one. */
function lerp(from: NumberValue, to: NumberValue, factor: NumberValue): NumberValue {
  const [start, end] = factor instanceof Decimal ? [from, to] : [Number(from), Number(to)];
  return calculate("+", start, calculate("*", calculate("-", end, start), factor));
}

/** As far as the shorter way round is, in degrees, but always upwards. */
function lerpAngle(from: NumberValue, to: NumberValue, factor: NumberValue): NumberValue {
  if (!(factor instanceof Decimal)) {
    const difference = (Number(to) - Number(from)) % 360;
    const way = difference < 0 ? difference + 360 : difference;
    return Number(from) + Number(factor) * (way > 180 ? 360 - way : way);
  }
  const start = toDecimal(from);
  const end = toDecimal(to);
  if (start === undefined || end === undefined) return Number.NaN;
  const way = end.minus(start).abs().mod(360);
  return calculate("+", start, calculate("*", factor, way.gt(180) ? new Decimal(360).minus(way) : way));
}
