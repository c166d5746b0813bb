import { decimalFromDigits } from "../decimal.ts";
import {
  Datetime,
  Duration,
  FilePointer,
  Geometry,
  KeyRange,
  Range,
  RecordId,
  Regex,
  SetValue,
  TableName,
  Uuid,
  type Bound,
  type ObjectValue,
  type RecordKey,
  type Shape,
  type Value,
} from "../value.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The value that `encodeStored` wrote, from its text. */
export function decodeStored(text: string): Value {
  return storedValue(JSON.parse(text));
}

/** A stored document, which is always an object. */
export function decodeDocument(text: string): ObjectValue {
  return decodeStored(text) as ObjectValue;
}

/** The same from JSON that is parsed already, as drivers of Postgres give it. */
export function storedValue(json: unknown): Value {
  return decode(json as Json);
}

function decode(json: Json): Value {
  switch (typeof json) {
    case "string":
    case "boolean":
      return json;
    case "number":
      return Number.isInteger(json) ? BigInt(json) : json;
    default:
      if (json === null) return null;
      return isList(json) ? decodeAll(json) : decodeObject(json);
  }
}

function isList(json: Exclude<Json, null | boolean | number | string>): json is readonly Json[] {
  return Array.isArray(json);
}

function decodeAll(list: readonly Json[]): readonly Value[] {
  const values: Value[] = [];
  for (const item of list) values.push(decode(item));
  return values;
}

// The hot path: a document costs one Map over what JSON.parse made.
function decodeObject(json: { readonly [key: string]: Json }): Value {
  const keys = Object.keys(json);
  if (keys.length === 1) {
    const only = keys[0] as string;
    if (only.charCodeAt(0) === 36) return decodeTagged(only, json[only] as Json);
  }
  const object = new Map<string, Value>();
  for (const key of keys) object.set(key, decode(json[key] as Json));
  return object;
}

function decodeTagged(tag: string, content: Json): Value {
  const text = content as string;
  switch (tag) {
    case "$none":
      return undefined;
    case "$int":
      return BigInt(text);
    case "$float":
      return Number(text);
    case "$decimal":
      return decimalFromDigits(text);
    case "$text":
      return unescaped(text);
    case "$datetime":
      return new Datetime(BigInt(text));
    case "$duration":
      return new Duration(BigInt(text));
    case "$uuid":
      return new Uuid(text);
    case "$bytes":
      return new Uint8Array(Buffer.from(text, "base64"));
    case "$geometry":
      return new Geometry(content as unknown as Shape);
    case "$table":
      return new TableName(decode(content) as string);
    case "$regex":
      return new Regex(decode(content) as string);
    default:
      return decodeCompound(tag, content);
  }
}

function decodeCompound(tag: string, content: Json): Value {
  const list = content as readonly Json[];
  switch (tag) {
    case "$record":
      return new RecordId(decode(list[0] as Json) as string, decodeKey(list[1] as Json));
    case "$set":
      return new SetValue(decodeAll(list));
    case "$range":
      return new Range(decodeBound(list[0] as Json), decodeBound(list[1] as Json));
    case "$file":
      return new FilePointer(decode(list[0] as Json) as string, decode(list[1] as Json) as string);
    case "$object":
      return decodeWrapped(content as { readonly [key: string]: Json });
    case "$entries":
      return new Map((list as readonly (readonly [string, Json])[]).map(([key, value]) => [unescaped(key), decode(value)]));
    default:
      throw new TypeError(`a stored value has the unknown tag ${tag}`);
  }
}

function decodeWrapped(json: { readonly [key: string]: Json }): ObjectValue {
  return new Map(Object.entries(json).map(([key, value]) => [key, decode(value)]));
}

function decodeKey(json: Json): RecordKey | KeyRange {
  const key = decode(json);
  return key instanceof Range
    ? new KeyRange(key.begin as Bound<RecordKey> | undefined, key.end as Bound<RecordKey> | undefined)
    : (key as RecordKey);
}

function decodeBound(json: Json): Bound<Value> | undefined {
  if (json === null) return undefined;
  const [value, inclusive] = json as readonly [Json, boolean];
  return { value: decode(value), inclusive };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_whole, character: string) => (character === "0" ? "\0" : character));
}
