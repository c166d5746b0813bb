import { wrongArguments } from "../messages/functions.ts";
import { RecordId, type Value } from "../values/value.ts";
import { any, argumentReader, arrayOf, optional, record, string, type Argument } from "./arguments.ts";
import type { FunctionContext } from "./function.ts";

const texts = arrayOf("string", (value) => (typeof value === "string" ? value : undefined));

const parameters: Readonly<Record<string, readonly Argument<unknown>[]>> = {
  "api::invoke": [string, optional(any)],
  "record::exists": [record],
  "record::is_edge": [any],
  "schema::table::exists": [string],
  "type::field": [string],
  "type::fields": [texts],
  "value::diff": [any, any],
  "value::patch": [any, any],
};

const readers = new Map(Object.entries(parameters).map(([name, taken]) => [name, argumentReader(name, taken)]));

/** Refuses wrong arguments of the functions that the interpreter has itself, for they need a document or the database. */
export function checkContextual(name: string, args: readonly Value[], context: Pick<FunctionContext, "readRecordId">): void {
  readers.get(name)?.(args);
  const [first] = args;
  if (name === "record::is_edge" && !isRecord(first, context)) throw wrongArguments(name, "Expected a record ID");
  // The parentheses are twice in the language's own text.
  if (name === "sequence::nextval" && typeof first !== "string") throw wrongArguments(`${name}()`, "Expect a sequence name");
}

function isRecord(value: Value, context: Pick<FunctionContext, "readRecordId">): boolean {
  return value instanceof RecordId || (typeof value === "string" && context.readRecordId(value) !== undefined);
}
