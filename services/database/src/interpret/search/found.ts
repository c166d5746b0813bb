import type { DefineIndex, Expression, Part } from "../../language/surrealql/tree/index.ts";
import type { Posting, Postings } from "../../store/port.ts";
import { printRecordId } from "../../values/print.ts";
import type { RecordId } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { printParts } from "../field-path.ts";
import { askStore } from "../pending.ts";
import { about, placeOf, tableOf, type Scope } from "../scope.ts";
import { analyze } from "./analyze.ts";
import { scoreOf } from "./score.ts";
import type { Match } from "./search.ts";
import type { FullText } from "./texts.ts";
import { isConstant } from "./tree.ts";

/** An index that has the texts of a field. */
export interface FieldIndex<Kind> {
  readonly name: string;
  readonly tree: DefineIndex;
  readonly kind: Kind;
}

/** What an index found for one `@@`. */
export interface Found {
  readonly index: FieldIndex<FullText>;
  /** The words that were asked for, as often as they were. */
  readonly words: readonly string[];
  /** In the order of the index. */
  readonly records: readonly RecordId[];
  readonly has: (record: RecordId) => boolean;
  /** For the words that a record has, found or not. */
  readonly score: (record: RecordId) => number;
}

/** The full-text index of a field. */
export function fullTextIndex(table: string, parts: readonly Part[], scope: Scope): FieldIndex<FullText> | undefined {
  const path = printParts(parts);
  for (const [name, { tree }] of tableOf(scope, table)?.indexes ?? []) {
    const [field] = tree.fields;
    if (
      tree.index.kind === "fulltext" &&
      tree.prepareRemove !== true &&
      field?.kind === "idiom" &&
      printParts(field.parts) === path
    )
      return { name, tree, kind: tree.index };
  }
  return undefined;
}

/** The path that `@@` is about; undefined where it is about no field of the record, or with no one text. */
export function pathOfMatch({ left, right }: Match["expression"]): readonly Part[] | undefined {
  return left.kind === "idiom" && left.start === undefined && isConstant(right) ? left.parts : undefined;
}

/** What is asked for; undefined where it is no text. */
export function* queryOf(right: Expression, scope: Scope): Effect<string | undefined> {
  const value = yield* evaluate(right, about(scope, undefined));
  return typeof value === "string" ? value : undefined;
}

export function* wordsOfQuery(query: string, { analyzer }: FullText, scope: Scope): Effect<readonly string[]> {
  return (yield* analyze(analyzer, query, "query", scope)).map(({ text }) => text);
}

/** What a table's index has for a match; asked for once. */
export function* foundFor(match: Match, table: string, scope: Scope): Effect<Found | undefined> {
  if (!match.found.has(table)) match.found.set(table, yield* find(match, table, scope));
  return match.found.get(table);
}

function* find({ expression }: Match, table: string, scope: Scope): Effect<Found | undefined> {
  const path = pathOfMatch(expression);
  const index = path === undefined ? undefined : fullTextIndex(table, path, scope);
  const query = index === undefined ? undefined : yield* queryOf(expression.right, scope);
  if (index === undefined || query === undefined) return undefined;
  const words = yield* wordsOfQuery(query, index.kind, scope);
  const distinct = [...new Set(words)];
  const postings: Postings =
    distinct.length === 0
      ? { records: 0, length: 0, found: [] }
      : yield* askStore((tx) => tx.postings(placeOf(scope), table, index.name, distinct), scope);
  const isFound = ({ counts }: Posting): boolean => expression.words === "OR" || counts.every((count) => count > 0);
  const byId = new Map(postings.found.map((posting) => [printRecordId(posting.id), posting]));
  const score = scoreOf(postings, index.kind, distinct, words);
  const postingOf = (record: RecordId): Posting | undefined => byId.get(printRecordId(record));
  return {
    index,
    words,
    records: postings.found.filter(isFound).map(({ id }) => id),
    has(record) {
      const posting = postingOf(record);
      return posting !== undefined && isFound(posting);
    },
    score(record) {
      const posting = postingOf(record);
      return posting === undefined ? 0 : score(posting);
    },
  };
}
