import type { Expression } from "../tree/expression.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./expression.ts";

/** `(a, b)`. */
export function parseArguments(cursor: Cursor): readonly Expression[] {
  const open = cursor.expect("(");
  const args: Expression[] = [];
  while (!cursor.is(")")) {
    args.push(parseExpression(cursor));
    if (!cursor.eat(",")) break;
  }
  cursor.expectClosing(")", open);
  return args;
}
