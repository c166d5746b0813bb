import type { Cursor } from "../parse/cursor.ts";
import { parseVersion } from "../parse/select-clauses.ts";
import type { Info, Rebuild } from "../tree/index.ts";
import { parseIdentifier, parseIfExists, parseLevel, parseName, parseOnTable } from "./clauses.ts";

/** An INFO, whose keyword is taken already. */
export function parseInfo(cursor: Cursor): Info {
  cursor.expect("FOR");
  const of = parseSubject(cursor);
  const versioned = "level" in of ? of.level === "database" : "table" in of && !("index" in of);
  const version = versioned ? parseVersion(cursor) : undefined;
  return { statement: "info", of, version, structure: cursor.eat("STRUCTURE") };
}

function parseSubject(cursor: Cursor): Info["of"] {
  switch (cursor.peek().key) {
    case "ROOT":
    case "KV":
    case "NAMESPACE":
    case "DATABASE":
      return { level: parseLevel(cursor) };
    case "TABLE":
      cursor.next();
      return { table: parseName(cursor) };
    case "USER": {
      cursor.next();
      const user = parseName(cursor);
      return { user, on: cursor.eat("ON") ? parseLevel(cursor) : undefined };
    }
    case "INDEX": {
      cursor.next();
      const index = parseName(cursor);
      return { index, table: parseOnTable(cursor) };
    }
    default:
      throw cursor.unexpected("an info target");
  }
}

/** A REBUILD, whose keyword is taken already. */
export function parseRebuild(cursor: Cursor): Rebuild {
  if (!cursor.eat("INDEX")) throw cursor.unexpected("a rebuild statement keyword");
  const ifExists = parseIfExists(cursor);
  const name = parseIdentifier(cursor);
  const table = parseOnTable(cursor, parseIdentifier);
  return { statement: "rebuild", name, table, ifExists, concurrently: cursor.eat("CONCURRENTLY") };
}
