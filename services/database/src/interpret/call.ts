import { kindName } from "../functions/type/kind-name.ts";
import { Closure, type Value } from "../values/value.ts";
import { checkContextual } from "../functions/contextual.ts";
import type { FunctionContext } from "../functions/function.ts";
import { functionNamed } from "../functions/index.ts";
import type { Expression } from "../language/surrealql/tree/index.ts";
import { notAFunction } from "../messages/interpret.ts";
import { callDefined, invokeClosure } from "./closure.ts";
import type { Effect } from "./effect.ts";
import { evaluate, evaluateAll } from "./evaluate.ts";
import { contextualFunctions } from "./contextual-functions.ts";
import { readLeadingRecordId as readRecordId } from "./read-record-id.ts";
import type { Scope } from "./scope.ts";
import { limitMade, limitTexts } from "./size.ts";
import { takeTurns } from "./turns.ts";
import { unknownFunction } from "../messages/functions.ts";
import { functionUnsupported, scriptingUnsupported } from "../messages/unsupported.ts";

/** Calls a function: built in, defined in the database, or a value that is one. */
export function* evaluateCall({ callee, args }: Extract<Expression, { kind: "call" }>, scope: Scope): Effect<Value> {
  if (callee.of === "builtin") return yield* callBuiltin(callee.name, yield* evaluateAll(args, scope), scope);
  if (callee.of === "custom") return yield* callDefined(callee.name, yield* evaluateAll(args, scope), scope);
  if (callee.of === "script") throw scriptingUnsupported();
  const closure = yield* evaluate(callee.value, scope);
  if (!(closure instanceof Closure)) throw notAFunction(kindName(closure));
  return yield* invokeClosure(closure, yield* evaluateAll(args, scope), scope, "a call");
}

/** Families that reach out of the database, which it leaves to its callers. */
const leftOut = /^(?:file|http)::/u;

/** A built-in function by its name. */
export function* callBuiltin(name: string, args: readonly Value[], scope: Scope): Effect<Value> {
  limitTexts(args, scope);
  yield* takeTurns(scope);
  const contextual = contextualFunctions[name];
  if (contextual !== undefined) {
    checkContextual(name, args, { readRecordId });
    return yield* contextual(args, scope);
  }
  const builtin = functionNamed(name);
  if (builtin === undefined) throw leftOut.test(name) ? functionUnsupported(name) : unknownFunction(name);
  const context = functionContext(scope);
  return limitMade("pure" in builtin ? builtin.pure(args, context) : yield* builtin.effect(args, context), scope);
}

function functionContext(scope: Scope): FunctionContext {
  const { session, outside } = scope.env;
  return {
    ...outside,
    invoke: (closure, args) => invokeClosure(closure, args, scope),
    turn: () => takeTurns(scope),
    readRecordId,
    session: { ...session.facts, ns: session.namespace, db: session.database },
  };
}
