import { badProperty } from "../../messages/interpret.ts";
import { printValue } from "../../values/print.ts";
import { KeyRange, RecordId, type RecordKey, type Value } from "../../values/value.ts";
import { asKey } from "../record-key.ts";

/** The key that the `id` of a record's content names; undefined where it names none. The table of a record id there does not count. */
export function givenKey(id: Value, statement: string): RecordKey | undefined {
  if (id === undefined) return undefined;
  const key = id instanceof RecordId ? id.key : asKey(id);
  if (key === undefined || key instanceof KeyRange) throw badProperty(statement, "id", printValue(id));
  return key;
}
