import type { TableDefinition } from "../../catalog/definitions.ts";
import type { IndexedText } from "../../store/port.ts";
import { valuesEqual } from "../../values/order.ts";
import type { ObjectValue } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import type { Scope } from "../scope.ts";
import { analyzerNamed } from "./analyze.ts";
import { indexedValue, wordsOf } from "./texts.ts";
import { vectorOf } from "./vectors.ts";

/**
 * What the full-text indexes of a table have to learn of a record; its vectors must fit their indexes.
 * @param before as the indexes know it; what is the same in it they need not learn
 * @throws QueryError of an analyzer that is gone, or a vector that does not fit
 */
export function* textsOf(
  record: ObjectValue,
  before: ObjectValue | undefined,
  table: TableDefinition | undefined,
  scope: Scope,
): Effect<ReadonlyMap<string, IndexedText>> {
  const texts = new Map<string, IndexedText>();
  for (const [name, { tree }] of table?.indexes ?? []) {
    const { index } = tree;
    if ((index.kind !== "fulltext" && index.kind !== "hnsw") || tree.prepareRemove === true) continue;
    const value = yield* indexedValue(tree, record, scope);
    if (index.kind === "hnsw") {
      vectorOf(value, index);
      continue;
    }
    analyzerNamed(index.analyzer, scope);
    if (before !== undefined && valuesEqual(yield* indexedValue(tree, before, scope), value)) continue;
    texts.set(name, yield* wordsOf(value, index, scope));
  }
  return texts;
}

/** A record cannot leave an index whose analyzer is gone. @throws QueryError */
export function checkAnalyzers(table: TableDefinition | undefined, scope: Scope): void {
  for (const { tree } of table?.indexes.values() ?? [])
    if (tree.index.kind === "fulltext") analyzerNamed(tree.index.analyzer, scope);
}
