import { wrongArguments } from "../../messages/functions.ts";
import { datetimeOfNanos, largestDatetimeNanos, smallestDatetimeNanos } from "../../values/datetime.ts";
import { Datetime, type Value } from "../../values/value.ts";
import { asInt } from "../arguments.ts";

const nanosOfSecond = 1_000_000_000n;

/** The bounds of a random moment, in nanoseconds, from two datetimes or seconds since 1970; from nothing all that there are. */
export function randomTime(name: string, bounds: readonly Value[]): readonly [bigint, bigint] {
  if (bounds.length === 0) return [smallestDatetimeNanos, largestDatetimeNanos];
  const nanos = bounds.map((bound) => nanosOf(name, bound));
  if (nanos.some((bound) => datetimeOfNanos(bound) === undefined)) {
    throw wrongArguments(
      name,
      "To generate a random time, the 2 arguments must be numbers between -8334601228800 and 8210266876799 seconds from the UNIX epoch or a 'datetime' within the range d'-262143-01-01T00:00:00Z' and +262142-12-31T23:59:59Z'.",
    );
  }
  const [one = 0n, other = 0n] = nanos;
  return [one, other];
}

function nanosOf(name: string, bound: Value): bigint {
  const seconds = asInt(bound);
  if (seconds !== undefined) return seconds * nanosOfSecond;
  if (bound instanceof Datetime) return bound.nanos;
  throw wrongArguments(name, "Expected two arguments of type datetime or int");
}
