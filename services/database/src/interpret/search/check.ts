import type { Expression, Fields } from "../../language/surrealql/tree/index.ts";
import {
  argumentsMissing,
  distanceWithoutSearch,
  matchMissing,
  nearestMisplaced,
  referenceMissing,
  referenceNotLiteral,
} from "../../messages/search.ts";
import { searchCallsIn, searchName, soughtBy } from "./tree.ts";

/** Where the reference stands among the arguments of a function. */
const placeOfReference: Readonly<Record<string, number>> = { "search::score": 0, "search::highlight": 2, "search::offsets": 0 };

/**
 * Refuses a SELECT whose condition has nearest neighbours where they cannot be, or that tells of a search that it does not make.
 * @param isWithin a statement that searches itself
 */
export function checkSearch(fields: Fields, where: Expression | undefined, isWithin: boolean): void {
  const sought = soughtBy(where);
  if (sought !== undefined && (sought.hasMisplaced || sought.nearest.some(({ by }) => by === undefined))) throw nearestMisplaced();
  const references = [...new Set((sought?.matches ?? []).map(({ reference }) => reference ?? 0))];
  for (const call of searchCallsIn(fields)) {
    const name = searchName(call);
    const place = placeOfReference[name];
    if (place === undefined) {
      if ((sought?.nearest ?? []).length === 0 && !isWithin) throw distanceWithoutSearch(name);
      continue;
    }
    const reference = call.args[place];
    if (reference === undefined) throw argumentsMissing(name, place + 1);
    if (!isReference(reference)) throw referenceNotLiteral(name);
    if (isWithin && references.length === 0) continue;
    if (references.length === 0) throw matchMissing(name);
    if (references.length > 1 && !references.includes(Number(reference.value)))
      throw referenceMissing(name, Number(reference.value), references.toReversed());
  }
}

function isReference(argument: Expression): argument is Extract<Expression, { kind: "literal" }> {
  return argument.kind === "literal" && typeof argument.value === "bigint" && argument.value >= 0n && argument.value <= 255n;
}
