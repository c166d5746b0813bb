import { invalidFormat } from "../../messages/time-functions.ts";
import { isInt64 } from "../../values/numbers.ts";
import { partsOf } from "../../values/datetime.ts";
import type { Datetime, Value } from "../../values/value.ts";
import { datetime, optional, string } from "../arguments.ts";
import { effect, family, pure, type Definition } from "../function.ts";
import { withinStatement } from "../within-statement.ts";
import { dayOfYear, floorDivide, isLeapYear, isoWeek, nanosOfSecond, weekday } from "./calendar.ts";
import { formatDatetime } from "./format.ts";

/** Of a moment, or of now. */
const ofMoment = (read: (moment: Datetime) => Value): Definition =>
  pure([optional(datetime)], ([moment], context) => read(moment ?? context.now()));

/** `time::…` that tell something of a moment. */
export const reading = family("time", {
  day: ofMoment((moment) => BigInt(partsOf(moment).day)),
  format: effect([datetime, string], function* ([moment, format], { turn }, name) {
    const text = yield* withinStatement(formatDatetime(moment, format), turn);
    if (text === undefined) throw invalidFormat(name);
    return text;
  }),
  hour: ofMoment((moment) => BigInt(partsOf(moment).hour)),
  is_leap_year: ofMoment((moment) => isLeapYear(partsOf(moment).year)),
  micros: ofMoment((moment) => floorDivide(moment.nanos, 1000n)),
  millis: ofMoment((moment) => floorDivide(moment.nanos, 1_000_000n)),
  minute: ofMoment((moment) => BigInt(partsOf(moment).minute)),
  month: ofMoment((moment) => BigInt(partsOf(moment).month)),
  // 0 where 64 bits do not hold them: before 1677 and after 2262.
  nano: ofMoment((moment) => (isInt64(moment.nanos) ? moment.nanos : 0n)),
  second: ofMoment((moment) => BigInt(partsOf(moment).second)),
  // The server's own zone; everything here is in UTC.
  timezone: pure([], () => "+00:00"),
  unix: ofMoment((moment) => floorDivide(moment.nanos, nanosOfSecond)),
  wday: ofMoment((moment) => BigInt(weekday(moment))),
  week: ofMoment((moment) => BigInt(isoWeek(moment).week)),
  yday: ofMoment((moment) => BigInt(dayOfYear(moment))),
  year: ofMoment((moment) => BigInt(partsOf(moment).year)),
});
