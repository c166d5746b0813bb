import { QueryError, type ErrorReason } from "../../errors.ts";
import type { Update } from "../../language/surrealql/tree/index.ts";
import { KeyRange, RecordId, TableName, type ObjectValue, type Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { computed, readStored, shownOf, withId } from "../record.ts";
import { savepoint, settle, undoTo } from "../pending.ts";
import { takeTurns } from "../turns.ts";
import { permissionsApply, writePermissionsApply } from "../permission.ts";
import { tableOf, type Scope } from "../scope.ts";
import { searching } from "../search/search.ts";
import { nestedQuery } from "../select/select.ts";
import { createIn } from "./create.ts";
import { withData, type Filled } from "./data.ts";
import { checkGivenId, isClosed, mightBeMade, writeRecord } from "./document.ts";
import { existing } from "./existing.ts";
import { ensureTable } from "../define/ensure.ts";
import { givenKey } from "./given-id.ts";
import { writtenOrHolder } from "./holder.ts";
import { onlyOf, outputOf, type Written } from "./output.ts";
import { targetsOf, type Target } from "./target.ts";
import { timed } from "./timed.ts";
import { updatedAll } from "./update-all.ts";
import type { StoredRecord } from "../../store/port.ts";

/** Runs an UPDATE or an UPSERT. */
export function* runUpdate(update: Update, outer: Scope): Effect<Value> {
  const scope = nestedQuery(outer);
  return yield* timed(update.timeout, scope, updating(update, scope));
}

function* updating(update: Update, outer: Scope): Effect<Value> {
  const scope = searching(update.where, true, outer);
  const values: Value[] = [];
  for (const target of yield* targetsOf(update, update.statement.toUpperCase(), scope)) {
    yield* takeTurns(scope);
    const together = yield* updatedAll(target, update, scope);
    if (together !== undefined) {
      for (const value of together) values.push(value);
      continue;
    }
    for (const written of yield* writeTarget(target, update, scope)) {
      const output = written === undefined ? undefined : yield* outputOf(written, update.output, "after", scope);
      if (output !== undefined) values.push(output.value);
    }
  }
  return onlyOf(values, update.only);
}

function* writeTarget(target: Target, update: Update, scope: Scope): Effect<readonly (Written | undefined)[]> {
  if (update.statement === "upsert") {
    const table = yield* ensureTable(target instanceof RecordId ? target.table : target.name, scope);
    if (table === undefined) return [];
    // Where nobody may update, an UPSERT makes nothing either.
    if (writePermissionsApply(scope) && table.tree.permissions.update === false) return [];
  }
  const written: (Written | undefined)[] = [];
  if (update.statement === "update" || update.where !== undefined || target instanceof RecordId) {
    for (const stored of yield* existing(target, update, scope)) {
      yield* takeTurns(scope);
      written.push((yield* mayUpsert(target, update, scope)) ? yield* updateRecord(stored, update, scope) : undefined);
    }
  }
  if (update.statement === "update" || written.length > 0) return written;
  if (target instanceof TableName) {
    const made = update.where === undefined ? upsertIn(target, update, scope) : madeIfItFits(target, update, scope);
    return [yield* made];
  }
  const made = yield* upserted(target, update, scope);
  return made === "nothing" ? [] : [made];
}

/** Who upserts one record, without a condition, needs the right to make it also where it is there already. */
function* mayUpsert(target: Target, { statement, data, where }: Update, scope: Scope): Effect<boolean> {
  if (statement !== "upsert" || where !== undefined || !writePermissionsApply(scope)) return true;
  if (!(target instanceof RecordId) || target.key instanceof KeyRange) return true;
  const { record: input } = yield* withData(new Map<string, Value>([["id", target]]), data, scope, undefined);
  return yield* mightBeMade({ id: target, input }, scope);
}

/** An UPSERT of a table makes a record, or changes the one that has the values of a unique index already. */
function* upsertIn(target: TableName, update: Update, scope: Scope): Effect<Written | undefined> {
  const named = yield* recordNamed(target, update, scope);
  if (named !== undefined) return yield* updateRecord(named, update, scope);
  const making = createIn(target, (record) => withData(record, update.data, scope, undefined), scope);
  const made = yield* writtenOrHolder(making, target.name, scope);
  if (!(made instanceof RecordId)) return made;
  const [document] = yield* readStored([made], scope);
  return document === undefined ? undefined : yield* updateRecord({ id: made, document }, update, scope);
}

/** An UPSERT whose condition held for no record of a table makes one; of one that the table refuses it says nothing. */
function* madeIfItFits(target: TableName, { data }: Update, scope: Scope): Effect<Written | undefined> {
  const point = yield* savepoint(scope);
  const content = { isFilled: false };
  function* fill(record: ObjectValue): Effect<Filled> {
    const filled = yield* withData(record, data, scope, undefined);
    content.isFilled = true;
    return filled;
  }
  try {
    const written = yield* createIn(target, fill, scope);
    yield* settle(scope);
    return written;
  } catch (error) {
    if (!content.isFilled || !(error instanceof QueryError) || endsStatement.has(error.reason)) throw error;
    yield* undoTo(point, scope);
    return undefined;
  }
}

/** Failures that are none of a record. */
const endsStatement: ReadonlySet<ErrorReason | undefined> = new Set<ErrorReason>(["conflict", "timeout", "cancelled"]);

/** The record that is there under the id that the content names. */
function* recordNamed({ name }: TableName, { data }: Update, scope: Scope): Effect<StoredRecord | undefined> {
  if (data === undefined || data.data === "patch" || data.data === "unset") return undefined;
  const { record } = yield* withData(new Map(), data, scope, undefined);
  const key = givenKey(record.get("id"), "UPSERT");
  if (key === undefined) return undefined;
  const id = new RecordId(name, key);
  const [document] = yield* readStored([id], scope);
  return document === undefined ? undefined : { id, document };
}

/** An UPSERT that met no record makes one, unless the record is there and its condition did not hold, or its permissions. */
function* upserted(target: RecordId, { data, where }: Update, scope: Scope): Effect<Written | undefined | "nothing"> {
  if (target.key instanceof KeyRange) return "nothing";
  const mayBeThere = where !== undefined || permissionsApply(scope);
  if (mayBeThere && (yield* readStored([target], scope))[0] !== undefined) return "nothing";
  const { record: input, given } = yield* withData(new Map<string, Value>([["id", target]]), data, scope, undefined);
  checkGivenId(input, target);
  return yield* writeRecord({ id: target, before: undefined, input, given }, scope);
}

/** Writes what the data say into a record that is there. */
function* updateRecord(
  { id, document }: StoredRecord,
  { statement, data, where }: Update,
  scope: Scope,
): Effect<Written | undefined> {
  const before = withId(id, document);
  const table = tableOf(scope, id.table);
  if (isClosed("update", table, scope)) return undefined;
  const whole = yield* computed(before, table, scope);
  const shown = yield* shownOf(whole, table, scope);
  // An UPSERT without a condition sees nothing of the record.
  const sees = statement === "upsert" && where === undefined ? undefined : shown;
  const { record: input, given: named } = yield* withData(whole, data, scope, sees, shown);
  // Events see the whole record as the input of UPDATE … SET, and only what was set as that of UPSERT … SET.
  const given = statement === "update" && data?.data === "set" ? input : named;
  if (data?.data !== "patch" && data?.data !== "unset") checkGivenId(input, id);
  return yield* writeRecord({ id, before, input, given, keepsReadonly: data?.data === "content" }, scope);
}
