import type { Token } from "../lexer/token.ts";
import type { Cursor } from "../parse/cursor.ts";
import { parseFieldExpression } from "../parse/expression.ts";
import { parseDistance } from "../parse/index-operators.ts";
import { parseFloat, parseNumber } from "../parse/number.ts";
import { parseWhere } from "../parse/select-clauses.ts";
import type { DefineIndex, Distance, Expression, IndexKind } from "../tree/index.ts";
import { parseClauses, parseComment, parseList, parseName, parseOnTable, parseWhenTaken } from "./clauses.ts";
import { parseSmallInteger } from "./small-integer.ts";

export function parseDefineIndex(cursor: Cursor): DefineIndex {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  const table = parseOnTable(cursor);
  let fields: readonly Expression[] = [];
  let index: IndexKind = { kind: "plain" };
  let concurrently = false;
  let defer = false;
  let comment: Expression | undefined;
  let lastOfFields = cursor.last;
  const parseFields = (): void => {
    fields = parseList(cursor, parseFieldExpression);
    lastOfFields = cursor.last;
  };
  parseClauses(cursor, {
    FIELDS: parseFields,
    COLUMNS: parseFields,
    UNIQUE: () => (index = { kind: "unique" }),
    COUNT: () => (index = { kind: "count", condition: parseWhere(cursor) }),
    FULLTEXT: () => (index = parseFullText(cursor)),
    HNSW: () => (index = parseHnsw(cursor)),
    CONCURRENTLY: () => (concurrently = true),
    DEFER: () => (defer = true),
    COMMENT: () => (comment = parseComment(cursor)),
  });
  checkFields(cursor, index, fields.length, lastOfFields);
  return { statement: "define", what: "index", name, table, whenTaken, comment, fields, index, concurrently, defer };
}

function checkFields(cursor: Cursor, index: IndexKind, count: number, at: Token): void {
  if (index.kind === "count") {
    if (count > 0) throw cursor.error("Cannot create a count index with fields", at);
    return;
  }
  if (count === 0) throw cursor.error("Expected at least one column - Use FIELDS to define columns", cursor.peek());
  if ((index.kind === "fulltext" || index.kind === "hnsw") && count > 1)
    throw cursor.error(`Expected one column, found ${count}`, at);
}

/** The defaults of BM25, and of the name of the analyzer. */
const defaultBm25 = { k1: 1.2, b: 0.75 };
const defaultAnalyzer = "like";

function parseFullText(cursor: Cursor): IndexKind {
  let analyzer = defaultAnalyzer;
  let bm25 = defaultBm25;
  let highlights = false;
  parseClauses(cursor, {
    ANALYZER: () => (analyzer = cursor.identifier()),
    BM25: () => (bm25 = parseBm25(cursor)),
    HIGHLIGHTS: () => (highlights = true),
  });
  return { kind: "fulltext", analyzer, bm25, highlights };
}

function parseBm25(cursor: Cursor): typeof defaultBm25 {
  if (!cursor.is("(")) return defaultBm25;
  const open = cursor.next();
  const k1 = parseFraction(cursor);
  cursor.expect(",");
  const b = parseFraction(cursor);
  cursor.expectClosing(")", open);
  return { k1, b };
}

function parseFraction(cursor: Cursor): number {
  const { type, key } = cursor.peek();
  if (type !== "digits" && key !== "-" && key !== "+") throw cursor.unexpected("a floating point number");
  return parseFloat(cursor);
}

type Hnsw = Extract<IndexKind, { kind: "hnsw" }>;

const vectorTypes: ReadonlySet<string> = new Set(["F64", "F32", "I64", "I32", "I16"] satisfies Hnsw["type"][]);

function isVectorType(key: string): key is Hnsw["type"] {
  return vectorTypes.has(key);
}

function parseHnsw(cursor: Cursor): Hnsw {
  cursor.expect("DIMENSION");
  const dimension = parseSmallInteger(cursor, 16);
  let distance: Distance = "EUCLIDEAN";
  let type: Hnsw["type"] = "F32";
  let efc = 150;
  let m = 12;
  let m0: number | undefined;
  let ml: number | bigint | undefined;
  let extendCandidates = false;
  let keepPruned = false;
  let hashed = false;
  parseClauses(cursor, {
    DISTANCE: () => (distance = parseDistance(cursor)),
    TYPE: () => (type = parseVectorType(cursor)),
    EFC: () => (efc = parseSmallInteger(cursor, 16)),
    M: () => (m = parseSmallInteger(cursor, 8)),
    M0: () => (m0 = parseSmallInteger(cursor, 8)),
    LM: () => (ml = parseLevelFactor(cursor)),
    EXTEND_CANDIDATES: () => (extendCandidates = true),
    KEEP_PRUNED_CONNECTIONS: () => (keepPruned = true),
    HASHED_VECTOR: () => (hashed = true),
  });
  const connections = { m, m0: m0 ?? m * 2, ml: ml ?? 1 / Math.log(m) };
  return { kind: "hnsw", dimension, type, distance, efc, ...connections, extendCandidates, keepPruned, hashed };
}

function parseVectorType(cursor: Cursor): Hnsw["type"] {
  const { key } = cursor.peek();
  if (!isVectorType(key)) throw cursor.unexpected("a vector type");
  cursor.next();
  return key;
}

function parseLevelFactor(cursor: Cursor): number | bigint {
  if (cursor.peek().type !== "digits") throw cursor.unexpected("a number");
  const value = parseNumber(cursor);
  return typeof value === "bigint" || typeof value === "number" ? value : Number(value);
}
