import { Decimal } from "decimal.js";
import { QueryError } from "../../errors.ts";
import { KeyRange, RecordId, Range, type Bound, type RecordKey, type Value } from "../../values/value.ts";
import { setOf } from "../../values/order.ts";
import { parseExpressionText, parseRecordIdPrefix, parseRecordIdText } from "./parse/index.ts";
import type { Expression, ExpressionBound, KeyBound, RecordIdExpression, RecordKeyExpression } from "./tree/index.ts";

const notConstant = (): QueryError => new QueryError("Validation", "Expected a value, without parameters, functions or statements");

/** The value of a text that is one in the language's notation, of which JSON is a part. @throws QueryError for any other */
export function parseValueText(text: string): Value {
  return constantValue(parseExpressionText(text));
}

/** The record id that a text writes, `person:1`. @throws QueryError for any other text */
export function parseConstantRecordId(text: string): RecordId {
  return constantRecordId(parseRecordIdText(text));
}

/** The record id that a text begins with, as casts read it. @throws QueryError where there is none */
export function parseLeadingRecordId(text: string): RecordId {
  return constantRecordId(parseRecordIdPrefix(text));
}

/** The value of an expression that depends on nothing. @throws QueryError where it does */
export function constantValue(expression: Expression): Value {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "array":
      return expression.items.map(constantValue);
    case "set":
      return setOf(expression.items.map(constantValue));
    case "object":
      return new Map(expression.entries.map(([key, value]) => [key, constantValue(value)]));
    case "record-id":
      return constantRecordId(expression);
    case "range":
      return new Range(boundOf(expression.begin), boundOf(expression.end));
    case "prefix":
      return negated(expression.operator, constantValue(expression.operand));
    case "block":
      // `{}` is read as an empty block where a statement may stand.
      if (expression.statements.length === 0) return new Map();
      throw notConstant();
    default:
      throw notConstant();
  }
}

function negated(operator: "-" | "+" | "!", value: Value): Value {
  if (operator === "+") return value;
  if (operator === "-" && (typeof value === "bigint" || typeof value === "number")) return -value;
  if (operator === "-" && value instanceof Decimal) return value.negated();
  throw notConstant();
}

const boundOf = (bound: ExpressionBound | undefined): Bound<Value> | undefined =>
  bound && { value: constantValue(bound.value), inclusive: bound.inclusive };

function constantRecordId({ table, key }: RecordIdExpression): RecordId {
  if (key.key !== "range") return new RecordId(table, constantKey(key));
  return new RecordId(table, new KeyRange(keyBound(key.begin), keyBound(key.end)));
}

const keyBound = (bound: KeyBound | undefined): Bound<RecordKey> | undefined =>
  bound && { value: constantKey(bound.value), inclusive: bound.inclusive };

function constantKey(key: RecordKeyExpression): RecordKey {
  if (key.key === "generated") throw notConstant();
  return constantValue(key.value) as RecordKey;
}

/** A key as it stands in an address: `1` is an int, `tobie` a string, `⟨1⟩` a string too, `[1, 2]` an array. */
export function parseRecordKeyText(text: string): RecordKey {
  try {
    const { key } = parseConstantRecordId(`t:${text}`);
    if (!(key instanceof KeyRange)) return key;
  } catch {
    // It is not the language's notation: any other text is a string.
  }
  return text;
}
