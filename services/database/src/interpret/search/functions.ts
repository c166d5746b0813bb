import { functionExpects } from "../../messages/functions.ts";
import { kindName } from "../../functions/type/kind-name.ts";
import type { Part } from "../../language/surrealql/tree/index.ts";
import { QueryError } from "../../errors.ts";
import {
  analyzerMissing,
  analyzerNotFound,
  distanceWithoutSearch,
  fullTextIndexMissing,
  matchMissing,
  referenceMissing,
} from "../../messages/search.ts";
import { isObject } from "../../values/kind-of.ts";
import { printRaw } from "../../values/print.ts";
import { RecordId, type ObjectValue, type Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { permissionsApply } from "../permission.ts";
import type { Scope } from "../scope.ts";
import { analyze } from "./analyze.ts";
import { foundFor, pathOfMatch, type Found } from "./found.ts";
import { highlighted, placesIn, type Place } from "./highlight.ts";
import type { Match } from "./search.ts";
import { indexedValue, textsIn } from "./texts.ts";

type Contextual = (args: readonly Value[], scope: Scope) => Effect<Value>;

/** The functions that tell of a search, and the one that shows what an analyzer does. */
export const searchFunctions: Readonly<Record<string, Contextual>> = {
  *"search::analyze"(args, scope) {
    const [name, text] = args;
    if (args.length > 0 && typeof name !== "string")
      throw functionExpects("search::analyze", `a string analyzer name, got: ${kindName(name)}`);
    if (args.length < 2 || typeof name !== "string")
      throw functionExpects("search::analyze", "two arguments: analyzer name and value");
    if (typeof text !== "string") throw functionExpects("search::analyze", `a string value, got: ${kindName(text)}`);
    try {
      return (yield* analyze(name, text, "text", scope)).map((term) => term.text);
    } catch (error) {
      const isMissing = error instanceof QueryError && error.message === analyzerMissing(name).message;
      throw isMissing ? analyzerNotFound(name) : error;
    }
  },
  *"search::score"([reference], scope) {
    const hit = yield* hitOf("search::score", reference, scope);
    return hit === undefined ? undefined : hit.found.score(hit.id);
  },
  *"search::highlight"([before, after, reference, isPartial], scope) {
    const hit = yield* hitOf("search::highlight", reference, scope);
    if (hit === undefined) return undefined;
    const texts = textsIn(yield* indexedValue(hit.found.index.tree, hit.record, scope));
    const places = yield* placesOf(hit, isPartial === true, scope);
    const marks = { before: printRaw(before), after: printRaw(after) };
    const shown = texts.map((text, at) => highlighted(text, places?.get(at) ?? [], marks));
    return shown.length > 1 ? shown : shown[0];
  },
  *"search::offsets"([reference, isPartial], scope) {
    const hit = yield* hitOf("search::offsets", reference, scope);
    if (hit === undefined) return undefined;
    const places = yield* placesOf(hit, isPartial === true, scope);
    return places === undefined || places.size === 0
      ? undefined
      : new Map([...places].map(([at, ones]) => [String(at), ones.map(({ start, end }) => offsets(start, end))]));
  },
  *"vector::distance::knn"(_args, { search, current }) {
    if (search === undefined) throw distanceWithoutSearch("vector::distance::knn");
    return search.distances.of(current);
  },
};

function offsets(start: number, end: number): ObjectValue {
  return new Map<string, Value>([
    ["e", BigInt(end)],
    ["s", BigInt(start)],
  ]);
}

/** A record, and what was found for the match that a function means. */
interface Hit {
  readonly record: ObjectValue;
  readonly id: RecordId;
  readonly found: Found;
}

function* hitOf(name: string, reference: Value, scope: Scope): Effect<Hit | undefined> {
  const match = matchOf(name, Number(reference), scope);
  if (match === undefined) return undefined;
  const record = scope.current;
  const id = isObject(record) ? record.get("id") : undefined;
  if (!isObject(record) || !(id instanceof RecordId)) throw fullTextIndexMissing(describeField(match), "unknown");
  const found = yield* foundFor(match, id.table, scope);
  if (found === undefined) throw fullTextIndexMissing(describeField(match), id.table);
  const isHidden = permissionsApply(scope) && (yield* indexedValue(found.index.tree, record, scope)) === undefined;
  return isHidden ? undefined : { record, id, found };
}

/** The match that a reference means; the only one is meant by any. */
function matchOf(name: string, reference: number, { search }: Scope): Match | undefined {
  const matches = search?.matches ?? [];
  const available = [...new Set(matches.map((match) => match.reference))];
  const meant = matches.findLast((match) => match.reference === reference);
  if (meant !== undefined) return meant;
  if (search?.isLenient === true) return undefined;
  if (available.length === 0) throw matchMissing(name);
  if (available.length === 1) return matches.at(-1);
  throw referenceMissing(name, reference, available.toReversed());
}

function* placesOf(
  { record, found }: Hit,
  isPartial: boolean,
  scope: Scope,
): Effect<ReadonlyMap<number, readonly Place[]> | undefined> {
  const { kind, tree } = found.index;
  if (!kind.highlights) return undefined;
  const wanted = new Set(found.words);
  const places = new Map<number, readonly Place[]>();
  for (const [at, text] of textsIn(yield* indexedValue(tree, record, scope)).entries()) {
    const ones = placesIn(yield* analyze(kind.analyzer, text, "text", scope), wanted, isPartial);
    if (ones.length > 0) places.set(at, ones);
  }
  return places;
}

/** A path as the language's own message has it. */
function describeField({ expression }: Match): string {
  return `Idiom([${(pathOfMatch(expression) ?? []).map(describePart).join(", ")}])`;
}

function describePart(part: Part): string {
  if (part.part === "field") return `Field(${JSON.stringify(part.name)})`;
  return `${part.part.charAt(0).toUpperCase()}${part.part.slice(1)}`;
}
