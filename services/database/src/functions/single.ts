import { ask, type Effect } from "../interpret/effect.ts";
import { functionExpects } from "../messages/functions.ts";
import { isTruthy } from "../values/compare.ts";
import { isArray } from "../values/kind-of.ts";
import { Duration, KeyRange, Range, type RecordId, type Value } from "../values/value.ts";
import { any, bytes, optional, record as recordArgument } from "./arguments.ts";
import { family, pure, type Definition, type Family } from "./function.ts";
import { kindName } from "./type/kind-name.ts";

const tableOf = pure([recordArgument], ([id]) => id.table);
const keyOf = pure([recordArgument], ([id]) => keyAsValue(id));

/** A range of keys is a range of values too. */
function keyAsValue({ key }: RecordId): Value {
  return key instanceof KeyRange ? new Range(key.begin, key.end) : key;
}

/** The longest that a timer of JavaScript waits: 2^31 − 1 ms. */
const longestWait = 2_147_483_647n;

const sleep: Definition = (name) => ({
  *effect([span]): Effect<Value> {
    if (!(span instanceof Duration)) throw functionExpects(name, `a duration argument, got: ${kindName(span)}`);
    const millis = span.nanos / 1_000_000n;
    yield* ask(async () => {
      for (let left = millis; left > 0n; left -= longestWait) {
        await new Promise((done) => void setTimeout(done, Number(left < longestWait ? left : longestWait)));
      }
    });
    return undefined;
  },
});

/** Functions whose families are small, or that are families themselves. */
export const others: Family = {
  ...family("bytes", { len: pure([bytes], ([value]) => BigInt(value.length)) }),
  ...family("meta", { id: keyOf, tb: tableOf }),
  ...family("record", { id: keyOf, table: tableOf, tb: tableOf }),
  ...family("", {
    // 1 for a row; of an array how many elements are true; of anything else whether it is.
    count: pure([optional(any)], (args) => {
      const [value] = args;
      if (args.length === 0) return 1n;
      return isArray(value) ? BigInt(value.filter(isTruthy).length) : BigInt(isTruthy(value));
    }),
    not: pure([any], ([value]) => !isTruthy(value)),
    sleep,
  }),
};
