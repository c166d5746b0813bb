import { Decimal } from "decimal.js";
import { usualLimits } from "../../limits.ts";
import { invalidJson } from "../../messages/codec.ts";
import { atOnce, type Pausing } from "../../turns.ts";
import { decimalDigits } from "../decimal.ts";
import { printRaw } from "../print.ts";
import { Geometry, type Shape, type Value } from "../value.ts";
import { numberFromJson, readLongJson } from "./json-read.ts";
import { writeLongJson } from "./json-write.ts";

/** A value as JSON text, at once: `writeJson` says what it is like. */
export function toJson(value: Value): string {
  return atOnce(writeJson(value));
}

/**
 * A value as JSON text, as the HTTP interface gives it: NONE, NaN and infinities are null, bytes and sets arrays, geometries GeoJSON, and what JSON
 * does not have the text that `<string>` gives. Ints keep all their digits; an integral float has a point. Others may have their turns.
 */
export function writeJson(value: Value): Pausing<string> {
  return writeLongJson(value, scalarToJson);
}

function scalarToJson(value: Value): string {
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
  if (value instanceof Uint8Array) return `[${value.join(",")}]`;
  if (value instanceof Geometry) return shapeToJson(value.shape);
  return JSON.stringify(value instanceof Decimal ? decimalDigits(value) : printRaw(value));
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

/** Characters that JSON.parse reads in some milliseconds; longer texts are read in turns. */
const shortJson = 16 * 1024;

/**
 * JSON text as a value: numbers with a point or an exponent are floats, others ints where they fit. Fails where the text is no JSON.
 * @param most so many values are made of it, then it fails
 */
export function fromJson(text: string, most?: number): Value {
  return atOnce(readJson(text, most));
}

/** The same, in which others may have their turns. */
export function* readJson(text: string, most: number = usualLimits.values): Pausing<Value> {
  return text.length > shortJson ? yield* readLongJson(text, most) : shortFromJson(text);
}

function shortFromJson(text: string): Value {
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: Source) => revived(value, context?.source)) as Value;
  } catch (error) {
    // Too deep a nesting is a RangeError.
    if (error instanceof SyntaxError || error instanceof RangeError) throw invalidJson();
    throw error;
  }
}

/** Called for what is within first, so that the parts of arrays and objects are values already. */
function revived(value: unknown, source: string | undefined): Value {
  if (typeof value === "number") return numberFromJson(value, source ?? String(value));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value as Value;
  return new Map(Object.entries(value as Record<string, Value>));
}
