import { outOfNanoseconds, unknownGroup } from "../../messages/time-functions.ts";
import { datetimeOf, datetimeOfNanos, partsOf } from "../../values/datetime.ts";
import { isInt64 } from "../../values/numbers.ts";
import type { Value } from "../../values/value.ts";
import { datetime, duration, string } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";
import { floorDivide } from "./calendar.ts";

/** To a whole multiple of a duration since 1970: `up` says whether to the one after it, by how far the one before it is. */
const toMultiple = (up: (rest: bigint, step: bigint) => boolean): Definition =>
  pure([datetime, duration], ([moment, step], _context, name): Value => {
    if (step.nanos === 0n) return moment;
    if (!isInt64(step.nanos) || !isInt64(moment.nanos)) throw outOfNanoseconds(name);
    const before = floorDivide(moment.nanos, step.nanos) * step.nanos;
    return datetimeOfNanos(up(moment.nanos - before, step.nanos) ? before + step.nanos : before);
  });

const units = ["year", "month", "day", "hour", "minute", "second"] as const;

/** `time::…` that make a moment coarser. */
export const rounding = family("time", {
  ceil: toMultiple((rest) => rest > 0n),
  floor: toMultiple(() => false),
  group: pure([datetime, string], ([moment, unit], _context, name) => {
    const kept = units.findIndex((one) => one === unit);
    if (kept === -1) throw unknownGroup(name);
    const parts = partsOf(moment);
    const smallest = { year: parts.year, month: 1, day: 1, hour: 0, minute: 0, second: 0, nanosecond: 0 };
    return datetimeOf({ ...smallest, ...Object.fromEntries(units.slice(0, kept + 1).map((one) => [one, parts[one]])) });
  }),
  round: toMultiple((rest, step) => rest * 2n >= step),
});
