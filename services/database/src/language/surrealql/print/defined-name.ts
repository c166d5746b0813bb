import type { Expression } from "../tree/index.ts";
import { printExpression } from "./expression.ts";
import { functionPath, innerName, leadingName, parameterName } from "./names.ts";

/**
 * The name of what a statement defines, alters or removes. A plain name is a literal string in the tree; of anything else the expression is shown.
 * `inner` is for the statements that take nothing but names, `one-name` for the path of a function that is removed, which is shown as one name.
 */
export function printDefinedName(what: string, name: Expression): string {
  if (name.kind !== "literal" || typeof name.value !== "string") return printExpression(name);
  switch (what) {
    case "param":
      return parameterName(name.value);
    case "function":
      return functionPath(name.value);
    case "one-name":
      return `fn::${innerName(name.value)}`;
    case "api":
      return printExpression(name);
    case "inner":
      return innerName(name.value);
    default:
      return leadingName(name.value);
  }
}
