import type { Define } from "../../language/surrealql/tree/index.ts";
import { analyzerFunctionMissing, analyzerFunctionResult, analyzerMissing } from "../../messages/search.ts";
import { callDefined } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { databaseOf, type Scope } from "../scope.ts";
import { filterTerms, type Term } from "./filters.ts";
import { tokensOf } from "./tokens.ts";

/** Makes terms of a text: the function of the analyzer, its tokenizers and its filters, one after another. */
export function* analyze(analyzer: string, text: string, of: "text" | "query", scope: Scope): Effect<readonly Term[]> {
  const { function: by, tokenizers, filters } = analyzerNamed(analyzer, scope);
  if (by !== undefined && databaseOf(scope)?.functions.has(by) !== true) throw analyzerFunctionMissing(by);
  const given = by === undefined ? text : yield* callDefined(by, [text], scope);
  if (typeof given !== "string") throw analyzerFunctionResult(String(by));
  return yield* filterTerms(yield* tokensOf(given, tokenizers, scope), filters, of, scope);
}

/** @throws QueryError where there is none */
export function analyzerNamed(name: string, scope: Scope): Extract<Define, { what: "analyzer" }> {
  const found = databaseOf(scope)?.analyzers.get(name);
  if (found === undefined) throw analyzerMissing(name);
  return found.tree;
}
