import { any, argumentReader, closure } from "../functions/arguments.ts";
import { asMethodFailure, findMethod, functionOfMethod } from "../functions/methods.ts";
import { isObject } from "../values/kind-of.ts";
import { Closure, type Value } from "../values/value.ts";
import { callBuiltin } from "./call.ts";
import type { Effect } from "./effect.ts";
import { invokeClosure } from "./closure.ts";
import { about, type Scope } from "./scope.ts";

const chainArguments = argumentReader("chain", [any, closure]);

/** `value.method(…)`: the built-in function of the value's kind, with the value as its first argument; of an object without one, a function in a field. */
export function* callMethod(value: Value, method: string, args: readonly Value[], scope: Scope): Effect<Value> {
  if (isObject(value) && method !== "chain" && findMethod(value, method) === undefined) {
    const field = value.get(method);
    if (field instanceof Closure) return yield* invokeClosure(field, args, about(scope, value), "a call");
  }
  try {
    if (method === "chain") return yield* invokeClosure(chainArguments([value, ...args])[1], [value], scope);
    return yield* callBuiltin(functionOfMethod(value, method), [value, ...args], scope);
  } catch (failure) {
    throw asMethodFailure(failure, method);
  }
}
