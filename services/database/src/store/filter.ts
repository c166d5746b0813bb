import { join, sql, type Sql } from "@loci/ports/database";
import { encodeStored } from "../values/codec/stored.ts";
import { Datetime } from "../values/value.ts";
import { endOf } from "./edges.ts";
import type { FieldFilter, Filter, FilterValue } from "./port.ts";

/** How the fields of a record are written in SQL. */
export interface Fields {
  readonly json: (field: string) => Sql;
  readonly text: (field: string) => Sql;
}

/** Taken out of the document wherever they are used. */
export const ofDocument: Fields = {
  json: (field) => sql`(t.document -> ${field}::text)`,
  text: (field) => sql`(t.document ->> ${field}::text)`,
};

/** A filter as a condition over a record `t`, which holds for all records that the filter holds for, and maybe for more. */
export function filterCondition(filter: Filter, fields = ofDocument): Sql {
  if ("all" in filter) return joined(filter.all, sql` and `, fields);
  if ("any" in filter) return joined(filter.any, sql` or `, fields);
  if (filter.is === "END")
    return filter.field === "in" ? sql`t."in" = ${endOf(filter.value)}::bytea` : sql`t."out" = ${endOf(filter.value)}::bytea`;
  if (filter.is === "=") return equal(fields, filter.field, filter.value);
  const field = fields.json(filter.field);
  // Both are printed by Postgres, hence alike.
  if (filter.is === "REFERS") return sql`strpos(${field}::text, ${encodeStored(filter.value)}::jsonb::text) > 0`;
  return filter.is === "CONTAINS" ? containing(field, filter.value) : ordered(field, filter);
}

/** Whether the filter may hold for a record that is not meant: such a value is to be looked at. */
export function mayMistake(filter: Filter, fields = ofDocument): Sql {
  const parts = "all" in filter ? filter.all : "any" in filter ? filter.any : undefined;
  if (parts !== undefined)
    return sql`(${join(
      parts.map((part) => mayMistake(part, fields)),
      sql` or `,
    )})`;
  const one = filter as FieldFilter;
  const field = fields.json(one.field);
  return sql`coalesce(${mistaken(field, one)}, false)`;
}

function mistaken(field: Sql, one: FieldFilter): Sql {
  switch (one.is) {
    case "=":
      if (typeof one.value === "bigint" || typeof one.value === "number") return sql`jsonb_typeof(${field}) <> 'number'`;
      return typeof one.value === "string" ? sql`jsonb_typeof(${field}) <> 'string'` : sql`false`;
    case "CONTAINS":
      return sql`(jsonb_typeof(${field}) in ('string', 'object') or jsonb_path_exists(${field}, '$[*]."$regex"'))`;
    case "REFERS":
      return sql`true`;
    case "END":
      return sql`false`;
    default:
      return one.value instanceof Datetime
        ? sql`(jsonb_typeof(${field}) = 'object' and not ${field} ? '$datetime')`
        : // Is an object; asks less than its kind does, which is a text.
          sql`${field} @> '{}'`;
  }
}

function joined(filters: readonly Filter[], between: Sql, fields: Fields): Sql {
  if (filters.length === 0) return sql`false`;
  return sql`(${join(
    filters.map((one) => filterCondition(one, fields)),
    between,
  )})`;
}

/**
 * Whole floats, decimals and large ints are objects with a tag; see `values/codec/stored.ts`. Ints and texts are compared as texts, which takes half the
 * time: a text of digits is taken for a number then, and looked at later.
 */
function equal(fields: Fields, name: string, value: FilterValue): Sql {
  if (typeof value === "bigint") return isOrBetween(fields.text(name), String(value), '{"$', '{"%');
  if (typeof value === "string") return isOrBetween(fields.text(name), value, '{"$regex', '{"$regey');
  const field = fields.json(name);
  if (value === undefined) return sql`(${field} is null or ${field} ? '$none')`;
  if (typeof value === "number") return sql`(${field} = ${jsonNumber(value)}::jsonb or ${field} ?| '{$float,$decimal,$int}')`;
  return sql`${field} = ${encodeStored(value)}::jsonb`;
}

/**
 * `from` and `to` begin with a brace. The text is taken out of the document once: among bounds in their order it stands behind the first, where it is the
 * value, or behind the third. Nothing is between a text and the same with U+0001 behind it.
 */
function isOrBetween(text: Sql, value: string, from: string, to: string): Sql {
  const ordered = sql`${text} collate "C"`;
  if (value >= "{") return sql`(${ordered} = ${value}::text or (${ordered} >= ${from}::text and ${ordered} < ${to}::text))`;
  return sql`width_bucket(${ordered}, ${[value, `${value}\u0001`, from, to]}::text[]) in (1, 3)`;
}

/** An item of an array; parts of texts, and other kinds, are looked at later. */
function containing(field: Sql, text: string): Sql {
  return sql`case jsonb_typeof(${field}) when 'array' then ${field} @> ${JSON.stringify([text])}::jsonb or jsonb_path_exists(${field}, '$[*]."$regex"')
    when 'string' then true when 'object' then true else false end`;
}

/** What is of another kind stands before or behind all of this kind. Objects with a tag may be of any kind. */
function ordered(field: Sql, { is, value }: Extract<FieldFilter, { is: "<" | "<=" | ">" | ">=" }>): Sql {
  const isUpper = is.startsWith("<");
  const compare = { "<": sql`<`, "<=": sql`<=`, ">": sql`>`, ">=": sql`>=` }[is];
  const below = isUpper ? sql`true` : sql`false`;
  const above = isUpper ? sql`false` : sql`true`;
  if (value instanceof Datetime)
    return sql`case when ${field} ? '$datetime' then (${field} ->> '$datetime')::numeric ${compare} ${String(value.nanos)}::numeric
      else case jsonb_typeof(${field}) when 'array' then ${above} when 'object' then true else ${below} end end`;
  if (typeof value === "string")
    return sql`case jsonb_typeof(${field}) when 'string' then (${field} #>> '{}') collate "C" ${compare} ${value}::text collate "C"
      when 'array' then ${above} when 'object' then true else ${below} end`;
  return sql`case jsonb_typeof(${field}) when 'number' then ${field}::numeric ${compare} ${jsonNumber(value)}::numeric
    when 'string' then ${above} when 'array' then ${above} when 'object' then true else ${below} end`;
}

function jsonNumber(value: bigint | number): string {
  return String(value);
}
