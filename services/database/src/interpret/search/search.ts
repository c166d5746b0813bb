import type { Expression, KnnExpression, MatchesExpression } from "../../language/surrealql/tree/index.ts";
import { RecordId, type ObjectValue, type Value } from "../../values/value.ts";
import { isObject } from "../../values/kind-of.ts";
import { printRecordId } from "../../values/print.ts";
import type { Scope } from "../scope.ts";
import type { Found } from "./found.ts";
import { soughtBy } from "./tree.ts";

/** What a statement searches for, and what of it is found. */
export interface Search {
  readonly matches: readonly Match[];
  /** The one that decides which records are meant. */
  readonly nearest: KnnExpression | undefined;
  readonly distances: Distances;
  /** A statement that writes takes a search for nothing as nothing; one that reads refuses it. */
  readonly isLenient: boolean;
}

/** One `@@` of a statement. */
export interface Match {
  readonly expression: MatchesExpression;
  /** By which `search::score` and the others mean it. */
  readonly reference: number;
  /** By tables; undefined where that has no index for it. */
  readonly found: Map<string, Found | undefined>;
}

/** The scope of a statement whose condition searches, or which is lenient; others stay in that of the statement around. */
export function searching(where: Expression | undefined, isLenient: boolean, scope: Scope): Scope {
  const sought = soughtBy(where);
  if (sought === undefined && !isLenient) return scope;
  const matches = (sought?.matches ?? []).map((expression): Match => ({
    expression,
    reference: expression.reference ?? 0,
    found: new Map(),
  }));
  const [nearest] = sought?.nearest ?? [];
  return { ...scope, search: { matches, nearest, distances: new Distances(), isLenient } };
}

/** How far each row is from what was asked for: by its id, and where it has none by itself. */
export class Distances {
  readonly #byId = new Map<string, Value>();
  readonly #byRow = new WeakMap<object, Value>();

  set(row: ObjectValue, distance: Value): void {
    const id = idOf(row);
    if (id === undefined) this.#byRow.set(row, distance);
    else this.#byId.set(id, distance);
  }

  of(row: Value): Value {
    if (!isObject(row)) return undefined;
    const id = idOf(row);
    return id === undefined ? this.#byRow.get(row) : this.#byId.get(id);
  }
}

function idOf(row: ObjectValue): string | undefined {
  const id = row.get("id");
  return id instanceof RecordId ? printRecordId(id) : undefined;
}
