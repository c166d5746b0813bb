import type { Value } from "../values/value.ts";
import { isPermitted } from "./permission.ts";
import type { Effect } from "./effect.ts";
import { evaluate } from "./evaluate.ts";
import { Frame } from "./frame.ts";
import { databaseOf, type Scope } from "./scope.ts";
import { parameterNotAllowed } from "../messages/interpret.ts";

/** Names that neither LET nor a parameter of a request may set. */
export const protectedNames: ReadonlySet<string> = new Set(["access", "auth", "token", "session"]);

/** The value of `$name`: the current document, what the session protects, a variable, a defined parameter; else NONE. */
export function* readParameter(name: string, scope: Scope): Effect<Value> {
  // Where there is no document these are names as others are.
  if ((name === "this" || name === "self") && scope.current !== undefined) return scope.current;
  if (name === "session") return sessionValue(scope);
  if (protectedNames.has(name)) return scope.env.session.protectedValues.get(name);
  const variable = scope.frame.find(name);
  if (variable !== undefined) return variable.value;
  const defined = databaseOf(scope)?.params.get(name);
  if (defined === undefined) return undefined;
  if (!(yield* isPermitted(defined.tree.permissions, scope))) throw parameterNotAllowed(name);
  return yield* evaluate(defined.tree.value, { ...scope, frame: new Frame(), current: undefined });
}

function sessionValue({ env: { session } }: Scope): Value {
  const { id, ac, rd, ip, origin, token } = session.facts;
  return new Map<string, Value>([
    ["ac", ac],
    ["db", session.database],
    ["exp", session.protectedValues.get("exp")],
    ["id", id],
    ["ip", ip],
    ["ns", session.namespace],
    ["or", origin],
    ["rd", rd],
    ["tk", token],
  ]);
}
