import { largestDatetimeNanos, smallestDatetimeNanos } from "../values/datetime.ts";
import { largestDurationNanos } from "../values/duration.ts";
import { Datetime, Duration, type Value } from "../values/value.ts";

/** Names that stand for a value, written without parentheses. Like functions they are known in any case. */
export const constants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["duration::max", new Duration(largestDurationNanos)],
  ["math::e", Math.E],
  ["math::frac_1_pi", 0.3183098861837907],
  ["math::frac_1_sqrt_2", 0.7071067811865476],
  ["math::frac_2_pi", 0.6366197723675814],
  ["math::frac_2_sqrt_pi", 1.1283791670955126],
  ["math::frac_pi_2", 1.5707963267948966],
  ["math::frac_pi_3", 1.0471975511965979],
  ["math::frac_pi_4", 0.7853981633974483],
  ["math::frac_pi_6", 0.5235987755982989],
  ["math::frac_pi_8", 0.39269908169872414],
  ["math::inf", Infinity],
  ["math::ln_10", Math.LN10],
  ["math::ln_2", Math.LN2],
  ["math::log10_2", 0.3010299956639812],
  ["math::log10_e", Math.LOG10E],
  ["math::log2_10", 3.321928094887362],
  ["math::log2_e", Math.LOG2E],
  ["math::neg_inf", -Infinity],
  ["math::pi", Math.PI],
  ["math::sqrt_2", Math.SQRT2],
  ["math::tau", 2 * Math.PI],
  ["time::epoch", new Datetime(0n)],
  ["time::maximum", new Datetime(largestDatetimeNanos)],
  ["time::minimum", new Datetime(smallestDatetimeNanos)],
]);
