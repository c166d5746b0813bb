import { Decimal } from "decimal.js";
import {
  durationOutOfRange,
  negativeDurationFactor,
  negativeResult,
  overflow,
  unusableDurationFactor,
} from "../messages/calculate.ts";
import { datetimeOfNanos, printDatetime } from "./datetime.ts";
import { decimalDigits } from "./decimal.ts";
import { largestDurationNanos, printDuration } from "./duration.ts";
import { floatDigits, type NumberValue } from "./numbers.ts";
import { Duration, type Datetime, type Value } from "./value.ts";

/** Two durations one after the other. */
export function addDurations(left: Duration, right: Duration): Duration {
  const nanos = left.nanos + right.nanos;
  if (nanos > largestDurationNanos) throw overflow(`${printDuration(left)} + ${printDuration(right)}`);
  return new Duration(nanos);
}

/** Durations are never negative. */
export function subtractDurations(left: Duration, right: Duration): Duration {
  if (left.nanos < right.nanos) throw negativeResult(`${printDuration(left)} - ${printDuration(right)}`);
  return new Duration(left.nanos - right.nanos);
}

/** A later moment. */
export function addToDatetime(moment: Datetime, by: Duration): Datetime {
  const later = datetimeOfNanos(moment.nanos + by.nanos);
  if (later === undefined) throw overflow(`${printDuration(by)} + ${printDatetime(moment)}`);
  return later;
}

/** An earlier moment. */
export function subtractFromDatetime(moment: Datetime, by: Duration): Datetime {
  const earlier = datetimeOfNanos(moment.nanos - by.nanos);
  if (earlier === undefined) throw negativeResult(`${printDuration(by)} - ${printDatetime(moment)}`);
  return earlier;
}

/** How long after `right` `left` is. */
export function between(left: Datetime, right: Datetime): Duration {
  if (left.nanos < right.nanos) throw negativeResult(`${printDatetime(left)} - ${printDatetime(right)}`);
  return new Duration(left.nanos - right.nanos);
}

/** Ints by which a duration is multiplied or divided have 32 bits in the language. */
const largestIntFactor = 2n ** 32n - 1n;

/** A duration by a number that is not negative. */
export function multiplyDuration(duration: Duration, by: NumberValue): Duration {
  if (typeof by === "bigint") {
    if (by < 0n) throw negativeDurationFactor();
    if (by > largestIntFactor) throw durationOutOfRange();
    return within(duration.nanos * by, `${printDuration(duration)} * ${by}`);
  }
  if (typeof by === "number") {
    if (!Number.isFinite(by) || by < 0) throw unusableDurationFactor();
    const product = ofSeconds(inSeconds(duration) * by);
    if (product === undefined) throw overflow(`${printDuration(duration)} * ${floatDigits(by)}`);
    return product;
  }
  if (by.isNegative()) throw negativeDurationFactor();
  const nanos = new Decimal(duration.nanos.toString()).times(by);
  return within(BigInt(nanos.floor().toFixed()), `${printDuration(duration)} * ${decimalDigits(by)}`);
}

// By a float the language calculates in seconds as a float: 10ns * 0.35 is 3ns.
function inSeconds({ nanos }: Duration): number {
  return Number(nanos / 1_000_000_000n) + Number(nanos % 1_000_000_000n) / 1e9;
}

function ofSeconds(seconds: number): Duration | undefined {
  if (!Number.isFinite(seconds) || seconds >= 2 ** 64) return undefined;
  return new Duration(BigInt(new Decimal(seconds.toPrecision(60)).times(1e9).toFixed(0, Decimal.ROUND_HALF_UP)));
}

function within(nanos: bigint, calculation: string): Duration {
  if (nanos > largestDurationNanos) throw overflow(calculation);
  return new Duration(nanos);
}

/** A duration by a number; NaN where the number is not above 0. */
export function divideDuration(duration: Duration, by: NumberValue): Value {
  if (typeof by === "bigint") return by > 0n && by <= largestIntFactor ? new Duration(duration.nanos / by) : Number.NaN;
  if (typeof by === "number") {
    return by > 0 && by < Infinity ? (ofSeconds(inSeconds(duration) / by) ?? Number.NaN) : Number.NaN;
  }
  if (!by.isPositive() || by.isZero()) return Number.NaN;
  const nanos = new Decimal(duration.nanos.toString()).div(by);
  return nanos.lte(largestDurationNanos.toString()) ? new Duration(BigInt(nanos.floor().toFixed())) : Number.NaN;
}
