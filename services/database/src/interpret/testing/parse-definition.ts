import { parseProgram } from "../../language/surrealql/parse/index.ts";
import type { Define } from "../../language/surrealql/tree/index.ts";

/** The text of a definition, as the store keeps it. */
export function parseDefinition(text: string): Define {
  const [statement] = parseProgram(text).statements;
  const define =
    statement?.statement === "expression" && statement.expression.kind === "statement" ? statement.expression.statement : statement;
  if (define?.statement !== "define") throw new Error(`no definition: ${text}`);
  return define;
}
