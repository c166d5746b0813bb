import { outOfRangeInteger, unsettable } from "../../messages/time-functions.ts";
import { datetimeOf, datetimeOfNanos, partsOf, type DatetimeParts } from "../../values/datetime.ts";
import type { NumberValue } from "../../values/numbers.ts";
import { printRaw } from "../../values/print.ts";
import type { Datetime } from "../../values/value.ts";
import { datetime, number } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";
import { floorDivide, nanosOfSecond } from "./calendar.ts";

const smallestYear = -(2n ** 31n);
const largestYear = 2n ** 31n - 1n;
const largestPart = 2n ** 32n - 1n;

/** One part of a moment anew; what there is not (the 31st of February) is refused. `text` names it in the error. */
const part = (
  text: (number: string) => string,
  set: (moment: Datetime, to: number) => Datetime | undefined,
  least = 0n,
  most = largestPart,
): Definition =>
  pure([datetime, number], ([moment, to]) => {
    if (typeof to !== "bigint") throw unsettable(text(plain(to)));
    if (to < least || to > most) throw outOfRangeInteger();
    const changed = set(moment, Number(to));
    if (changed === undefined) throw unsettable(text(String(to)));
    return changed;
  });

const inCalendar =
  (name: keyof DatetimeParts) =>
  (moment: Datetime, to: number): Datetime | undefined =>
    datetimeOf({ ...partsOf(moment), [name]: to });

/** `time::set_…` */
export const setting = family("time", {
  set_day: part((day) => `day ${day}`, inCalendar("day")),
  set_hour: part((hour) => `hour ${hour}`, inCalendar("hour")),
  set_minute: part((minutes) => `${minutes} minutes`, inCalendar("minute")),
  set_month: part((month) => `month ${month}`, inCalendar("month")),
  // Up to one second more than a second has: that is how leap seconds are written.
  set_nanosecond: part(
    (nanoseconds) => `${nanoseconds} nanoseconds`,
    (moment, to) =>
      to >= 2_000_000_000 ? undefined : datetimeOfNanos(floorDivide(moment.nanos, nanosOfSecond) * nanosOfSecond + BigInt(to)),
  ),
  set_second: part((seconds) => `${seconds} seconds`, inCalendar("second")),
  set_year: part((year) => `year ${year}`, inCalendar("year"), smallestYear, largestYear),
});

/** Without the letters that tell floats and decimals from ints. */
function plain(number: NumberValue): string {
  const text = printRaw(number);
  return typeof number === "number" && Number.isFinite(number) ? text.slice(0, -1) : text.replace("dec", "");
}
