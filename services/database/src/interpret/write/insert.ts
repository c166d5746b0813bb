import type { Insert } from "../../language/surrealql/tree/index.ts";
import { QueryError } from "../../errors.ts";
import { printExpression } from "../../language/surrealql/print/index.ts";
import { badClause, badProperty, badTarget, idMismatch } from "../../messages/interpret.ts";
import { edgeMoved } from "../../messages/document.ts";
import { recordExists } from "../../messages/store.ts";
import { isArray, isObject } from "../../values/kind-of.ts";
import type { Ends } from "../../values/edge.ts";
import { valuesEqual } from "../../values/order.ts";
import { printValue } from "../../values/print.ts";
import type { StoredRecord } from "../../store/port.ts";
import { RecordId, TableName, type ObjectValue, type Value } from "../../values/value.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { savepoint, settle, undoTo } from "../pending.ts";
import { evaluate } from "../evaluate.ts";
import { Frame } from "../frame.ts";
import { assign } from "../idiom/assign.ts";
import { computed, readStored, visible, withId } from "../record.ts";
import { permissionsApply } from "../permission.ts";
import { generatedKey } from "../record-key.ts";
import { about, tableOf, type Scope } from "../scope.ts";
import { nestedQuery } from "../select/select.ts";
import { withAssignments, withoutNone } from "./data.ts";
import { checkEndsSeen, checkSameEnds, checkTableKind, mightBeMade, writeRecord } from "./document.ts";
import { ensureTable } from "../define/ensure.ts";
import { givenKey } from "./given-id.ts";
import { takeTurns } from "../turns.ts";
import { writtenOrHolder } from "./holder.ts";
import { outputOf, type Written } from "./output.ts";
import { timed } from "./timed.ts";

/** Runs an INSERT. */
export function* runInsert(insert: Insert, outer: Scope): Effect<Value> {
  const scope = nestedQuery(outer);
  return yield* timed(insert.timeout, scope, inserting(insert, scope));
}

function* inserting(insert: Insert, scope: Scope): Effect<Value> {
  const named = insert.into === undefined ? undefined : yield* catchingReturn(evaluate(insert.into, scope));
  const into = typeof named === "string" ? new TableName(named) : named;
  if (insert.into !== undefined && !(into instanceof TableName)) throw badTarget("INSERT", printExpression(insert.into));
  const table = into instanceof TableName ? into.name : undefined;
  const values: Value[] = [];
  for (const content of yield* contentsOf(insert, scope)) {
    yield* takeTurns(scope);
    const written = yield* afterThoseBefore(insertOne(content, table, insert, scope), scope);
    const output = written === undefined ? undefined : yield* outputOf(written, insert.output, "after", scope);
    if (output !== undefined) values.push(output.value);
  }
  return values;
}

/** What is wrong with an earlier row is said first: rows wait to be written together. */
function* afterThoseBefore(write: Effect<Written | undefined>, scope: Scope): Effect<Written | undefined> {
  try {
    return yield* write;
  } catch (error) {
    if (error instanceof QueryError) yield* settle(scope);
    throw error;
  }
}

function* contentsOf({ data }: Insert, scope: Scope): Effect<readonly Value[]> {
  if (data.values === "rows") {
    const rows: ObjectValue[] = [];
    for (const row of data.rows) {
      let record: Value = new Map();
      for (const [index, { parts }] of data.columns.entries()) {
        const expression = row[index];
        if (expression !== undefined) record = yield* assign(record, parts, yield* evaluate(expression, scope), scope);
      }
      rows.push(record as ObjectValue);
    }
    return rows;
  }
  const value = yield* catchingReturn(evaluate(data.value, scope));
  if (isObject(value)) return [value];
  if (!isArray(value)) throw badTarget("INSERT", printValue(value));
  return value;
}

function* insertOne(content: Value, into: string | undefined, insert: Insert, scope: Scope): Effect<Written | undefined> {
  if (!isObject(content)) throw badClause("MERGE", printValue(content));
  const ends = insert.relation ? endsOf(content) : undefined;
  const id = idOf(content, into, scope);
  yield* ensureTable(id.table, scope);
  if (ends !== undefined) checkTableKind(id, ends, tableOf(scope, id.table));
  // Without a word about duplicates the store refuses them.
  const asks = insert.ignore || insert.relation || insert.onDuplicate !== undefined;
  const [document] = asks ? yield* readStored([id], scope) : [];
  if (document !== undefined && ends !== undefined && insert.onDuplicate === undefined) {
    const seen = permissionsApply(scope) ? yield* visible({ id, document }, scope) : withId(id, document);
    if (seen === undefined) throw recordExists(id);
    checkEndsSeen(id, document, seen);
    checkSameEnds(document, ends);
    return unchanged(seen);
  }
  const input = withoutNone(content);
  const change = { id, before: undefined, input, ...(ends === undefined ? {} : { ends }) };
  if (document !== undefined && (insert.onDuplicate !== undefined || insert.ignore)) {
    // An edge is not looked at.
    const fits = ends !== undefined || (yield* mightBeMade(change, scope));
    const isUpdated = fits && insert.onDuplicate !== undefined;
    return isUpdated ? yield* onDuplicate({ id, document }, content, ends, insert, scope) : undefined;
  }
  // A record with an id of its own is not another one that an index knows.
  const changesOther = insert.onDuplicate !== undefined && content.get("id") === undefined;
  if (insert.ignore && !changesOther) return yield* unlessTaken(writeRecord(change, scope), scope);
  if (!changesOther) return yield* writeRecord(change, scope);
  const written = yield* writtenOrHolder(writeRecord(change, scope), id.table, scope);
  if (!(written instanceof RecordId)) return written;
  const [held] = yield* readStored([written], scope);
  return held === undefined ? undefined : yield* onDuplicate({ id: written, document: held }, content, ends, insert, scope);
}

/** A relation that is there already stays as it is. */
function unchanged(record: ObjectValue): Written {
  return { before: record, after: record };
}

/** INSERT IGNORE leaves out what an index has already. */
function* unlessTaken(write: ReturnType<typeof writeRecord>, scope: Scope): Effect<Written | undefined> {
  const point = yield* savepoint(scope);
  try {
    const written = yield* write;
    yield* settle(scope);
    return written;
  } catch (error) {
    if (!(error instanceof QueryError) || error.reason !== "unique") throw error;
    yield* undoTo(point, scope);
    return undefined;
  }
}

function idOf(content: ObjectValue, into: string | undefined, scope: Scope): RecordId {
  const given = content.get("id");
  if (into === undefined) {
    if (given instanceof RecordId) return given;
    throw badProperty("INSERT", "id", printValue(given));
  }
  return new RecordId(into, givenKey(given, "INSERT") ?? generatedKey("rand", scope.env.outside));
}

function endsOf(content: ObjectValue): Ends {
  const [from, to] = [content.get("in"), content.get("out")];
  if (!(from instanceof RecordId)) throw badProperty("INSERT", "in", printValue(from));
  if (!(to instanceof RecordId)) throw badProperty("INSERT", "out", printValue(to));
  return { in: from, out: to };
}

/** ON DUPLICATE KEY UPDATE: `$input` is what was to be inserted. */
function* onDuplicate(
  { id, document }: StoredRecord,
  content: ObjectValue,
  ends: Ends | undefined,
  insert: Insert,
  scope: Scope,
): Effect<Written | undefined> {
  const before = withId(id, document);
  const whole = yield* computed(before, tableOf(scope, id.table), scope);
  const seen = permissionsApply(scope) ? yield* visible({ id, document }, scope) : whole;
  if (seen === undefined) return undefined;
  if (ends !== undefined) checkEndsSeen(id, before, seen);
  const frame = new Frame(scope.frame, new Map<string, Value>([["input", content]]));
  const { record: input, given } = yield* withAssignments(
    whole,
    insert.onDuplicate ?? [],
    { ...about(scope, undefined), frame },
    seen,
  );
  if (ends !== undefined) checkInserted(input, ends);
  return yield* writeRecord({ id, before, input, given, ...(ends === undefined ? {} : { ends }) }, scope);
}

/** What a duplicate of an edge is updated to has the ends that the INSERT names. */
function checkInserted(record: ObjectValue, ends: Ends): void {
  for (const name of ["in", "out"] as const) {
    const found = record.get(name);
    if (found === undefined) throw edgeMoved(name, printValue(found));
    if (!valuesEqual(found, ends[name])) throw idMismatch(printValue(found));
  }
}
