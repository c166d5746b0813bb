import { isObject } from "../../values/kind-of.ts";
import type { Value } from "../../values/value.ts";
import type { DestructureField, Part } from "../../language/surrealql/tree/index.ts";
import { evaluate } from "../evaluate.ts";
import { about } from "../scope.ts";
import type { Effect } from "../effect.ts";
import { walk, withoutHere, type Walk } from "./idiom.ts";

/** `.{ name, address.city, friend: ->knows->person }`: an object of those fields. Of what is no object there are none. */
export function* destructure(value: Value, fields: readonly DestructureField[], at: Walk): Effect<Value> {
  if (!isObject(value)) return undefined;
  const here: Walk = { ...at, scope: about(at.scope, value) };
  const built = new Map<string, Value>();
  for (const field of fields) built.set(field.name, yield* valueOf(field, value, here));
  return built;
}

/** A path goes on from here, also over `@`; any other expression is about this object. */
function* valueOf(field: DestructureField, value: Value, at: Walk): Effect<Value> {
  if (field.field !== "aliased") return yield* walk(value, partsOf(field), at);
  const { value: expression } = field;
  const isPath = expression.kind === "idiom" && expression.start === undefined;
  if (!isPath) return yield* evaluate(expression, at.scope);
  return yield* walk(value, at.repeat === undefined ? withoutHere(expression.parts) : expression.parts, at);
}

function partsOf(field: Exclude<DestructureField, { field: "aliased" }>): readonly Part[] {
  switch (field.field) {
    case "name":
      return [{ part: "field", name: field.name }];
    case "all":
      return [{ part: "field", name: field.name }, { part: "all" }];
    case "nested":
      return [
        { part: "field", name: field.name },
        { part: "destructure", fields: field.fields },
      ];
  }
}
