import type { TableDefinition } from "../../catalog/definitions.ts";
import type { QueryError } from "../../errors.ts";
import { idMismatch } from "../../messages/interpret.ts";
import { edgeMoved, fieldCoercion, recordMissing, tableKindMismatch } from "../../messages/document.ts";
import { recordExists } from "../../messages/store.ts";
import { asCopyOf, asOrdinary, endsOf, type Ends } from "../../values/edge.ts";
import { valuesEqual } from "../../values/order.ts";
import { printRecordId, printValue } from "../../values/print.ts";
import { RecordId, type ObjectValue, type Value } from "../../values/value.ts";
import { printTableType } from "../../language/surrealql/print/define.ts";
import type { Effect } from "../effect.ts";
import { noteWritten } from "../feed.ts";
import { writeSoon } from "../pending.ts";
import { checkMayWrite } from "../read-only.ts";
import { holds, permissionsApply, writePermissionsApply } from "../permission.ts";
import { computed, fieldsOf, readStored, shownOf, visible } from "../record.ts";
import { asKey } from "../record-key.ts";
import { about, tableOf, type Scope } from "../scope.ts";
import { limitSize } from "../size.ts";
import { withoutNone } from "./data.ts";
import { changedEntries } from "./entries.ts";
import { textsOf } from "../search/write.ts";
import { runEvents } from "./events.ts";
import { throughFields } from "./fields.ts";
import type { Written } from "./output.ts";
import { checkSchema } from "./schema.ts";
import { updateViews } from "./views.ts";
import { ensureTable } from "../define/ensure.ts";

/** A record that is about to be written. */
export interface Change {
  readonly id: RecordId;
  /** As it was, with its id; undefined where it is new. */
  readonly before: ObjectValue | undefined;
  /** What the statement made of it. */
  readonly input: ObjectValue;
  /** What events see of the input; NONE where the statement says nothing. */
  readonly given?: Value;
  /** Of an edge that is being made. */
  readonly ends?: Ends;
  readonly keepsReadonly?: boolean;
}

/** Takes a record through the definitions of its table and stores it. Undefined where the user may not write it. */
export function* writeRecord(change: Change, scope: Scope): Effect<Written | undefined> {
  const { id, before } = change;
  const table = (yield* ensureTable(id.table, scope)) ?? tableOf(scope, id.table);
  const record = yield* fitted(change, table, scope);
  if (record === undefined) return undefined;
  checkMayWrite(scope);
  // What is as it was stays so (1 and 1.0 are equal), and nobody is told of it. It is written all the same: so its version is checked.
  const isChanged = before === undefined || !valuesEqual(before, record);
  if (table?.tree.drop !== true) yield* store(isChanged ? record : before, id, before, table, scope);
  const refused = (field: string, cause: string): QueryError => fieldCoercion(field, printRecordId(id), cause);
  const after = yield* computed(record, table, scope, fieldsOf(table), refused);
  const whole = before === undefined ? undefined : yield* computed(before, table, scope);
  if (isChanged) {
    yield* noteWritten(id, before, record, table, scope);
    yield* updateViews(table, whole, after, scope);
    const event = before === undefined ? "CREATE" : "UPDATE";
    yield* runEvents(table, { event, before: whole, after, input: change.given }, scope);
  }
  if (!permissionsApply(scope)) return { before: whole, after };
  const seen = yield* visible({ id, document: record }, scope);
  // Of a record that is hidden now nothing is said, also not how it was.
  if (seen === undefined) return undefined;
  return { before: whole === undefined ? undefined : yield* shownOf(whole, table, scope), after: seen };
}

/** The record as the definitions of its table make it. Undefined where the user may not write it. */
function* fitted(change: Change, table: TableDefinition | undefined, scope: Scope): Effect<ObjectValue | undefined> {
  const { id, before } = change;
  // The records of a view come from those of its tables, which are imported as well.
  if (scope.env.session.importing === true && table?.tree.view !== undefined) return undefined;
  const ends = change.ends ?? endsOf(before);
  if (before !== undefined && change.ends !== undefined) {
    if (permissionsApply(scope)) checkEndsSeen(id, before, yield* visible({ id, document: before }, scope));
    checkSameEnds(before, change.ends);
  }
  checkTableKind(id, ends, table);
  yield* checkEnds(ends, before, table, scope);
  const input = withEnds(change.input, id, ends);
  const draft = { id, before, input, keepsReadonly: change.keepsReadonly ?? false };
  if (!(yield* mayBegin(before, table, scope))) return undefined;
  limitSize(input, scope);
  const content = withoutNone(scope.env.session.importing === true ? input : yield* throughFields(draft, table, scope));
  checkSchema(content, table);
  const record = withEnds(content, id, ends);
  return (yield* mayWrite(record, before === undefined ? "create" : "update", table, scope)) ? record : undefined;
}

/** Whether the user might make this record, were it not there already: so an INSERT of it and an UPSERT begin. @throws what making it would */
export function* mightBeMade(change: Omit<Change, "before">, scope: Scope): Effect<boolean> {
  return (yield* fitted({ ...change, before: undefined }, tableOf(scope, change.id.table), scope)) !== undefined;
}

function* store(
  record: ObjectValue,
  id: RecordId,
  before: ObjectValue | undefined,
  table: TableDefinition | undefined,
  scope: Scope,
): Effect<void> {
  const entries = yield* changedEntries(record, before, table, scope);
  const texts = yield* textsOf(record, before, table, scope);
  if (endsOf(record) !== undefined) scope.env.edgeTables.set(id.table, true);
  const document = asCopyOf(record, new Map(record));
  document.delete("id");
  yield* writeSoon(id.table, { id, document, entries, texts }, before === undefined ? "insert" : "upsert", scope);
}

/** The id, and the ends of an edge, are not for the statement to change. */
function withEnds(record: ObjectValue, id: RecordId, ends: Ends | undefined): ObjectValue {
  const whole = new Map(record).set("id", id);
  return ends === undefined ? asOrdinary(whole) : whole.set("in", ends.in).set("out", ends.out);
}

/** A RELATION table holds edges alone, a NORMAL one none. */
export function checkTableKind(id: RecordId, ends: Ends | undefined, table: TableDefinition | undefined): void {
  const type = table?.tree.type;
  if (type === undefined || type.type === "any") return;
  if ((type.type === "relation") !== (ends !== undefined)) {
    throw tableKindMismatch(printRecordId(id), ends !== undefined, printTableType(type).slice("TYPE ".length));
  }
}

/** Of ends that this user does not see nothing is told, not even whether they are the given ones. */
export function checkEndsSeen(id: RecordId, before: ObjectValue, seen: ObjectValue | undefined): void {
  for (const name of ["in", "out"] as const) if (!valuesEqual(seen?.get(name), before.get(name))) throw recordExists(id);
}

/** An edge stays between the records that it was made between. */
export function checkSameEnds(before: ObjectValue, ends: Ends): void {
  for (const name of ["in", "out"] as const) {
    const old = before.get(name);
    if (!valuesEqual(old, ends[name])) throw edgeMoved(name, printValue(old));
  }
}

/** ENFORCED: both ends must exist. */
function* checkEnds(ends: Ends | undefined, before: Value, table: TableDefinition | undefined, scope: Scope): Effect<void> {
  const type = table?.tree.type;
  if (ends === undefined || before !== undefined || type?.type !== "relation" || !type.enforced) return;
  for (const end of [ends.in, ends.out]) {
    const [found] = yield* readStored([end], scope);
    if (found === undefined) throw recordMissing(printRecordId(end));
  }
}

/** Before anything is made of the input. Whether a new record may be made is asked of what its fields made of it, unless the answer is never. */
function* mayBegin(before: ObjectValue | undefined, table: TableDefinition | undefined, scope: Scope): Effect<boolean> {
  if (before !== undefined) return yield* mayWrite(before, "update", table, scope);
  return !isClosed("create", table, scope);
}

/** Whether nothing of the table may be written so by this user, whatever a record holds: then what it would be given is not evaluated. */
export function isClosed(verb: "create" | "update", table: TableDefinition | undefined, scope: Scope): boolean {
  return writePermissionsApply(scope) && (table?.tree.permissions[verb] ?? false) === false;
}

/** Whether the user may do this with a record of the table. */
export function* mayWrite(
  record: ObjectValue,
  verb: "create" | "update" | "delete",
  table: TableDefinition | undefined,
  scope: Scope,
): Effect<boolean> {
  if (!writePermissionsApply(scope)) return true;
  return yield* holds(table?.tree.permissions[verb] ?? false, about(scope, record));
}

/** The id that a record's content names must be the one that the statement names. */
export function checkGivenId(record: ObjectValue, id: RecordId): void {
  const given = record.get("id");
  if (given === undefined || valuesEqual(given, id)) return;
  const key = given instanceof RecordId ? given.key : asKey(given);
  if (key === undefined || !valuesEqual(key, id.key)) throw idMismatch(printValue(given));
}
