import type { Expression, Idiom } from "../language/surrealql/tree/index.ts";
import { isObject } from "../values/kind-of.ts";
import { KeyRange, RecordId, type RecordKey, type Value } from "../values/value.ts";

/** The value of a variable, wrapped, as it may be NONE; undefined where there is no such variable. */
export type Variables = (name: string) => { readonly value: Value } | undefined;

/** What does not depend on the record that is asked, as far as that is seen without calculating: literals, variables, and lists of them. */
export function constantOf(expression: Expression, variables: Variables): { readonly value: Value } | undefined {
  switch (expression.kind) {
    case "literal":
      return { value: expression.value };
    case "param":
      return expression.name === "this" || expression.name === "self" ? undefined : variables(expression.name);
    case "array":
      return constantList(expression.items, variables);
    case "record-id": {
      if (expression.key.key !== "value") return undefined;
      const key = constantOf(expression.key.value, variables);
      return key !== undefined && isKey(key.value) ? { value: new RecordId(expression.table, key.value) } : undefined;
    }
    case "idiom":
      return ofVariable(expression, variables);
    default:
      return undefined;
  }
}

/** `$parent.id`: plain fields of a variable's object. What is behind a link must be read first, and is none. */
function ofVariable({ start, parts }: Idiom, variables: Variables): { readonly value: Value } | undefined {
  if (start?.kind !== "param") return undefined;
  let found = constantOf(start, variables);
  for (const part of parts) {
    if (found === undefined || part.part !== "field" || !isObject(found.value)) return undefined;
    found = { value: found.value.get(part.name) };
  }
  return found;
}

function constantList(items: readonly Expression[], variables: Variables): { readonly value: Value } | undefined {
  const values: Value[] = [];
  for (const item of items) {
    const one = constantOf(item, variables);
    if (one === undefined) return undefined;
    values.push(one.value);
  }
  return { value: values };
}

function isKey(value: Value): value is RecordKey & Value {
  return typeof value === "bigint" || typeof value === "string";
}

/** The one record that a value names. */
export function recordIn(value: Value): (RecordId & { readonly key: RecordKey }) | undefined {
  return value instanceof RecordId && !(value.key instanceof KeyRange)
    ? (value as RecordId & { readonly key: RecordKey })
    : undefined;
}
