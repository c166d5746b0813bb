import { Decimal } from "decimal.js";
import type { Effect } from "../../interpret/effect.ts";
import { parseDatetime } from "../../values/datetime.ts";
import { setOf } from "../../values/order.ts";
import {
  Closure,
  Datetime,
  Duration,
  Geometry,
  Range,
  RecordId,
  Uuid,
  type RecordKey,
  type Shape,
  type Value,
} from "../../values/value.ts";
import type { FunctionContext } from "../function.ts";

/** Short ways to write values in tests. */
export const dec = (text: string): Decimal => new Decimal(text);
export const obj = (entries: Readonly<Record<string, Value>>): Value => new Map(Object.entries(entries));
export const setFrom = (...values: readonly Value[]): Value => setOf(values);
export const at = (text: string): Datetime => parseDatetime(text) ?? new Datetime(0n);
export const span = (nanos: bigint): Duration => new Duration(nanos);
export const id = (text: string): Uuid => new Uuid(text);

export const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));
export const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
export const rec = (table: string, key: RecordKey): RecordId => new RecordId(table, key);

/** A range; an end that is left out is none. */
export const range = (begin?: Value, end?: Value, withEnd = false, withBegin = true): Range =>
  new Range(
    begin === undefined ? undefined : { value: begin, inclusive: withBegin },
    end === undefined ? undefined : { value: end, inclusive: withEnd },
  );

/** An anonymous function of ints as a test writes it; `text` is how it prints. */
export const fn = (text: string, run: (...args: readonly bigint[]) => Value): Closure => new Closure(text, { run });

/** The clock stands at one moment, and chance gives every byte in turn. */
export const context: FunctionContext = {
  now: () => at("2024-01-15T12:34:56.789Z"),
  randomBytes: (size) => Uint8Array.from({ length: size }, (_, index) => (index * 37) % 256),
  *invoke(closure, args): Effect<Value> {
    return (closure.definition as { readonly run: (...args: readonly Value[]) => Value }).run(...args);
  },
  *turn(): Effect<void> {
    // Nobody waits.
  },
  // Enough of the parser for these tests: a table and a key of letters or digits.
  readRecordId: (text) => {
    const found = /^ *([a-z]+) ?: ?(?:(\d+)|([a-z]+))/.exec(text);
    return found === null ? undefined : rec(found[1] ?? "", found[2] === undefined ? (found[3] ?? "") : BigInt(found[2]));
  },
  session: {
    id: undefined,
    ns: "test",
    db: "test",
    ac: undefined,
    rd: undefined,
    ip: undefined,
    origin: undefined,
    token: undefined,
  },
};

/** A geometry of a shape. */
export const shape = (of: Shape): Geometry => new Geometry(of);
