import { Decimal } from "decimal.js";
import { toDecimal } from "../../kinds/convert-number.ts";
import { fitDecimal } from "../../values/decimal.ts";
import { compareNumbers, type NumberValue } from "../../values/numbers.ts";
import { number, numbers } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";
import { calculate, sumOf } from "../numeric.ts";

/** A function of the sorted list as floats; NaN of an empty one. */
const ofSorted = (run: (sorted: readonly number[]) => number): Definition =>
  pure([numbers], ([list]) => (list.length === 0 ? Number.NaN : run(sortedFloats(list))));

/** `math::…` of the distribution of a list. */
export const statistics = family("math", {
  interquartile: ofSorted((sorted) => percentile(sorted, 75) - percentile(sorted, 25)),
  mean: pure([numbers], ([list]) => meanOf(list)),
  median: pure([numbers], ([list]) => medianOf(sortedFloats(list))),
  midhinge: ofSorted(midhinge),
  mode: pure([numbers], ([list]) => modeOf(list)),
  nearestrank: pure([numbers, number], ([list, rank]) => nearestRank(list.toSorted(compareNumbers), Number(rank))),
  percentile: pure([numbers, number], ([list, percent]) =>
    list.length === 0 || !(Number(percent) >= 0 && Number(percent) <= 100)
      ? Number.NaN
      : percentile(sortedFloats(list), Number(percent)),
  ),
  stddev: pure([numbers], ([list]) => {
    const variance = varianceOf(list);
    return variance instanceof Decimal ? (fitDecimal(variance.sqrt()) ?? Number.NaN) : Math.sqrt(Number(variance));
  }),
  trimean: ofSorted((sorted) => (midhinge(sorted) + percentile(sorted, 50)) / 2),
  variance: pure([numbers], ([list]) => varianceOf(list)),
});

function sortedFloats(list: readonly NumberValue[]): readonly number[] {
  return list.toSorted(compareNumbers).map(Number);
}

/** Linear between the two nearest ranks. */
function percentile(sorted: readonly number[], percent: number): number {
  const rank = percent * (sorted.length - 1) * 0.01;
  const below = Math.floor(rank);
  const lower = sorted[below] ?? Number.NaN;
  // Between infinities there is no way, also none of length 0.
  if (rank === below) return lower;
  const upper = sorted[below + 1] ?? lower;
  return lower + (upper - lower) * (rank - below);
}

/** The middle one, or between the two middle ones. */
function medianOf(sorted: readonly number[]): number | undefined {
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

function midhinge(sorted: readonly number[]): number {
  return (percentile(sorted, 75) + percentile(sorted, 25)) / 2;
}

function nearestRank(sorted: readonly NumberValue[], percent: number): NumberValue {
  if (!(percent >= 0 && percent <= 100)) return Number.NaN;
  const rank = Math.min(Math.floor((percent / 100) * sorted.length), sorted.length - 1);
  return sorted[rank] ?? Number.NaN;
}

/** As a decimal where there is one in the list, else as a float. */
export function meanOf(list: readonly NumberValue[]): NumberValue {
  if (list.length === 0) return Number.NaN;
  return calculate("/", sumOf(allOneKind(list)), list.length);
}

/** Decimals where there is one, else floats. */
function allOneKind(list: readonly NumberValue[]): readonly NumberValue[] {
  return list.some((x) => x instanceof Decimal) ? list.map((x) => toDecimal(x) ?? Number.NaN) : list.map(Number);
}

/** Of a sample (n − 1); 0 for a single number. */
function varianceOf(list: readonly NumberValue[]): NumberValue {
  if (list.length === 0) return Number.NaN;
  if (list.length === 1) return 0;
  const mean = meanOf(list);
  const squares = allOneKind(list).map((x) => {
    const distance = calculate("-", x, mean);
    return calculate("*", distance, distance);
  });
  return calculate("/", sumOf(squares), list.length - 1);
}

/** What is there most often; of several the largest. */
function modeOf(list: readonly NumberValue[]): NumberValue {
  const sorted = list.toSorted(compareNumbers);
  let best: { readonly number: NumberValue; readonly times: number } = { number: Number.NaN, times: 0 };
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const number = sorted[start] as NumberValue;
    while (end < sorted.length && compareNumbers(sorted[end] as NumberValue, number) === 0) end += 1;
    if (end - start >= best.times) best = { number, times: end - start };
  }
  return best.number;
}
