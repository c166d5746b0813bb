import { kindOf, parseTimestamp } from "@loci/kernel";
import { z } from "zod";
import type { LineColumn, Shape } from "../store/line-columns.ts";
import { numberProblem, textProblem } from "./bounds.ts";

const maxDepth = 64;
/** Values in one piece of JSON: it is walked through, and stored, without a pause. */
const maxValues = 100_000;
/** Labels, evidence, aliases: those who write them are held to far fewer. */
const maxListed = 10_000;
const maxBigint = 9_223_372_036_854_775_807n;

/**
 * What is valid as a line of this shape: exactly the table's columns, of which those may be missing that have a default or may be null, within
 * the bounds that whoever writes them is held to.
 */
export function lineSchema({ type, columns }: Shape): z.ZodType<Readonly<Record<string, unknown>>> {
  return z.strictObject({
    type: z.literal(type),
    ...Object.fromEntries(columns.map((column) => [column.field, fieldSchema(type, column)])),
  });
}

function fieldSchema(type: string, column: LineColumn): z.ZodType {
  const value = column.name === "id" ? recordId : valueSchema(type, column);
  const schema = column.nullable ? value.nullable() : value;
  return column.nullable || column.fallback !== undefined ? schema.optional() : schema;
}

const isText = (text: string) => !text.includes("\0") && text.isWellFormed();
const storable = z.string().refine(isText, "has a character that cannot be stored");
const recordId = z.string().refine((text) => kindOf(text) !== undefined, "is not a record's id");

function valueSchema(line: string, { name, type }: LineColumn): z.ZodType {
  switch (type) {
    case "text":
      return storable.check(told((text) => textProblem(line, name, text)));
    case "integer":
      return z.int32().check(told((value) => numberProblem(line, name, value)));
    case "bigint":
      return z
        .string()
        .regex(/^-?\d{1,19}$/, { error: "must be a whole number as a text", abort: true })
        .refine((text) => BigInt(text) <= maxBigint && -BigInt(text) <= maxBigint, "is too large");
    case "double precision":
      return z.number().check(told((value) => numberProblem(line, name, value)));
    case "boolean":
      return z.boolean();
    case "timestamp with time zone":
      return z.string().refine((text) => parseTimestamp(text) !== undefined, "must be an RFC 3339 timestamp");
    case "jsonb":
      return z
        .unknown()
        .refine((value) => value !== undefined && isStorable(value, { values: maxValues }), "is not JSON that can be stored");
    case "text[]":
      return z.array(storable.check(told((text) => textProblem(line, name, text)))).max(maxListed);
    case "bytea":
      return z.base64();
  }
}

/** A check that says what is wrong; undefined where nothing is. */
function told<T>(problem: (value: T) => string | undefined): z.core.CheckFn<T> {
  return ({ value, issues }) => {
    const message = problem(value);
    if (message !== undefined) issues.push({ code: "custom", message, input: value });
  };
}

/** @param left how many values may come yet */
function isStorable(value: unknown, left: { values: number }, depth = 0): boolean {
  if (depth > maxDepth || left.values-- <= 0) return false;
  if (typeof value === "string") return isText(value);
  if (typeof value !== "object" || value === null) return true;
  for (const name in value) {
    if (!isText(name) || !isStorable((value as Readonly<Record<string, unknown>>)[name], left, depth + 1)) return false;
  }
  return true;
}
