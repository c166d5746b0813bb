import type { Expression, KeyBound, RecordIdExpression, RecordKeyExpression } from "../language/surrealql/tree/index.ts";
import { printClosureValue } from "../language/surrealql/print/index.ts";
import { setOf } from "../values/order.ts";
import { Closure, KeyRange, Range, RecordId, TableName, type Bound, type RecordKey, type Value } from "../values/value.ts";
import { negate } from "../values/calculate.ts";
import { evaluateCall } from "./call.ts";
import { constants } from "../functions/constants.ts";
import type { ClosureDefinition } from "./closure.ts";
import type { Effect } from "./effect.ts";
import { evaluateIdiom } from "./idiom/idiom.ts";
import { evaluateMock } from "./mock.ts";
import { generatedKey, keyOfValue } from "./record-key.ts";
import { evaluateBinary } from "./operators.ts";
import { casting } from "./kinds.ts";
import { readParameter } from "./parameter.ts";
import { about, type Scope } from "./scope.ts";
import { evaluateMatches } from "./search/matches.ts";
import { runBlock, runStatement } from "./statement.ts";
import { objectOrGeometry } from "./geometry.ts";
import { isTruthy } from "../values/compare.ts";

/** The value of an expression. RETURN, BREAK and CONTINUE inside it leave it as a Signal. */
export function* evaluate(expression: Expression, scope: Scope): Effect<Value> {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "param":
      return yield* readParameter(expression.name, scope);
    case "idiom":
      return yield* evaluateIdiom(expression, scope);
    case "binary":
      return yield* evaluateBinary(expression, scope);
    case "call":
      return yield* evaluateCall(expression, scope);
    case "array":
      return yield* evaluateAll(expression.items, scope);
    case "set":
      return setOf(yield* evaluateAll(expression.items, scope));
    case "object":
      return yield* evaluateObject(expression.entries, scope);
    case "prefix": {
      const operand = yield* evaluate(expression.operand, scope);
      return expression.operator === "!" ? !isTruthy(operand) : expression.operator === "-" ? negate(operand) : operand;
    }
    case "cast":
      return yield* casting(yield* evaluate(expression.operand, scope), expression.to, scope);
    case "record-id":
      return yield* evaluateRecordId(expression, scope);
    case "range":
      return new Range(yield* evaluateBound(expression.begin, scope), yield* evaluateBound(expression.end, scope));
    case "table":
      return new TableName(expression.name);
    case "constant":
      return constants.get(expression.name.toLowerCase());
    case "closure": {
      const definition: ClosureDefinition = { closure: expression, variables: scope.frame.snapshot() };
      return new Closure(printClosureValue(expression), definition);
    }
    case "block":
      return yield* runBlock(expression.statements, scope);
    case "statement":
      return yield* runStatement(expression.statement, about(scope, scope.current));
    case "mock":
      return yield* evaluateMock(expression, scope);
    case "matches":
      return yield* evaluateMatches(expression, scope);
    case "knn":
      // Which rows are nearest is the statement's to find; of a single row nothing can be said.
      return true;
  }
}

export function* evaluateAll(items: readonly Expression[], scope: Scope): Effect<readonly Value[]> {
  const values: Value[] = [];
  for (const item of items) values.push(yield* evaluate(item, scope));
  return values;
}

function* evaluateObject(entries: readonly (readonly [string, Expression])[], scope: Scope): Effect<Value> {
  const object = new Map<string, Value>();
  for (const [key, item] of entries) object.set(key, yield* evaluate(item, scope));
  return objectOrGeometry(object, entries);
}

function* evaluateBound(
  bound: { readonly value: Expression; readonly inclusive: boolean } | undefined,
  scope: Scope,
): Effect<Bound<Value> | undefined> {
  return bound === undefined ? undefined : { value: yield* evaluate(bound.value, scope), inclusive: bound.inclusive };
}

/** A record id; what it generates is new each time. */
export function* evaluateRecordId({ table, key }: Pick<RecordIdExpression, "table" | "key">, scope: Scope): Effect<RecordId> {
  if (key.key !== "range") return new RecordId(table, yield* evaluateKey(key, scope));
  return new RecordId(table, new KeyRange(yield* evaluateKeyBound(key.begin, scope), yield* evaluateKeyBound(key.end, scope)));
}

function* evaluateKeyBound(bound: KeyBound | undefined, scope: Scope): Effect<Bound<RecordKey> | undefined> {
  return bound === undefined ? undefined : { value: yield* evaluateKey(bound.value, scope), inclusive: bound.inclusive };
}

export function* evaluateKey(key: RecordKeyExpression, scope: Scope): Effect<RecordKey> {
  return key.key === "generated" ? generatedKey(key.by, scope.env.outside) : keyOfValue(yield* evaluate(key.value, scope));
}
