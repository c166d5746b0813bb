import { parseBlock } from "../parse/braces.ts";
import type { Cursor } from "../parse/cursor.ts";
import { parseExpression, parseFieldExpression } from "../parse/expression.ts";
import { parseKind } from "../parse/kind.ts";
import type { Define, Expression, Parameter, Permission } from "../tree/index.ts";
import { literal, parseClauses, parseComment, parseFunctionPath, parseName, parseWhenTaken } from "./clauses.ts";
import { parsePermission } from "./permissions.ts";

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

export function parseDefineFunction(cursor: Cursor): Of<"function"> {
  const whenTaken = parseWhenTaken(cursor);
  const name = literal(parseFunctionPath(cursor));
  const parameters = parseParameters(cursor);
  const returns = cursor.eat("->") ? parseKind(cursor) : undefined;
  if (!cursor.is("{")) throw cursor.unexpected("{");
  const body = parseBlock(cursor);
  return { statement: "define", what: "function", name, whenTaken, parameters, returns, body, ...parseEnding(cursor) };
}

/** `($a: int, $b: string)`. */
export function parseParameters(cursor: Cursor): readonly Parameter[] {
  const open = cursor.expect("(");
  const parameters: Parameter[] = [];
  while (!cursor.is(")")) {
    const name = cursor.parameter();
    cursor.expect(":");
    parameters.push({ name, type: parseKind(cursor) });
    if (!cursor.eat(",")) break;
  }
  cursor.expectClosing(")", open);
  return parameters;
}

export function parseDefineParam(cursor: Cursor): Of<"param"> {
  const whenTaken = parseWhenTaken(cursor);
  const name = literal(cursor.parameter());
  let value: Expression = literal(undefined);
  const ending = parseEnding(cursor, { VALUE: () => (value = parseExpression(cursor)) });
  return { statement: "define", what: "param", name, whenTaken, value, ...ending };
}

function parseEnding(
  cursor: Cursor,
  more: Readonly<Record<string, () => void>> = {},
): { readonly comment: Expression | undefined; readonly permissions: Permission } {
  let comment: Expression | undefined;
  let permissions: Permission = true;
  parseClauses(cursor, {
    ...more,
    COMMENT: () => (comment = parseComment(cursor)),
    PERMISSIONS: () => (permissions = parsePermission(cursor)),
  });
  return { comment, permissions };
}

export function parseDefineSequence(cursor: Cursor): Of<"sequence"> {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  const batch = cursor.eat("BATCH") ? parseFieldExpression(cursor) : literal(1000n);
  const start = cursor.eat("START") ? parseFieldExpression(cursor) : literal(0n);
  const timeout = cursor.eat("TIMEOUT") ? parseFieldExpression(cursor) : undefined;
  return { statement: "define", what: "sequence", name, whenTaken, comment: undefined, batch, start, timeout };
}
