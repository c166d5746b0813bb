import { overflow } from "../messages/functions.ts";
import { largestDurationNanos } from "../values/duration.ts";
import { Duration } from "../values/value.ts";
import { duration as durationArgument, int } from "./arguments.ts";
import { family, pure, type Definition, type Family } from "./function.ts";

const nanos = { nanos: 1n, micros: 1000n, millis: 1_000_000n, secs: 1_000_000_000n };
const units = {
  ...nanos,
  mins: 60n * nanos.secs,
  hours: 3600n * nanos.secs,
  days: 86_400n * nanos.secs,
  weeks: 604_800n * nanos.secs,
  years: 31_536_000n * nanos.secs,
};

/** How many whole units there are in it. What 64 bits cannot hold wraps around. */
const whole = (nanosOfUnit: bigint): Definition =>
  pure([durationArgument], ([span]) => BigInt.asIntN(64, span.nanos / nanosOfUnit));

/** So many of a unit. A negative number is taken for the large one that has the same 64 bits. */
const from = (nanosOfUnit: bigint): Definition =>
  pure([int], ([count], _context, name) => {
    const unsigned = BigInt.asUintN(64, count);
    if (unsigned * nanosOfUnit > largestDurationNanos) throw overflow(`${name}(${unsigned})`);
    return new Duration(unsigned * nanosOfUnit);
  });

/** `duration::…` */
export const duration: Family = family("duration", {
  days: whole(units.days),
  from_days: from(units.days),
  from_hours: from(units.hours),
  from_micros: from(units.micros),
  from_millis: from(units.millis),
  from_mins: from(units.mins),
  from_nanos: from(units.nanos),
  from_secs: from(units.secs),
  from_weeks: from(units.weeks),
  hours: whole(units.hours),
  micros: whole(units.micros),
  millis: whole(units.millis),
  mins: whole(units.mins),
  nanos: whole(units.nanos),
  secs: whole(units.secs),
  weeks: whole(units.weeks),
  years: whole(units.years),
});
