import type { Expression } from "../../language/surrealql/tree/index.ts";
import { badTarget, expectedSingle } from "../../messages/interpret.ts";
import { isArray, isObject } from "../../values/kind-of.ts";
import { printShortly } from "../../values/print-shortly.ts";
import { KeyRange, RecordId, TableName, type Value } from "../../values/value.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { membersOf } from "../idiom/idiom.ts";
import type { Scope } from "../scope.ts";

/** What a statement writes: one record, those of a range, or a whole table. */
export type Target = RecordId | TableName;

/** What the targets of a statement stand for; records by their ids, or as objects that have one. ONLY refuses lists as they are written. */
export function* targetsOf(
  { what, only }: { readonly what: readonly Expression[]; readonly only: boolean },
  statement: string,
  scope: Scope,
): Effect<readonly Target[]> {
  if (only && what.some(isList)) throw expectedSingle();
  const targets: Target[] = [];
  for (const expression of what) {
    // Not spread into arguments, of which there may be no million.
    for (const target of flat(yield* catchingReturn(evaluate(expression, scope)), statement)) targets.push(target);
  }
  return targets;
}

function isList(expression: Expression): boolean {
  if (expression.kind === "literal") return isArray(expression.value);
  return expression.kind === "array" || expression.kind === "mock";
}

function* flat(value: Value, statement: string): Generator<Target, void> {
  const members = membersOf(value);
  const id = isObject(value) ? value.get("id") : value;
  if (members !== undefined) for (const member of members) yield* flat(member, statement);
  else if (id instanceof TableName) yield id;
  else if (id instanceof RecordId && !(statement === "CREATE" && id.key instanceof KeyRange)) yield id;
  else throw badTarget(statement, printShortly(value));
}
