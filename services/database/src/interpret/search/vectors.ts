import type { Distance, IndexKind } from "../../language/surrealql/tree/index.ts";
import { notAVector, notAVectorNumber, vectorDimension } from "../../messages/search.ts";
import { isArray, isNumber } from "../../values/kind-of.ts";
import { printRaw, printValue } from "../../values/print.ts";
import type { Value } from "../../values/value.ts";

export type Hnsw = Extract<IndexKind, { kind: "hnsw" }>;
type Vector = readonly number[];

/**
 * A value as a vector of an index; arrays in arrays are one.
 * @returns undefined of NONE and NULL, which are not indexed
 * @throws QueryError of anything else that does not fit
 */
export function vectorOf(value: Value, index: Hnsw): Vector | undefined {
  if (value === undefined || value === null) return undefined;
  const numbers = numbersIn(value, index.type);
  if (numbers.length !== index.dimension) throw vectorDimension(numbers.length, index.dimension);
  return numbers;
}

function numbersIn(value: Value, type: Hnsw["type"]): Vector {
  if (isArray(value)) return value.flatMap((item) => numbersIn(item, type));
  if (!isNumber(value)) throw notAVector(typeof value === "string" ? value : printValue(value));
  const number = Number(value);
  switch (type) {
    case "F64":
      return [number];
    case "F32":
      return [Math.fround(number)];
    default: {
      const whole = Math.trunc(number);
      const limit = 2 ** (Number(type.slice(1)) - 1);
      if (whole < -limit || whole >= limit) throw notAVectorNumber(printRaw(value), type.toLowerCase());
      return [whole];
    }
  }
}

/** How far two vectors of an index are from each other; in single precision where its numbers are single. */
export function indexDistance(a: Vector, b: Vector, { distance, type }: Hnsw): number {
  const round = type === "F32" ? Math.fround : (x: number) => x;
  const sum = (parts: Vector): number => parts.reduce((all, part) => round(all + part), 0);
  const differences = a.map((x, at) => round(Math.abs(round(x - (b[at] ?? 0)))));
  if (typeof distance === "object") return exactMinkowski(a, b, distance.minkowski);
  switch (distance) {
    case "EUCLIDEAN":
      return Math.sqrt(sum(differences.map((x) => round(x * x))));
    case "MANHATTAN":
      return sum(differences);
    case "CHEBYSHEV":
      return Math.max(...differences);
    case "HAMMING":
      return a.filter((x, at) => x !== b[at]).length;
    case "COSINE": {
      const length = (v: Vector): number => Math.sqrt(sum(v.map((x) => round(x * x))));
      return 1 - sum(a.map((x, at) => round(x * (b[at] ?? 0)))) / (length(a) * length(b));
    }
    case "JACCARD":
      // Of doubles it is a distance, of all others a similarity.
      return type === "F64" ? 1 - jaccard(a, b) : jaccard(a, b);
    case "PEARSON":
      return pearson(a, b);
  }
}

function exactMinkowski(a: Vector, b: Vector, order: number): number {
  return a.reduce((sum, x, at) => sum + Math.abs(x - (b[at] ?? 0)) ** order, 0) ** (1 / order);
}

function jaccard(a: Vector, b: Vector): number {
  const [left, right] = [new Set(a), new Set(b)];
  return left.intersection(right).size / left.union(right).size;
}

function pearson(a: Vector, b: Vector): number {
  const centred = (v: Vector): Vector => {
    const mean = v.reduce((sum, x) => sum + x, 0) / v.length;
    return v.map((x) => x - mean);
  };
  const [x, y] = [centred(a), centred(b)];
  const covariance = (v: Vector, w: Vector): number => v.reduce((sum, one, at) => sum + one * (w[at] ?? 0), 0) / v.length;
  return covariance(x, y) / (Math.sqrt(covariance(x, x)) * Math.sqrt(covariance(y, y)));
}

/** The function that calculates a measure of distance exactly; those of likeness are taken as they are. */
export function distanceFunction(distance: Distance): string {
  if (typeof distance === "object") return "vector::distance::minkowski";
  const isLikeness = distance === "COSINE" || distance === "JACCARD" || distance === "PEARSON";
  return `vector::${isLikeness ? "similarity" : "distance"}::${distance.toLowerCase()}`;
}
