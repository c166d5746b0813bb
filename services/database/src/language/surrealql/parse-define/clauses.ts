import type { Cursor } from "../parse/cursor.ts";
import { parseExpression, parseFieldExpression } from "../parse/expression.ts";
import { parseDuration } from "../parse/number.ts";
import type { Changefeed, Expression, Level, WhenTaken } from "../tree/index.ts";

/** The name of what is defined or removed: any expression, but a plain name stands for itself. */
export function parseName(cursor: Cursor): Expression {
  return plainName(parseFieldExpression(cursor));
}

/** A single word is the literal string of it. */
export function plainName(name: Expression): Expression {
  if (name.kind === "table") return literal(name.name);
  if (name.kind !== "idiom" || name.start !== undefined || name.parts.length !== 1) return name;
  const [part] = name.parts;
  return part?.part === "field" ? literal(part.name) : name;
}

/** A name where nothing but a name may stand. */
export function parseIdentifier(cursor: Cursor): Expression {
  return literal(cursor.identifier());
}

export function literal(value: string | bigint | undefined): Expression {
  return { kind: "literal", value };
}

/** `ON [TABLE] name`. */
export function parseOnTable(cursor: Cursor, parse: (cursor: Cursor) => Expression = parseName): Expression {
  cursor.expect("ON");
  cursor.eat("TABLE");
  return parse(cursor);
}

export function parseWhenTaken(cursor: Cursor): WhenTaken {
  if (cursor.eat("OVERWRITE")) return "overwrite";
  if (!cursor.eat("IF")) return "error";
  cursor.expect("NOT");
  cursor.expect("EXISTS");
  return "ignore";
}

export function parseIfExists(cursor: Cursor): boolean {
  if (!cursor.eat("IF")) return false;
  cursor.expect("EXISTS");
  return true;
}

const levels: ReadonlyMap<string, Level> = new Map([
  ["NAMESPACE", "namespace"],
  ["DATABASE", "database"],
  ["ROOT", "root"],
  ["KV", "root"],
]);

/** The text of the error has a slip of the pen: users' tests compare it. */
export function parseLevel(cursor: Cursor): Level {
  const level = levels.get(cursor.peek().key);
  if (level === undefined) throw cursor.unexpected("'NAMEPSPACE', 'DATABASE' or 'ROOT'");
  cursor.next();
  return level;
}

export function parseOnLevel(cursor: Cursor): Level {
  cursor.expect("ON");
  return parseLevel(cursor);
}

/** A duration that has to be written out: `1h30m`. */
export function parseDurationLiteral(cursor: Cursor): Expression {
  return { kind: "literal", value: parseDuration(cursor) };
}

/** What stands behind CHANGEFEED. */
export function parseChangefeed(cursor: Cursor): Changefeed {
  const expiry = parseDurationLiteral(cursor);
  const includeOriginal = cursor.eat("INCLUDE");
  if (includeOriginal) cursor.expect("ORIGINAL");
  return { expiry, includeOriginal };
}

/** One after the other, a comma between. */
export function parseList<T>(cursor: Cursor, parse: (cursor: Cursor) => T): readonly T[] {
  const items = [parse(cursor)];
  while (cursor.eat(",")) items.push(parse(cursor));
  return items;
}

/** `fn::a::b`, without the `fn::`. */
export function parseFunctionPath(cursor: Cursor): string {
  if (!cursor.eat("FN")) throw cursor.unexpected("fn");
  cursor.expect("::");
  const parts = [cursor.identifier()];
  while (cursor.eat("::")) parts.push(cursor.identifier());
  return parts.join("::");
}

/** The clauses of a statement in any order, the last of each counts: each is read by the function of its keyword, until none fits. */
export function parseClauses(cursor: Cursor, clauses: Readonly<Record<string, (cursor: Cursor) => void>>): void {
  const byKeyword = new Map(Object.entries(clauses));
  for (;;) {
    const parse = byKeyword.get(cursor.peek().key);
    if (parse === undefined) return;
    cursor.next();
    parse(cursor);
  }
}

export function parseComment(cursor: Cursor): Expression {
  return parseExpression(cursor);
}
