import { wrongArguments } from "../messages/functions.ts";
import { isArray } from "../values/kind-of.ts";
import { sortedEntries } from "../values/order.ts";
import { printRaw, printValue } from "../values/print.ts";
import type { Value } from "../values/value.ts";
import { any, array, object as objectArgument } from "./arguments.ts";
import { family, pure, type Family } from "./function.ts";
import { kindName } from "./type/kind-name.ts";

/** `object::…` */
export const object: Family = family("object", {
  entries: pure([objectArgument], ([value]) => sortedEntries(value).map(([key, item]) => [key, item])),
  extend: pure([objectArgument, objectArgument], ([value, other]) => new Map([...value, ...other])),
  from_entries: pure([array], ([entries], _context, name) => {
    const result = new Map<string, Value>();
    for (const entry of entries) {
      if (!isArray(entry) || entry.length !== 2) throw wrongArguments(name, `Expected entries, found ${kindName(entry)}`);
      result.set(printRaw(entry[0]), entry[1]);
    }
    return result;
  }),
  is_empty: pure([objectArgument], ([value]) => value.size === 0),
  keys: pure([objectArgument], ([value]) => sortedEntries(value).map(([key]) => key)),
  len: pure([objectArgument], ([value]) => BigInt(value.size)),
  remove: pure([objectArgument, any], ([value, keys], _context, name) => {
    const result = new Map(value);
    for (const key of isArray(keys) ? keys : [keys]) {
      if (typeof key !== "string") {
        throw wrongArguments(name, `'${printValue(key)}' cannot be used as a key. Please use a string instead.`);
      }
      result.delete(key);
    }
    return result;
  }),
  values: pure([objectArgument], ([value]) => sortedEntries(value).map(([, item]) => item)),
});
