import type { Cursor } from "../parse/cursor.ts";
import { parseStringText } from "../parse/text.ts";
import type { Define, Expression, Filter } from "../tree/index.ts";
import { parseClauses, parseComment, parseFunctionPath, parseList, parseName, parseWhenTaken } from "./clauses.ts";
import { parseSmallInteger } from "./small-integer.ts";

export function parseDefineAnalyzer(cursor: Cursor): Extract<Define, { what: "analyzer" }> {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  let by: string | undefined;
  let tokenizers: readonly string[] = [];
  let filters: readonly Filter[] = [];
  let comment: Expression | undefined;
  parseClauses(cursor, {
    FUNCTION: () => (by = parseFunctionPath(cursor)),
    TOKENIZERS: () => (tokenizers = parseList(cursor, parseTokenizer)),
    FILTERS: () => (filters = parseList(cursor, parseFilter)),
    COMMENT: () => (comment = parseComment(cursor)),
  });
  return { statement: "define", what: "analyzer", name, whenTaken, comment, function: by, tokenizers, filters };
}

const tokenizerNames = new Set(["BLANK", "CAMEL", "CLASS", "PUNCT"]);

function parseTokenizer(cursor: Cursor): string {
  const { key } = cursor.peek();
  if (!tokenizerNames.has(key)) throw cursor.unexpected("a tokenizer");
  cursor.next();
  return key.toLowerCase();
}

function parseFilter(cursor: Cursor): Filter {
  const { key } = cursor.peek();
  switch (key) {
    case "ASCII":
      cursor.next();
      return { filter: "ascii" };
    case "LOWERCASE":
      cursor.next();
      return { filter: "lowercase" };
    case "UPPERCASE":
      cursor.next();
      return { filter: "uppercase" };
    case "EDGENGRAM":
    case "NGRAM":
      cursor.next();
      return { filter: key === "NGRAM" ? "ngram" : "edgengram", ...inParentheses(cursor, parseLengths) };
    case "SNOWBALL":
      cursor.next();
      return { filter: "snowball", language: inParentheses(cursor, parseLanguage) };
    case "MAPPER":
      cursor.next();
      return { filter: "mapper", path: inParentheses(cursor, (inner) => parseStringText(inner)) };
    default:
      throw cursor.unexpected("a filter");
  }
}

function inParentheses<T>(cursor: Cursor, parse: (cursor: Cursor) => T): T {
  const open = cursor.expect("(");
  const inner = parse(cursor);
  cursor.expectClosing(")", open);
  return inner;
}

function parseLengths(cursor: Cursor): { readonly min: number; readonly max: number } {
  const min = parseSmallInteger(cursor, 16);
  cursor.expect(",");
  return { min, max: parseSmallInteger(cursor, 16) };
}

/** Each language by its name and its codes of ISO 639. */
const languages = `arabic ar ara, danish da dan, dutch nl nld, english en eng, finnish fi fin, french fr fra, german de deu, greek el ell,
  hungarian hu hun, italian it ita, norwegian no nor, portuguese pt por, romanian ro ron, russian ru rus, spanish es spa, swedish sv swe,
  tamil ta tam, turkish tr tur`;
const languageOf: ReadonlyMap<string, string> = new Map(
  languages.split(",").flatMap((line) => {
    const names = line.trim().split(" ");
    return names.map((name) => [name.toUpperCase(), names[0] ?? name] as const);
  }),
);

function parseLanguage(cursor: Cursor): string {
  const { type, text } = cursor.peek();
  const language = type === "word" ? languageOf.get(text.toUpperCase()) : undefined;
  if (language === undefined) throw cursor.unexpected("a language");
  cursor.next();
  return language;
}
