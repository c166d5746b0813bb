import { kindOf, parseTimestamp } from "@loci/kernel";
import { z } from "zod";
import type { LineColumn, Shape } from "../store/line-columns.ts";

const maxDepth = 64;
const maxBigint = 9_223_372_036_854_775_807n;

/** What is valid as a line of this shape: exactly the table's columns, of which those may be missing that have a default or may be null. */
export function lineSchema({ type, columns }: Shape): z.ZodType<Readonly<Record<string, unknown>>> {
  return z.strictObject({
    type: z.literal(type),
    ...Object.fromEntries(columns.map((column) => [column.field, fieldSchema(column)])),
  });
}

function fieldSchema(column: LineColumn): z.ZodType {
  const value = column.name === "id" ? recordId : valueSchema(column);
  const schema = column.nullable ? value.nullable() : value;
  return column.nullable || column.fallback !== undefined ? schema.optional() : schema;
}

const storable = z.string().refine((text) => !text.includes("\0") && text.isWellFormed(), "has a character that cannot be stored");
const recordId = z.string().refine((text) => kindOf(text) !== undefined, "is not a record's id");

function valueSchema({ type }: LineColumn): z.ZodType {
  switch (type) {
    case "text":
      return storable;
    case "integer":
      return z.int32();
    case "bigint":
      return z
        .string()
        .regex(/^-?\d{1,19}$/, { error: "must be a whole number as a text", abort: true })
        .refine((text) => BigInt(text) <= maxBigint && -BigInt(text) <= maxBigint, "is too large");
    case "double precision":
      return z.number();
    case "boolean":
      return z.boolean();
    case "timestamp with time zone":
      return z.string().refine((text) => parseTimestamp(text) !== undefined, "must be an RFC 3339 timestamp");
    case "jsonb":
      return z.unknown().refine((value) => value !== undefined && isStorable(value), "is not JSON that can be stored");
    case "text[]":
      return z.array(storable);
    case "bytea":
      return z.base64();
  }
}

function isStorable(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) return false;
  if (typeof value === "string") return storable.safeParse(value).success;
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner, depth + 1));
}
