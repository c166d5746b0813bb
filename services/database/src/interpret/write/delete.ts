import type { Delete } from "../../language/surrealql/tree/index.ts";
import type { Effect } from "../effect.ts";
import { noteDeleted } from "../feed.ts";
import { askStore } from "../pending.ts";
import { evaluate } from "../evaluate.ts";
import { Frame } from "../frame.ts";
import { change } from "../idiom/assign.ts";
import { referrersIn, type Referrer } from "../idiom/references.ts";
import { QueryError } from "../../errors.ts";
import { deleteRejected, referencesFailed } from "../../messages/document.ts";
import { valuesEqual } from "../../values/order.ts";
import { printRecordId } from "../../values/print.ts";
import { isArray } from "../../values/kind-of.ts";
import { KeyRange, RecordId, SetValue, type ObjectValue, type Value } from "../../values/value.ts";
import { checkMayWrite } from "../read-only.ts";
import { computed, readStored, shownOf, withId } from "../record.ts";
import { about, asSystem, databaseOf, inside, placeOf, tableOf, type Scope } from "../scope.ts";
import { searching } from "../search/search.ts";
import { checkAnalyzers } from "../search/write.ts";
import { nestedQuery } from "../select/select.ts";
import { takeTurns } from "../turns.ts";
import type { StoredRecord } from "../../store/port.ts";
import { deletedAll, deleteTogether, edgesOf, mayDeleteTogether } from "./delete-many.ts";
import { mayWrite, writeRecord } from "./document.ts";
import { runEvents } from "./events.ts";
import { existing } from "./existing.ts";
import { onlyOf, outputOf, type Written } from "./output.ts";
import { targetsOf } from "./target.ts";
import { timed } from "./timed.ts";
import { updateViews } from "./views.ts";

/** Runs a DELETE. */
export function* runDelete(statement: Delete, outer: Scope): Effect<Value> {
  const scope = nestedQuery(outer);
  return yield* timed(statement.timeout, scope, deleting(statement, scope));
}

function* deleting(statement: Delete, outer: Scope): Effect<Value> {
  const scope = searching(statement.where, true, outer);
  const values: Value[] = [];
  for (const target of yield* targetsOf(statement, "DELETE", scope)) {
    if (yield* deletedAll(target, statement, deleteEdge, scope)) continue;
    const records = yield* existing(target, statement, scope);
    const name = target instanceof RecordId ? target.table : target.name;
    // What is shown by expressions may ask for records that are not deleted yet.
    if (statement.output?.output !== "fields" && mayDeleteTogether(name, scope)) {
      for (const written of yield* deleteTogether(records, deleteEdge, scope))
        yield* show(written, statement.output, values, scope);
    } else {
      for (const record of records) {
        yield* takeTurns(scope);
        const written = yield* deleteRecord(record.id, record.document, scope);
        if (written !== undefined) yield* show(written, statement.output, values, scope);
      }
    }
  }
  return onlyOf(values, statement.only);
}

function* show(written: Written, output: Delete["output"], values: Value[], scope: Scope): Effect<void> {
  const shown = yield* outputOf(written, output, "none", scope);
  if (shown !== undefined) values.push(shown.value);
}

/** An edge goes with its record: that runs none of its events. */
function deleteEdge({ id, document }: StoredRecord, scope: Scope): Effect<Written | undefined> {
  return deleteRecord(id, document, scope, false);
}

/**
 * Takes a record away, with its edges, as the fields that refer to it want it. Undefined where the user may not.
 * @param tellsEvents edges that go with their record run no events
 */
function* deleteRecord(id: RecordId, document: ObjectValue, scope: Scope, tellsEvents = true): Effect<Written | undefined> {
  const table = tableOf(scope, id.table);
  const before = yield* computed(withId(id, document), table, scope);
  if (!(yield* mayWrite(before, "delete", table, scope))) return undefined;
  const { key } = id;
  if (key instanceof KeyRange) return undefined;
  checkMayWrite(scope);
  checkAnalyzers(table, scope);
  yield* askStore((tx) => tx.delete(placeOf(scope), id.table, [key]), scope);
  const system = inside(asSystem(scope), {});
  yield* deleteEdges(id, system);
  yield* releaseReferences(id, system);
  yield* noteDeleted(id, table, scope);
  yield* updateViews(table, before, undefined, scope);
  yield* runEvents(tellsEvents ? table : undefined, { event: "DELETE", before, after: undefined, input: undefined }, scope);
  return { before: yield* shownOf(before, table, scope), after: undefined };
}

function* deleteEdges(id: RecordId, scope: Scope): Effect<void> {
  for (const { table, direction } of yield* edgesOf(id.table, scope)) {
    const edges = yield* askStore((tx) => tx.edges(placeOf(scope), table, direction, [id]), scope);
    for (const edge of edges) yield* deleteEdge(edge, scope);
  }
}

/** REFERENCE … ON DELETE of the fields that point here. */
function* releaseReferences(id: RecordId, scope: Scope): Effect<void> {
  for (const name of databaseOf(scope)?.tables.keys() ?? []) {
    for (const referrer of yield* referrersIn(name, id, scope)) {
      const onDelete = referrer.field.reference?.onDelete ?? "ignore";
      if (onDelete === "ignore" || valuesEqual(referrer.record, id)) continue;
      if (onDelete === "reject") throw deleteRejected(printRecordId(id), printRecordId(referrer.record));
      try {
        yield* release(referrer, onDelete, id, scope);
      } catch (error) {
        if (!(error instanceof QueryError) || error.reason === "conflict") throw error;
        throw referencesFailed(printRecordId(id), error.message);
      }
    }
  }
}

type OnDelete = Exclude<NonNullable<Referrer["field"]["reference"]>["onDelete"], "ignore" | "reject">;

function* release({ record, path }: Referrer, onDelete: OnDelete, id: RecordId, scope: Scope): Effect<void> {
  const [document] = yield* readStored([record], scope);
  if (document === undefined) return;
  const before = withId(record, document);
  if (onDelete === "cascade") yield* deleteRecord(record, document, scope);
  else if (onDelete === "unset") {
    const input = (yield* without(before, path, id, scope)) as ObjectValue;
    yield* writeRecord({ id: record, before, input }, scope);
  } else {
    const frame = new Frame(scope.frame, new Map<string, Value>([["reference", id]]));
    yield* evaluate(onDelete.then, { ...about(scope, before), frame });
  }
}

/** A record without a reference: a field that is it goes, of a list only that item. */
function* without(record: Value, path: Referrer["path"], id: RecordId, scope: Scope): Effect<Value> {
  const end = path.at(-1)?.part === "all" ? path.slice(0, -1) : path;
  return yield* change(record, end, scope, (old) => {
    if (old instanceof SetValue) return new SetValue(old.members.filter((item) => !valuesEqual(item, id)));
    return isArray(old) ? old.filter((item) => !valuesEqual(item, id)) : undefined;
  });
}
