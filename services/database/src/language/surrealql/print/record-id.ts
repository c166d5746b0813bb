import { printStringKey } from "../../../values/print-text.ts";
import type { KeyBound, RecordIdExpression, RecordKeyExpression } from "../tree/index.ts";
import { printExpression } from "./expression.ts";
import { leadingName } from "./names.ts";

export function printRecordId({ table, key }: RecordIdExpression): string {
  return `${leadingName(table)}:${printKeyOrRange(key)}`;
}

export function printKeyOrRange(key: RecordIdExpression["key"]): string {
  return key.key === "range" ? printKeyRange(key.begin, key.end) : printKey(key);
}

function printKeyRange(begin: KeyBound | undefined, end: KeyBound | undefined): string {
  const from = begin === undefined ? "" : `${printKey(begin.value)}${begin.inclusive ? "" : ">"}`;
  const to = end === undefined ? "" : `${end.inclusive ? "=" : ""}${printKey(end.value)}`;
  return `${from}..${to}`;
}

function printKey(key: RecordKeyExpression): string {
  if (key.key === "generated") return `${key.by}()`;
  const { value } = key;
  return value.kind === "literal" && typeof value.value === "string" ? printStringKey(value.value) : printExpression(value);
}
