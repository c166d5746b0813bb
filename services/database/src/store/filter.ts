import { join, sql, type Sql } from "@loci/ports/database";
import { encodeStored } from "../values/codec/stored.ts";
import { Datetime } from "../values/value.ts";
import { endOf } from "./edges.ts";
import type { FieldFilter, Filter, FilterValue } from "./port.ts";

/** A filter as a condition over the column `document`, which holds for all records that the filter holds for, and maybe for more. */
export function filterCondition(filter: Filter): Sql {
  if ("all" in filter) return joined(filter.all, sql` and `);
  if ("any" in filter) return joined(filter.any, sql` or `);
  const field = sql`(t.document -> ${filter.field}::text)`;
  if (filter.is === "END")
    return filter.field === "in" ? sql`t."in" = ${endOf(filter.value)}::bytea` : sql`t."out" = ${endOf(filter.value)}::bytea`;
  if (filter.is === "=") return equal(field, filter.field, filter.value);
  // Both are printed by Postgres, hence alike.
  if (filter.is === "REFERS") return sql`strpos(${field}::text, ${encodeStored(filter.value)}::jsonb::text) > 0`;
  return filter.is === "CONTAINS" ? containing(field, filter.value) : ordered(field, filter);
}

/** Whether the filter may hold for a record that is not meant: such a value is to be looked at. */
export function mayMistake(filter: Filter): Sql {
  const parts = "all" in filter ? filter.all : "any" in filter ? filter.any : undefined;
  if (parts !== undefined) return sql`(${join(parts.map(mayMistake), sql` or `)})`;
  const one = filter as FieldFilter;
  const field = sql`(t.document -> ${one.field}::text)`;
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
        : sql`jsonb_typeof(${field}) = 'object'`;
  }
}

function joined(filters: readonly Filter[], between: Sql): Sql {
  return filters.length === 0 ? sql`false` : sql`(${join(filters.map(filterCondition), between)})`;
}

/**
 * Whole floats, decimals and large ints are objects with a tag; see `values/codec/stored.ts`. Ints and texts are compared as texts, which takes half the
 * time: a text of digits is taken for a number then, and looked at later.
 */
function equal(field: Sql, name: string, value: FilterValue): Sql {
  const text = sql`(t.document ->> ${name}::text) collate "C"`;
  if (value === undefined) return sql`(${field} is null or ${field} ? '$none')`;
  if (typeof value === "bigint") return sql`(${text} = ${String(value)}::text or (${text} >= '{"$' and ${text} < '{"%'))`;
  if (typeof value === "number") return sql`(${field} = ${jsonNumber(value)}::jsonb or ${field} ?| '{$float,$decimal,$int}')`;
  if (typeof value === "string") return sql`(${text} = ${value}::text or (${text} >= '{"$regex' and ${text} < '{"$regey'))`;
  return sql`${field} = ${encodeStored(value)}::jsonb`;
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
  return sql`case jsonb_typeof(${field}) when 'number' then ${field} ${compare} ${jsonNumber(value)}::jsonb
    when 'string' then ${above} when 'array' then ${above} when 'object' then true else ${below} end`;
}

function jsonNumber(value: bigint | number): string {
  return String(value);
}
