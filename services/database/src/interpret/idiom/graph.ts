import { isArray, isObject } from "../../values/kind-of.ts";
import { KeyRange, RecordId, type ObjectValue, type Value } from "../../values/value.ts";
import type { GraphPart, GraphTable, Part } from "../../language/surrealql/tree/index.ts";
import type { Effect } from "../effect.ts";
import { askStore } from "../pending.ts";
import { evaluate, evaluateRecordId } from "../evaluate.ts";
import { keyInRange } from "../key-range.ts";
import { eachStored, readStored } from "../record.ts";
import { about, databaseOf, placeOf, tableOf, type Scope } from "../scope.ts";
import { selectRows } from "../select/select.ts";
import { isTruthy } from "../../values/compare.ts";
import { compareTexts, valuesEqual } from "../../values/order.ts";
import { printRecordId } from "../../values/print.ts";
import { membersOf, walk, type Walk } from "./idiom.ts";
import { referrers } from "./references.ts";

/**
 * Graph steps. From one record, steps that follow each other make one list (`->knows->person`), and what comes after them is about that list. From
 * several records a last step makes one list too; further parts are followed from each record, and stay lists in a list.
 */
export function* walkGraph(value: Value, parts: readonly Part[], at: Walk): Effect<Value> {
  if (isArray(value)) {
    const found: Value[] = [];
    for (const member of value) {
      const one = yield* walk(member, parts, at);
      if (parts.length === 1) found.push(...(membersOf(one) ?? [one]));
      else found.push(one);
    }
    return found;
  }
  let from = startOf(value);
  if (from === undefined) return yield* walk(undefined, parts.slice(1), at);
  let rest = parts;
  let values: Value = value;
  for (let [part] = rest; part?.part === "graph"; [part] = rest) {
    values = yield* step(from, part, at.scope);
    rest = rest.slice(1);
    // A condition on the list (`->knows[WHERE …]->person`) leaves it one list.
    for (let [filter] = rest; filter?.part === "where"; [filter] = rest) {
      values = yield* walk(values, [filter], at);
      rest = rest.slice(1);
    }
    from = (membersOf(values) ?? []).flatMap((item) => startOf(item) ?? []);
  }
  return yield* walk(values, rest, at);
}

function startOf(value: Value): readonly RecordId[] | undefined {
  const id = isObject(value) ? value.get("id") : value;
  return id instanceof RecordId ? [id] : undefined;
}

/** One step from several records: the ids it leads to, or what its SELECT makes of them. */
function* step(from: readonly RecordId[], part: GraphPart, scope: Scope): Effect<readonly Value[]> {
  const directions = part.direction === "both" ? (["in", "out"] as const) : part.direction === "reference" ? [] : [part.direction];
  const next: (readonly (readonly RecordId[])[])[] = [];
  for (const direction of directions) next.push(yield* neighbours(from, part, direction, scope));
  const found: RecordId[] = [];
  for (const [index, record] of from.entries()) {
    if (part.direction === "reference") found.push(...(yield* referrers(record, part.tables, scope)));
    for (const one of next) found.push(...(one[index] ?? []));
  }
  const kept: RecordId[] = [];
  for (const record of yield* only(found, part.tables, scope)) {
    if (part.where !== undefined && !isTruthy(yield* evaluate(part.where, about(scope, record)))) continue;
    kept.push(record);
  }
  return hasClauses(part) ? yield* selectRows(kept, part, scope) : kept;
}

function hasClauses({ select, split, group, order, limit, start }: GraphPart): boolean {
  return select !== undefined || split.length > 0 || [group, order, limit, start].some((clause) => clause !== undefined);
}

type Direction = "in" | "out";

/** For each record those next to it: its edges of these tables, and if it is an edge itself, the record at that end. */
function* neighbours(
  from: readonly RecordId[],
  { tables }: GraphPart,
  direction: Direction,
  scope: Scope,
): Effect<readonly (readonly RecordId[])[]> {
  const ends = yield* endsOf(from, direction, scope);
  const found: RecordId[][] = from.map(() => []);
  for (const table of tables.length === 0 ? allTables(scope, ends) : tables.map((wanted) => wanted.table)) {
    const edges = yield* edgesOf(from, table, direction, scope);
    for (const [index, list] of found.entries()) {
      const end = ends[index];
      if (end?.table === table) list.push(end);
      list.push(...(edges[index] ?? []));
    }
  }
  return found;
}

function allTables(scope: Scope, ends: readonly (RecordId | undefined)[]): readonly string[] {
  const names = new Set(databaseOf(scope)?.tables.keys() ?? []);
  for (const end of ends) if (end !== undefined) names.add(end.table);
  return [...names].toSorted(compareTexts);
}

/** Where the edges among these records end. */
function* endsOf(from: readonly RecordId[], direction: Direction, scope: Scope): Effect<readonly (RecordId | undefined)[]> {
  const edges: RecordId[] = [];
  for (const record of from) if (yield* holdsEdges(record.table, scope)) edges.push(record);
  const documents = yield* readStored(edges, scope);
  let next = 0;
  return from.map((record) => {
    const document = record === edges[next] ? documents[next++] : undefined;
    const end = document?.get(direction);
    return end instanceof RecordId && isEdge(document) ? end : undefined;
  });
}

function isEdge(document: ObjectValue | undefined): boolean {
  return document?.get("in") instanceof RecordId && document.get("out") instanceof RecordId;
}

/**
 * Whether there may be edges in a table. Where its definition does not say it, its first and its last record do: who reads many records asks once in
 * a statement.
 */
function* holdsEdges(table: string, scope: Scope): Effect<boolean> {
  const type = tableOf(scope, table)?.tree.type.type;
  if (tableOf(scope, table) === undefined || type === "normal") return false;
  if (type === "relation") return true;
  const known = scope.env.edgeTables.get(table);
  if (known !== undefined) return known;
  let found = false;
  for (const reverse of [false, true]) {
    yield* eachStored({ table, limit: 1, reverse }, scope, function* look({ document }) {
      found ||= isEdge(document);
      return false;
    });
  }
  scope.env.edgeTables.set(table, found);
  return found;
}

/** For each record its edges of a table. */
function* edgesOf(
  from: readonly RecordId[],
  table: string,
  direction: Direction,
  scope: Scope,
): Effect<readonly (readonly RecordId[])[]> {
  if (from.length === 0 || !(yield* holdsEdges(table, scope))) return [];
  const distinct = from.length === 1 ? from : [...new Map(from.map((record) => [printRecordId(record), record])).values()];
  const edges = yield* askStore((tx) => tx.edges(placeOf(scope), table, direction, distinct), scope);
  if (from.length === 1) return [edges.map(({ id }) => id)];
  const byStart = Map.groupBy(edges, ({ document }) => {
    const start = document.get(direction === "out" ? "in" : "out");
    return start instanceof RecordId ? printRecordId(start) : "";
  });
  return from.map((record) => (byStart.get(printRecordId(record)) ?? []).map(({ id }) => id));
}

/** Those that a step with keys (`->knows:1`, `->knows:1..5`) means. */
function* only(found: readonly RecordId[], tables: readonly GraphTable[], scope: Scope): Effect<readonly RecordId[]> {
  if (!tables.some(({ key }) => key !== undefined)) return found;
  const wanted = new Map<string, RecordId>();
  for (const { table, key } of tables) if (key !== undefined) wanted.set(table, yield* evaluateRecordId({ table, key }, scope));
  return found.filter((record) => {
    const id = wanted.get(record.table);
    if (id === undefined) return true;
    return id.key instanceof KeyRange ? keyInRange(record.key, id.key) : valuesEqual(record, id);
  });
}
