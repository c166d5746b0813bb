import type { Info, Level, Live, Rebuild, Remove, Show } from "../tree/index.ts";
import { printExpression } from "./expression.ts";
import { clause, list, words } from "./join.ts";
import { innerName } from "./names.ts";
import { printDefinedName } from "./defined-name.ts";
import { printFields } from "./select.ts";

export function printRemove(remove: Remove): string {
  const ifExists = remove.ifExists && "IF EXISTS";
  const what = remove.what.toUpperCase();
  switch (remove.what) {
    case "field":
    case "index":
    case "event":
      return words(
        "REMOVE",
        what,
        ifExists,
        printDefinedName(remove.what, remove.name),
        "ON",
        printDefinedName("table", remove.table),
      );
    case "user":
    case "access":
      return words("REMOVE", what, ifExists, printDefinedName(remove.what, remove.name), "ON", printLevel(remove.on));
    default:
      return words("REMOVE", what, ifExists, printDefinedName(remove.what === "function" ? "one-name" : remove.what, remove.name));
  }
}

export function printRebuild(rebuild: Rebuild): string {
  return words(
    "REBUILD INDEX",
    rebuild.ifExists && "IF EXISTS",
    printDefinedName("inner", rebuild.name),
    "ON",
    printDefinedName("inner", rebuild.table),
    rebuild.concurrently && "CONCURRENTLY",
  );
}

export function printLevel(level: Level): string {
  return level.toUpperCase();
}

export function printInfo({ of, version, structure }: Info): string {
  return words("INFO FOR", printSubject(of), clause("VERSION", version, printExpression), structure && "STRUCTURE");
}

function printSubject(of: Info["of"]): string {
  if ("level" in of) return printLevel(of.level);
  if ("index" in of) return `INDEX ${printDefinedName("index", of.index)} ON ${printDefinedName("table", of.table)}`;
  if ("table" in of) return `TABLE ${printDefinedName("table", of.table)}`;
  return words("USER", printDefinedName("user", of.user), clause("ON", of.on, printLevel));
}

export function printLive({ fields, what, where, fetch }: Live): string {
  return words(
    "LIVE SELECT",
    fields === "diff" ? "DIFF" : printFields(fields),
    "FROM",
    printExpression(what),
    clause("WHERE", where, printExpression),
    fetch.length > 0 && `FETCH ${list(fetch, printExpression)}`,
  );
}

export function printShow({ table, since, limit }: Show): string {
  return words(
    "SHOW CHANGES FOR",
    table === undefined ? "DATABASE" : `TABLE ${innerName(table)}`,
    `SINCE ${"version" in since ? since.version : printExpression(since.time)}`,
    clause("LIMIT", limit, String),
  );
}
