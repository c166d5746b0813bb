import type { Cursor } from "../parse/cursor.ts";
import type { Statement } from "../tree/index.ts";
import { parseAccessStatement } from "./access-statement.ts";
import { parseAlter } from "./alter.ts";
import { parseDefine } from "./define.ts";
import { parseInfo, parseRebuild } from "./info.ts";
import { parseKill, parseLive, parseShow } from "./live.ts";
import { parseRemove } from "./remove.ts";

const withinExpressions: ReadonlyMap<string, (cursor: Cursor) => Statement> = new Map<string, (cursor: Cursor) => Statement>([
  ["DEFINE", parseDefine],
  ["ALTER", parseAlter],
  ["REMOVE", parseRemove],
  ["INFO", parseInfo],
  ["REBUILD", parseRebuild],
]);

const alone: ReadonlyMap<string, (cursor: Cursor) => Statement> = new Map<string, (cursor: Cursor) => Statement>([
  ["ACCESS", parseAccessStatement],
  ["SHOW", parseShow],
  ["LIVE", parseLive],
  ["KILL", parseKill],
]);

/** A statement about definitions, which may also stand in blocks and in parentheses; undefined where the next token begins another. */
export function parseDefining(cursor: Cursor): Statement | undefined {
  return parseOneOf(cursor, withinExpressions);
}

/** A statement that stands only by itself, never within another: within, its keyword is a name. */
export function parseManaging(cursor: Cursor): Statement | undefined {
  return parseOneOf(cursor, alone);
}

/** Whether a keyword begins a statement about definitions. */
export function isDefining(key: string): boolean {
  return withinExpressions.has(key);
}

/** Whether a keyword begins a statement that stands only by itself. */
export function isManaging(key: string): boolean {
  return alone.has(key);
}

function parseOneOf(cursor: Cursor, parsers: ReadonlyMap<string, (cursor: Cursor) => Statement>): Statement | undefined {
  const parse = parsers.get(cursor.peek().key);
  if (parse === undefined) return undefined;
  cursor.next();
  return parse(cursor);
}
