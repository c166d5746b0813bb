import type { Cursor } from "../parse/cursor.ts";
import type { Define } from "../tree/index.ts";
import { parseDefineAccess } from "./access.ts";
import { parseDefineAnalyzer } from "./analyzer.ts";
import { parseChangefeed, parseClauses, parseComment, parseName, parseWhenTaken } from "./clauses.ts";
import { parseDefineApi, parseDefineConfig } from "./config.ts";
import { parseDefineEvent } from "./event.ts";
import { parseDefineField } from "./field.ts";
import { parseDefineFunction, parseDefineParam, parseDefineSequence } from "./function.ts";
import { parseDefineIndex } from "./index-kind.ts";
import { parseDefineTable } from "./table.ts";
import { parseDefineUser } from "./user.ts";

const parsers: ReadonlyMap<string, (cursor: Cursor) => Define> = new Map<string, (cursor: Cursor) => Define>([
  ["NAMESPACE", parseDefineNamespace],
  ["DATABASE", parseDefineDatabase],
  ["TABLE", parseDefineTable],
  ["FIELD", parseDefineField],
  ["INDEX", parseDefineIndex],
  ["EVENT", parseDefineEvent],
  ["PARAM", parseDefineParam],
  ["FUNCTION", parseDefineFunction],
  ["ANALYZER", parseDefineAnalyzer],
  ["USER", parseDefineUser],
  ["ACCESS", parseDefineAccess],
  ["SEQUENCE", parseDefineSequence],
  ["CONFIG", parseDefineConfig],
  ["API", parseDefineApi],
]);

/** A DEFINE, whose keyword is taken already. */
export function parseDefine(cursor: Cursor): Define {
  const token = cursor.peek();
  const parse = parsers.get(token.key);
  if (parse !== undefined) {
    cursor.next();
    return parse(cursor);
  }
  if (token.key === "BUCKET") throw cursor.unexpected("the experimental files feature to be enabled");
  if (token.key === "MODULE") throw withoutModules(cursor, "DEFINE");
  throw cursor.unexpected("a define statement keyword");
}

/** Loci runs no modules: the answer is that of a server where they are not enabled. */
export function withoutModules(cursor: Cursor, verb: string): Error {
  return cursor.error(
    "Experimental capability `surrealism` is not enabled",
    cursor.peek(),
    `Use of \`${verb} MODULE\` is still experimental`,
  );
}

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

function parseDefineNamespace(cursor: Cursor): Of<"namespace"> {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  let comment: Of<"namespace">["comment"];
  parseClauses(cursor, { COMMENT: () => (comment = parseComment(cursor)) });
  return { statement: "define", what: "namespace", name, whenTaken, comment };
}

function parseDefineDatabase(cursor: Cursor): Of<"database"> {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  let strict = false;
  let changefeed: Of<"database">["changefeed"];
  let comment: Of<"database">["comment"];
  parseClauses(cursor, {
    STRICT: () => (strict = true),
    CHANGEFEED: () => (changefeed = parseChangefeed(cursor)),
    COMMENT: () => (comment = parseComment(cursor)),
  });
  return { statement: "define", what: "database", name, whenTaken, comment, strict, changefeed };
}
