import type { Statement } from "../tree/statement.ts";
import type { Cursor } from "./cursor.ts";
import { parseFieldExpression } from "./expression.ts";
import { parseStringText } from "./text.ts";

/** `USE NS a DB b`, each alone too, or `USE DEFAULT`. */
export function parseUse(cursor: Cursor): Statement {
  cursor.expect("USE");
  if (cursor.eat("DEFAULT")) return { statement: "use", namespace: undefined, database: undefined };
  const namespace = cursor.eat("NAMESPACE") ? parseName(cursor) : undefined;
  const database = cursor.eat("DATABASE") ? parseName(cursor) : undefined;
  if (namespace === undefined && database === undefined) throw cursor.unexpected("either DATABASE or NAMESPACE");
  return { statement: "use", namespace, database };
}

function parseName(cursor: Cursor): string {
  return cursor.peek().type === "string" ? parseStringText(cursor, "an expression") : cursor.identifier("an expression");
}

/** `OPTION name [= true | false]`. */
export function parseOption(cursor: Cursor): Statement {
  cursor.expect("OPTION");
  const name = cursor.identifier();
  if (!cursor.eat("=")) return { statement: "option", name, on: true };
  if (cursor.eat("TRUE")) return { statement: "option", name, on: true };
  if (cursor.eat("FALSE")) return { statement: "option", name, on: false };
  throw cursor.unexpected("either 'true' or 'false'");
}

/** `THROW value`. */
export function parseThrow(cursor: Cursor): Statement {
  cursor.expect("THROW");
  return { statement: "throw", error: parseFieldExpression(cursor) };
}
