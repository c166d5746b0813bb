import { Decimal } from "decimal.js";
import { heapIsFull } from "../../heap.ts";
import { usualLimits } from "../../limits.ts";
import { invalidJson, tooManyValues } from "../../messages/codec.ts";
import { isArray } from "../kind-of.ts";
import { decimalDigits } from "../decimal.ts";
import { isInt64 } from "../numbers.ts";
import { sortedEntries } from "../order.ts";
import { printRaw } from "../print.ts";
import { Geometry, SetValue, type ObjectValue, type Shape, type Value } from "../value.ts";

/**
 * A value as JSON text, as the HTTP interface gives it: NONE, NaN and infinities are null, bytes and sets arrays, geometries GeoJSON, and what JSON
 * does not have the text that `<string>` gives. Ints keep all their digits; an integral float has a point.
 */
export function toJson(value: Value): string {
  switch (typeof value) {
    case "undefined":
      return "null";
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return floatToJson(value);
    case "string":
      return JSON.stringify(value);
    default:
      return value === null ? "null" : instanceToJson(value);
  }
}

/** The exponent begins where the digits would end in zeros: a number without a point would be read as an int. */
function floatToJson(float: number): string {
  if (!Number.isFinite(float)) return "null";
  if (!Number.isInteger(float)) return String(float);
  return Math.abs(float) < 1e16 ? `${Object.is(float, -0) ? "-0" : String(float)}.0` : float.toExponential().replace("+", "");
}

function instanceToJson(value: Exclude<Value, undefined | null | boolean | bigint | number | string>): string {
  if (value instanceof Map) return objectToJson(value);
  if (isArray(value)) return arrayToJson(value);
  if (value instanceof SetValue) return arrayToJson(value.members);
  if (value instanceof Uint8Array) return `[${value.join(",")}]`;
  if (value instanceof Geometry) return shapeToJson(value.shape);
  return JSON.stringify(value instanceof Decimal ? decimalDigits(value) : printRaw(value));
}

function arrayToJson(values: readonly Value[]): string {
  return `[${values.map(toJson).join(",")}]`;
}

function objectToJson(object: ObjectValue): string {
  return `{${sortedEntries(object)
    .map(([key, value]) => `${JSON.stringify(key)}:${toJson(value)}`)
    .join(",")}}`;
}

/** `type` comes first, as RFC 7946 shows it. */
function shapeToJson(shape: Shape): string {
  if (shape.type === "GeometryCollection")
    return `{"type":"GeometryCollection","geometries":[${shape.geometries.map(shapeToJson).join(",")}]}`;
  return `{"type":"${shape.type}","coordinates":${coordinatesToJson(shape.coordinates)}}`;
}

type Coordinates = number | readonly Coordinates[];

function coordinatesToJson(coordinates: Coordinates): string {
  return typeof coordinates === "number" ? floatToJson(coordinates) : `[${coordinates.map(coordinatesToJson).join(",")}]`;
}

/** What JSON.parse tells of a number: its text, from which an int is known even beyond 2^53. TypeScript does not know it yet. */
interface Source {
  readonly source?: string;
}

/** Shorter texts are not counted before they are read. */
const shortJson = 1024 * 1024;

/**
 * JSON text as a value: numbers with a point or an exponent are floats, others ints where they fit. Fails where the text is no JSON.
 * @param most so many values are made of it, then it fails
 */
export function fromJson(text: string, most: number = usualLimits.values): Value {
  if (text.length > shortJson && (valuesIn(text) > most || heapIsFull())) throw tooManyValues();
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: Source) => revived(value, context?.source)) as Value;
  } catch (error) {
    // Too deep a nesting is a RangeError.
    if (error instanceof SyntaxError || error instanceof RangeError) throw invalidJson();
    throw error;
  }
}

/** About the values that a text has, counted by what begins or parts them outside of strings; an object counts as five, as in CBOR. */
function valuesIn(text: string): number {
  let count = 1;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isInString = !isInString;
    else if (isInString) at += code === 0x5c ? 1 : 0;
    else if (code === 0x2c || code === 0x5b) count += 1;
    else if (code === 0x7b) count += 5;
  }
  return count;
}

/** Called for what is within first, so that the parts of arrays and objects are values already. */
function revived(value: unknown, source: string | undefined): Value {
  if (typeof value === "number") return numberFromJson(value, source ?? String(value));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value as Value;
  return new Map(Object.entries(value as Record<string, Value>));
}

function numberFromJson(number: number, source: string): Value {
  if (!/^-?\d+$/.test(source)) return number;
  const int = BigInt(source);
  return isInt64(int) ? int : number;
}
