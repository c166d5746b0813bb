import { isArray, isObject } from "../../values/kind-of.ts";
import { KeyRange, RecordId, type ObjectValue, type Value } from "../../values/value.ts";
import type { GraphPart, GraphTable, Part } from "../../language/surrealql/tree/index.ts";
import type { Place, StoredRecord, StoreTransaction } from "../../store/port.ts";
import type { Effect } from "../effect.ts";
import { askStoreOfEach } from "../pending.ts";
import { ofEachRecord } from "../each-row.ts";
import { evaluate, evaluateRecordId } from "../evaluate.ts";
import { keyInRange } from "../key-range.ts";
import { permissionsApply } from "../permission.ts";
import { isSeen, readStored } from "../record.ts";
import { about, databaseOf, placeOf, tableOf, type Scope } from "../scope.ts";
import { selectRows } from "../select/select.ts";
import { limitRows } from "../size.ts";
import { takeTurns } from "../turns.ts";
import { isTruthy } from "../../values/compare.ts";
import { compareTexts, valuesEqual } from "../../values/order.ts";
import { printRecordId } from "../../values/print.ts";
import { endsOf } from "../../values/edge.ts";
import { membersOf, walk, type Walk } from "./idiom.ts";
import { referrers } from "./references.ts";

/**
 * Graph steps. From one record, steps that follow each other make one list (`->knows->person`), and what comes after them is about that list. From
 * several records a last step makes one list too; further parts are followed from each record, and stay lists in a list.
 */
export function* walkGraph(value: Value, parts: readonly Part[], at: Walk): Effect<Value> {
  if (isArray(value)) {
    const found: Value[] = [];
    for (const one of yield* ofEachRecord(value, parts, (member) => walk(member, parts, at), at.scope)) {
      if (parts.length === 1) found.push(...(membersOf(one) ?? [one]));
      else found.push(one);
    }
    return found;
  }
  let from = startOf(value);
  if (from === undefined) return yield* walk(undefined, parts.slice(1), at);
  let rest = parts;
  let values: Value = value;
  const edges: KnownEdges = new Map();
  for (let [part] = rest; part?.part === "graph"; [part] = rest) {
    values = yield* step(from, part, edges, at.scope);
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

/** Edges that a step before has read, by their ids: the next one goes on to their ends. */
type KnownEdges = Map<RecordId, ObjectValue>;

/** One step from several records: the ids it leads to, or what its SELECT makes of them. */
function* step(from: readonly RecordId[], part: GraphPart, edges: KnownEdges, scope: Scope): Effect<readonly Value[]> {
  const directions = part.direction === "both" ? (["in", "out"] as const) : part.direction === "reference" ? [] : [part.direction];
  const next: (readonly (readonly RecordId[])[])[] = [];
  for (const direction of directions) next.push(yield* neighbours(from, part, direction, edges, scope));
  const found: RecordId[] = [];
  for (const [index, record] of from.entries()) {
    yield* takeTurns(scope);
    const lists = next.map((one) => one[index] ?? []);
    if (part.direction === "reference") lists.push(yield* referrers(record, part.tables, scope));
    for (const list of lists) for (const one of list) found.push(one);
    // Paths between a few records multiply with each step.
    limitRows(found.length, scope);
  }
  const kept = yield* meant(yield* only(found, part.tables, scope), part.where, scope);
  return hasClauses(part) ? yield* selectRows(kept, part, scope) : kept;
}

/** Those for which the condition of a step holds, which is about the records. */
function* meant(found: readonly RecordId[], where: GraphPart["where"], scope: Scope): Effect<readonly RecordId[]> {
  if (where === undefined) return found;
  const holds = yield* ofEachRecord(found, where, (record) => evaluate(where, about(scope, record)), scope);
  return found.filter((_, i) => isTruthy(holds[i]));
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
  known: KnownEdges,
  scope: Scope,
): Effect<readonly (readonly RecordId[])[]> {
  const ends = yield* endsAmong(from, direction, known, scope);
  const found: RecordId[][] = from.map(() => []);
  for (const table of tables.length === 0 ? allTables(scope, ends) : tables.map((wanted) => wanted.table)) {
    const edges = yield* edgesOf(from, table, direction, known, scope);
    for (const [index, list] of found.entries()) {
      yield* takeTurns(scope);
      const end = ends[index];
      if (end?.table === table) list.push(end);
      for (const edge of edges[index] ?? []) list.push(edge);
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
function* endsAmong(
  from: readonly RecordId[],
  direction: Direction,
  known: KnownEdges,
  scope: Scope,
): Effect<readonly (RecordId | undefined)[]> {
  const unknown: RecordId[] = [];
  for (const record of from) {
    yield* takeTurns(scope);
    if (!known.has(record) && (yield* holdsEdges(record.table, scope))) unknown.push(record);
  }
  const documents = yield* readStored(unknown, scope);
  for (const [i, record] of unknown.entries()) {
    const document = documents[i];
    // Who may not see an edge does not learn what it connects.
    known.set(record, document !== undefined && (yield* isSeen({ id: record, document }, scope)) ? document : new Map());
  }
  return from.map((record) => {
    const document = known.get(record);
    return endsOf(document)?.[direction];
  });
}

/**
 * Whether there may be edges in a table. Where its definition does not say it, the index over the ends does: who reads many records asks once in a
 * statement.
 */
function* holdsEdges(table: string, scope: Scope): Effect<boolean> {
  const type = tableOf(scope, table)?.tree.type.type;
  if (tableOf(scope, table) === undefined || type === "normal") return false;
  if (type === "relation") return true;
  const known = scope.env.edgeTables.get(table);
  if (known !== undefined) return known;
  const place = placeOf(scope);
  const [found = false] = yield* askStoreOfEach(
    "whether there are edges",
    [table],
    async (tx, tables) => {
      const holding = await tx.edgeTables(place, [...new Set(tables)]);
      return tables.map((one) => holding.has(one));
    },
    scope,
  );
  scope.env.edgeTables.set(table, found);
  return found;
}

/** For each record its edges of a table. */
function* edgesOf(
  from: readonly RecordId[],
  table: string,
  direction: Direction,
  known: KnownEdges,
  scope: Scope,
): Effect<readonly (readonly RecordId[])[]> {
  if (from.length === 0 || !(yield* holdsEdges(table, scope))) return [];
  const place = placeOf(scope);
  const edges = yield* askStoreOfEach(
    `edges ${direction} ${table}`,
    from,
    (tx, records) => edgesOfEach(tx, { place, table, direction }, records),
    scope,
  );
  const found: (readonly RecordId[])[] = [];
  for (const list of edges) {
    const seen = yield* seenOf(list, scope);
    for (const { id, document } of seen) known.set(id, document);
    found.push(seen.map(({ id }) => id));
  }
  return found;
}

/** A step goes over the edges that this user may see: the id of a hidden one tells that it is there, and its other end what it connects. */
function* seenOf(edges: readonly StoredRecord[], scope: Scope): Effect<readonly StoredRecord[]> {
  if (!permissionsApply(scope)) return edges;
  const seen: StoredRecord[] = [];
  for (const edge of edges) {
    yield* takeTurns(scope);
    if (yield* isSeen(edge, scope)) seen.push(edge);
  }
  return seen;
}

async function edgesOfEach(
  tx: StoreTransaction,
  { place, table, direction }: { readonly place: Place; readonly table: string; readonly direction: Direction },
  records: readonly RecordId[],
): Promise<readonly (readonly StoredRecord[])[]> {
  const [only, ...more] = records;
  if (only === undefined) return [];
  if (more.length === 0) return [await tx.edges(place, table, direction, records)];
  const distinct = [...new Map(records.map((record) => [printRecordId(record), record])).values()];
  const edges = await tx.edges(place, table, direction, distinct);
  const byStart = Map.groupBy(edges, ({ document }) => {
    const start = document.get(direction === "out" ? "in" : "out");
    return start instanceof RecordId ? printRecordId(start) : "";
  });
  return records.map((record) => byStart.get(printRecordId(record)) ?? []);
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
