import { ulid } from "ulid";
import { v7 } from "uuid";
import { isNumber, isObject, isArray } from "../values/kind-of.ts";
import { printRaw } from "../values/print.ts";
import { Uuid, type RecordKey, type Value } from "../values/value.ts";
import type { Outside } from "./scope.ts";

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A new key: 20 letters and digits, or a ULID or UUID (version 7), which sort by the moment they are made. */
export function generatedKey(by: "rand" | "ulid" | "uuid", { now, randomBytes }: Outside): RecordKey {
  const milliseconds = Number(now().nanos / 1_000_000n);
  if (by === "ulid") return ulid(milliseconds, () => (randomBytes(1)[0] ?? 0) / 256);
  if (by === "uuid") return new Uuid(v7({ msecs: milliseconds, random: randomBytes(16) }));
  let key = "";
  while (key.length < 20) {
    // Bytes from 252 on are dropped, as 252 is the largest multiple of 36 in a byte: each letter is equally likely.
    for (const byte of randomBytes(24)) if (byte < 252 && key.length < 20) key += letters.charAt(byte % 36);
  }
  return key;
}

/** A value as the key of a record; undefined where it cannot be one. */
export function asKey(value: Value): RecordKey | undefined {
  if (typeof value === "string" || typeof value === "bigint" || value instanceof Uuid) return value;
  if (isArray(value) || isObject(value)) return value;
  return isNumber(value) ? BigInt(Math.trunc(Number(value))) : undefined;
}

/** A value as the key of a record id that is written out; what is no key is taken as its text. */
export function keyOfValue(value: Value): RecordKey {
  return asKey(value) ?? printRaw(value);
}
