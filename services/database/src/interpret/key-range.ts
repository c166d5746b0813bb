import { compareKeys } from "../values/order.ts";
import { KeyRange, type RecordKey } from "../values/value.ts";

/** Whether a key lies in a range of keys. */
export function keyInRange(key: RecordKey | KeyRange, { begin, end }: KeyRange): boolean {
  if (key instanceof KeyRange) return false;
  if (begin !== undefined) {
    const order = compareKeys(key, begin.value);
    if (order < 0 || (order === 0 && !begin.inclusive)) return false;
  }
  if (end === undefined) return true;
  const order = compareKeys(key, end.value);
  return order < 0 || (order === 0 && end.inclusive);
}
