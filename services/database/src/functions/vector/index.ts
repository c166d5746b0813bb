import { Decimal } from "decimal.js";
import { unimplemented, wrongArguments } from "../../messages/functions.ts";
import { compareNumbers, type NumberValue } from "../../values/numbers.ts";
import type { Value } from "../../values/value.ts";
import { number, numbers } from "../arguments.ts";
import { family, pure, type Definition, type Family } from "../function.ts";
import { acos } from "../math/precise.ts";
import { calculate, sumOf, type Operation } from "../numeric.ts";

type Vector = readonly NumberValue[];

/** Of two vectors with as many components. */
const ofPair = (run: (a: Vector, b: Vector) => Value): Definition =>
  pure([numbers, numbers], ([a, b], _context, name) => {
    requireSameDimension(name, a, b);
    return run(a, b);
  });

const componentwise = (operation: Operation): Definition =>
  ofPair((a, b) => a.map((x, at) => calculate(operation, x, b[at] as NumberValue)));

const notYet: Definition = pure([numbers, numbers], (_args, _context, name) => {
  throw unimplemented(name);
});

/** `vector::…`, but `vector::distance::knn`, which needs a query with an index. */
export const vector: Family = family("vector", {
  add: componentwise("+"),
  angle: ofPair((a, b) => acos(Number(cosine(a, b)))),
  cross: pure([numbers, numbers], ([a, b], _context, name) => {
    const [a1, a2, a3] = a;
    const [b1, b2, b3] = b;
    const complete =
      a1 !== undefined && a2 !== undefined && a3 !== undefined && b1 !== undefined && b2 !== undefined && b3 !== undefined;
    if (!complete || a.length !== 3 || b.length !== 3) throw wrongArguments(name, "Both vectors must have a dimension of 3.");
    return [area(a2, b3, a3, b2), area(a3, b1, a1, b3), area(a1, b2, a2, b1)];
  }),
  "distance::chebyshev": ofPair((a, b) =>
    distances(a, b).reduce<number>((most, x) => Math.max(most, Number(x)), -Number.MAX_VALUE),
  ),
  "distance::euclidean": ofPair((a, b) => Math.sqrt(sumOfFloats(distances(a, b).map((x) => Number(x) ** 2)))),
  "distance::hamming": ofPair((a, b) => BigInt(a.filter((x, at) => compareNumbers(x, b[at] as NumberValue) !== 0).length)),
  "distance::mahalanobis": notYet,
  "distance::manhattan": ofPair((a, b) => sumOf(distances(a, b))),
  "distance::minkowski": pure([numbers, numbers, number], ([a, b, order], _context, name) => {
    requireSameDimension(name, a, b);
    return sumOfFloats(distances(a, b).map((x) => Number(x) ** Number(order))) ** (1 / Number(order));
  }),
  divide: componentwise("/"),
  dot: ofPair(dot),
  magnitude: pure([numbers], ([a]) => magnitude(a)),
  multiply: componentwise("*"),
  normalize: pure([numbers], ([a]) => {
    const length = magnitude(a);
    return a.map((x) => calculate("/", x, length));
  }),
  project: ofPair((a, b) => {
    const [part, whole] = [dot(a, b), dot(b, b)];
    const share = calculate("/", part, typeof whole === "bigint" ? Number(whole) : whole);
    return b.map((x) => calculate("*", x, share));
  }),
  scale: pure([numbers, number], ([a, by]) => a.map((x) => calculate("*", x, by))),
  "similarity::cosine": ofPair(cosine),
  "similarity::jaccard": pure([numbers, numbers], ([a, b]) => jaccard(a, b)),
  "similarity::pearson": ofPair(pearson),
  "similarity::spearman": notYet,
  subtract: componentwise("-"),
});

function requireSameDimension(name: string, a: Vector, b: Vector): void {
  if (a.length !== b.length) throw wrongArguments(name, "The two vectors must be of the same dimension.");
}

/** The sum of no floats is −0, as IEEE 754 has it: what is added to it stays as it is. */
function sumOfFloats(floats: readonly number[]): number {
  return floats.reduce((sum, x) => sum + x, -0);
}

function dot(a: Vector, b: Vector): NumberValue {
  return sumOf(a.map((x, at) => calculate("*", x, b[at] as NumberValue)));
}

function magnitude(a: Vector): number {
  return Math.sqrt(sumOfFloats(a.map((x) => Number(x) ** 2)));
}

function area(a: NumberValue, b: NumberValue, c: NumberValue, d: NumberValue): NumberValue {
  return calculate("-", calculate("*", a, b), calculate("*", c, d));
}

function distances(a: Vector, b: Vector): Vector {
  return a.map((x, at) => absolute(calculate("-", x, b[at] as NumberValue)));
}

function absolute(x: NumberValue): NumberValue {
  if (x instanceof Decimal) return x.abs();
  if (typeof x === "number") return Math.abs(x);
  return x < 0n ? -x : x;
}

function cosine(a: Vector, b: Vector): NumberValue {
  return calculate("/", dot(a, b), magnitude(a) * magnitude(b));
}

/** What both have, of all that either has; what the second has twice counts as had by both, which is the language's own answer. */
function jaccard(a: Vector, b: Vector): number {
  const all = new Set(a.map(worth));
  let common = 0;
  for (const key of b.map(worth)) {
    if (all.has(key)) common += 1;
    else all.add(key);
  }
  return common / all.size;
}

/** The same for numbers of all kinds that are exactly equal: no decimal is what the float 0.1 is. */
function worth(number: NumberValue): string {
  return typeof number === "number" && Number.isFinite(number) ? new Decimal(exactText(number)).toFixed() : String(number);
}

/** All digits of a float; 17 are not enough to tell it from a decimal near by. */
function exactText(float: number): string {
  return Number.isInteger(float) ? float.toFixed() : float.toFixed(100);
}

function pearson(a: Vector, b: Vector): number {
  const [x, y] = [a.map(Number), b.map(Number)];
  const [meanX, meanY] = [sumOfFloats(x) / x.length, sumOfFloats(y) / y.length];
  const covariance = sumOfFloats(x.map((one, at) => (one - meanX) * ((y[at] as number) - meanY))) / x.length;
  return covariance / (deviation(x, meanX) * deviation(y, meanY));
}

/** Of a whole population (n). */
function deviation(numbers: readonly number[], mean: number): number {
  return Math.sqrt(sumOfFloats(numbers.map((one) => (one - mean) ** 2)) / numbers.length);
}
