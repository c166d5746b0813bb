import { printValue } from "../../../values/print.ts";
import type { DefineIndex, Distance, IndexKind } from "../tree/index.ts";
import { comment } from "./define.ts";
import { printDefinedName } from "./defined-name.ts";
import { printDistance, printExpression } from "./expression.ts";
import { clause, list, words } from "./join.ts";
import { innerName } from "./names.ts";

export function printIndex(index: DefineIndex): string {
  return words(
    printDefinedName("index", index.name),
    "ON",
    printDefinedName("table", index.table),
    index.fields.length > 0 && `FIELDS ${list(index.fields, printExpression)}`,
    printKindOfIndex(index.index),
    comment(index),
    index.defer && "DEFER",
  );
}

function printKindOfIndex(index: IndexKind): string | undefined {
  switch (index.kind) {
    case "plain":
      return undefined;
    case "unique":
      return "UNIQUE";
    case "count":
      return words("COUNT", clause("WHERE", index.condition, printExpression));
    case "fulltext": {
      const { k1, b } = index.bm25 ?? { k1: 1.2, b: 0.75 };
      return words(`FULLTEXT ANALYZER ${innerName(index.analyzer)} BM25(${k1},${b})`, index.highlights && "HIGHLIGHTS");
    }
    case "hnsw":
      return words(
        `HNSW DIMENSION ${index.dimension} DIST ${printIndexDistance(index.distance)} TYPE ${index.type} EFC ${index.efc} M ${index.m} M0 ${index.m0}`,
        `LM ${printValue(index.ml)}`,
        index.extendCandidates && "EXTEND_CANDIDATES",
        index.keepPruned && "KEEP_PRUNED_CONNECTIONS",
        index.hashed && "HASHED_VECTOR",
      );
  }
}

/** Unlike in a query, a fraction shows that it is a float. */
function printIndexDistance(distance: Distance): string {
  if (typeof distance === "string" || Number.isInteger(distance.minkowski)) return printDistance(distance);
  return `MINKOWSKI ${printValue(distance.minkowski)}`;
}
