import { printValue } from "../../values/print.ts";
import { isObject } from "../../values/kind-of.ts";
import type { Value } from "../../values/value.ts";

/** Values as tests write and read them: what JavaScript has no literal for is its printed text. */
export type Plain = undefined | null | boolean | number | string | Plain[] | { [name: string]: Plain };

export function plain(value: Value): Plain {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (isObject(value)) return Object.fromEntries([...value].map(([name, one]) => [name, plain(one)]));
  return typeof value === "object" && value !== null ? printValue(value) : value;
}

export function valueOf(given: unknown): Value {
  if (typeof given === "number") return Number.isInteger(given) ? BigInt(given) : given;
  if (Array.isArray(given)) return given.map(valueOf);
  const isPlain = given !== null && typeof given === "object" && Object.getPrototypeOf(given) === Object.prototype;
  return isPlain ? new Map(Object.entries(given).map(([name, one]) => [name, valueOf(one)])) : (given as Value);
}

export const text = (value: Plain): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The text of a UUID, which CBOR carries as one and JSON as a string. */
export const uuidText = (value: Plain): string => text(value).replace(/^u'|'$/g, "");
