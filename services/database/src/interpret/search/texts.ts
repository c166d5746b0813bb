import type { DefineIndex, IndexKind } from "../../language/surrealql/tree/index.ts";
import type { IndexedText } from "../../store/port.ts";
import { isArray, isNumber, isObject } from "../../values/kind-of.ts";
import { printRaw } from "../../values/print.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { about, type Scope } from "../scope.ts";
import { analyze } from "./analyze.ts";

export type FullText = Extract<IndexKind, { kind: "fulltext" }>;

/** The texts in a value: strings, numbers and bools, also those within arrays and objects. */
export function textsIn(value: Value): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "boolean") return [String(value)];
  if (isNumber(value)) return [numberText(value)];
  if (isArray(value)) return value.flatMap(textsIn);
  if (isObject(value)) return [...value.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, item]) => textsIn(item));
  return [];
}

/** Without the suffix that tells its kind. */
function numberText(value: Value): string {
  return printRaw(value).replace(/(?:f|dec)$/, "");
}

/** What the field of an index is in a record. */
export function* indexedValue({ fields }: DefineIndex, record: ObjectValue, scope: Scope): Effect<Value> {
  const [field] = fields;
  return field === undefined ? undefined : yield* evaluate(field, about(scope, record));
}

/** The words of a record in a full-text index. */
export function* wordsOf(value: Value, { analyzer }: FullText, scope: Scope): Effect<IndexedText> {
  const words = new Map<string, number>();
  let length = 0;
  for (const text of textsIn(value)) {
    for (const term of yield* analyze(analyzer, text, "text", scope)) {
      words.set(term.text, (words.get(term.text) ?? 0) + 1);
      length += 1;
    }
  }
  return { words, length };
}
