import { textOf } from "../../kinds/cast.ts";
import { invalidKey, invalidTable } from "../../messages/type-functions.ts";
import { isArray, isNumber, isObject } from "../../values/kind-of.ts";
import { printRaw, printValue } from "../../values/print.ts";
import { KeyRange, Range, RecordId, Uuid, type Bound, type RecordKey, type Value } from "../../values/value.ts";

/** A record id of a table and a key, whatever they are: what cannot be a key becomes the text of it. */
export function recordFrom(table: Value, key: Value): RecordId {
  const name = isNumber(table) ? printValue(table) : plainText(table);
  if (name === "") throw invalidTable(name);
  if (key instanceof RecordId) return new RecordId(name, key.key);
  if (key instanceof Range) return new RecordId(name, keyRange(key));
  if (key === "") throw invalidKey("");
  return new RecordId(name, keyOf(key) ?? plainText(key));
}

/** As a text, without the letter that tells a float from an int. */
function plainText(value: Value): string {
  if (value instanceof Uint8Array) return printValue(value);
  const text = textOf(value) ?? "";
  return typeof value === "number" && Number.isFinite(value) ? text.slice(0, -1) : text;
}

function keyOf(value: Value): RecordKey | undefined {
  const isKey =
    typeof value === "bigint" || typeof value === "string" || value instanceof Uuid || isArray(value) || isObject(value);
  return isKey ? value : undefined;
}

function keyRange(range: Range): KeyRange {
  const bound = (of: Bound<Value> | undefined): Bound<RecordKey> | undefined => {
    if (of === undefined) return undefined;
    const value = keyOf(of.value);
    if (value === undefined) throw invalidKey(printRaw(range));
    return { value, inclusive: of.inclusive };
  };
  return new KeyRange(bound(range.begin), bound(range.end));
}
