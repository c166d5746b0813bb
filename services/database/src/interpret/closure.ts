import type { ClosureExpression, Kind } from "../language/surrealql/tree/index.ts";
import { printKind } from "../language/surrealql/print/index.ts";
import {
  argumentCoercion,
  argumentCount,
  closureArgument,
  functionMissing,
  functionNotAllowed,
  returnCoercion,
  saidPlainly,
} from "../messages/interpret.ts";
import type { Closure, Value } from "../values/value.ts";
import type { Effect } from "./effect.ts";
import { evaluate } from "./evaluate.ts";
import { Frame } from "./frame.ts";
import { databaseOf, inside, lightStep, type Scope } from "./scope.ts";
import { ReturnSignal } from "./signals.ts";
import { takeTurns } from "./turns.ts";
import { runBlock } from "./statement.ts";
import { coercing } from "./kinds.ts";
import { holdsForUser } from "./permission.ts";

/** What the interpreter keeps in a `Closure`. */
export interface ClosureDefinition {
  readonly closure: ClosureExpression;
  /** The variables that were visible where it was made. */
  readonly variables: ReadonlyMap<string, Value>;
}

/** Ends at a RETURN, with its value. */
export function* catchingReturn(body: Effect<Value>): Effect<Value> {
  try {
    return yield* body;
  } catch (signal) {
    if (signal instanceof ReturnSignal) return signal.value;
    throw signal;
  }
}

/** One that the interpreter has itself, as a middleware gets for what comes after it. */
export interface NativeClosure {
  readonly native: (args: readonly Value[], scope: Scope) => Effect<Value>;
}

/** Calls an anonymous function: missing arguments are NONE, further ones are dropped. A SELECT hides its record from those that a function calls. */
export function* invokeClosure(
  { definition }: Closure,
  args: readonly Value[],
  scope: Scope,
  by: "a call" | "a function" = "a function",
): Effect<Value> {
  yield* takeTurns(scope);
  if ("native" in definition) return yield* (definition as NativeClosure).native(args, scope);
  const { closure, variables } = definition as ClosureDefinition;
  const frame = new Frame(scope.frame, variables);
  const isHidden = scope.selecting === true && by === "a function";
  const current = isHidden ? undefined : scope.current;
  if (isHidden) frame.set("parent", undefined);
  for (const [index, { name, type }] of closure.parameters.entries()) {
    frame.set(name, yield* coercing(args[index], type, scope, () => closureArgument(name, printKind(type))));
  }
  const result = yield* plainly(
    catchingReturn(
      evaluate(closure.body, inside(scope, { frame: by === "a call" ? frame : frame.withoutDocuments(), current }, lightStep)),
    ),
  );
  return closure.returns === undefined
    ? result
    : yield* coercing(result, closure.returns, scope, (cause) => returnCoercion("ANONYMOUS", cause));
}

/** Where a function that is missing is said to be only that. */
export function* plainly(body: Effect<Value>): Effect<Value> {
  try {
    return yield* body;
  } catch (error) {
    throw saidPlainly(error);
  }
}

/** Calls a function that is defined in the database. */
export function* callDefined(name: string, args: readonly Value[], scope: Scope): Effect<Value> {
  yield* takeTurns(scope);
  const found = databaseOf(scope)?.functions.get(name);
  if (found === undefined) throw functionMissing(name);
  const { parameters, returns, body, permissions } = found.tree;
  // The language asks everybody, also those whom it asks of nothing else.
  if (!(yield* holdsForUser(permissions, scope))) throw functionNotAllowed(name);
  const least = parameters.findLastIndex(({ type }) => !allowsNone(type)) + 1;
  if (args.length < least || args.length > parameters.length) throw argumentCount(name, least, parameters.length);
  const frame = new Frame(outermost(scope));
  const parent = scope.frame.find("parent");
  if (parent !== undefined) frame.set("parent", parent.value);
  for (const [index, parameter] of parameters.entries()) {
    frame.set(
      parameter.name,
      yield* coercing(args[index], parameter.type, scope, (cause) => argumentCoercion(name, parameter.name, cause)),
    );
  }
  const result = yield* catchingReturn(runBlock(body.statements, inside(scope, { frame }, lightStep)));
  return returns === undefined ? result : yield* coercing(result, returns, scope, (cause) => returnCoercion(`fn::${name}`, cause));
}

/** A function sees the variables of the session, and of who calls it only the document and its `$parent`. */
function outermost(scope: Scope): Frame {
  return new Frame(undefined, scope.env.session.variables);
}

function allowsNone(kind: Kind): boolean {
  if (kind.kind === "either") return kind.options.some(allowsNone);
  return kind.kind === "any" || kind.kind === "none";
}
