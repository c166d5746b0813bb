import type { Expression, Relate } from "../../language/surrealql/tree/index.ts";
import { badProperty, idMismatch } from "../../messages/interpret.ts";
import { recordExists } from "../../messages/store.ts";
import { isObject } from "../../values/kind-of.ts";
import type { Ends } from "../../values/edge.ts";
import { valuesEqual } from "../../values/order.ts";
import { printValue } from "../../values/print.ts";
import { KeyRange, RecordId, TableName, type ObjectValue, type Value } from "../../values/value.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { takeTurns } from "../turns.ts";
import { evaluate } from "../evaluate.ts";
import { membersOf } from "../idiom/idiom.ts";
import { isSeen, readStored, withId } from "../record.ts";
import { generatedKey } from "../record-key.ts";
import { tableOf, type Scope } from "../scope.ts";
import { nestedQuery } from "../select/select.ts";
import { ensureTable } from "../define/ensure.ts";
import { withData } from "./data.ts";
import { checkGivenId, checkTableKind, writeRecord } from "./document.ts";
import { givenKey } from "./given-id.ts";
import { onlyOf, outputOf, type Written } from "./output.ts";
import { timed } from "./timed.ts";

/** Runs a RELATE: an edge from each record on the left to each on the right. */
export function* runRelate(relate: Relate, outer: Scope): Effect<Value> {
  const scope = nestedQuery(outer);
  return yield* timed(relate.timeout, scope, relating(relate, scope));
}

function* relating(relate: Relate, scope: Scope): Effect<Value> {
  const from = yield* recordsOf(relate.from, "in", scope);
  const to = yield* recordsOf(relate.to, "id", scope);
  const through = yield* catchingReturn(evaluate(relate.through, scope));
  if (!(through instanceof TableName) && !(through instanceof RecordId)) throw badProperty("RELATE", "out", printValue(through));
  const values: Value[] = [];
  for (const start of from) {
    for (const end of to) {
      yield* takeTurns(scope);
      const written = yield* relateTwo({ in: start, out: end }, through, relate, scope);
      const output = written === undefined ? undefined : yield* outputOf(written, relate.output, "after", scope);
      if (output !== undefined) values.push(output.value);
    }
  }
  return onlyOf(values, relate.only);
}

/** The language calls the right side "id" and the table between "out" when it refuses them. */
function* recordsOf(expression: Expression, property: "in" | "id", scope: Scope): Effect<readonly RecordId[]> {
  return [...flat(yield* catchingReturn(evaluate(expression, scope)), property)];
}

function* flat(value: Value, property: "in" | "id"): Generator<RecordId, void> {
  const members = membersOf(value);
  const id = isObject(value) ? value.get("id") : value;
  if (members !== undefined) for (const member of members) yield* flat(member, property);
  else if (id instanceof RecordId) yield id;
  else throw badProperty("RELATE", property, printValue(value));
}

/** An edge whose id the statement names takes no other id or ends from its content. */
function checkNamed(input: ObjectValue, id: RecordId, ends: Ends): void {
  checkGivenId(input, id);
  for (const name of ["in", "out"] as const) {
    const given = input.get(name);
    if (given !== undefined && !valuesEqual(given, ends[name])) throw idMismatch(printValue(given));
  }
}

function* relateTwo(ends: Ends, through: TableName | RecordId, relate: Relate, scope: Scope): Effect<Written | undefined> {
  const own =
    through instanceof RecordId && !(through.key instanceof KeyRange)
      ? through
      : new RecordId(through instanceof RecordId ? through.table : through.name, generatedKey("rand", scope.env.outside));
  yield* ensureTable(own.table, scope);
  const [document] = own === through ? yield* readStored([own], scope) : [];
  // Asked before the content is evaluated: that could tell of what is there.
  if (document !== undefined && !(yield* isSeen({ id: own, document }, scope))) throw recordExists(own);
  const before = document === undefined ? undefined : withId(own, document);
  const start = before ?? new Map<string, Value>([["id", own]]);
  const { record: input, given } = yield* withData(start, relate.data, scope, before);
  if (before === undefined) {
    checkTableKind(own, ends, tableOf(scope, own.table));
    if (own === through) checkNamed(input, own, ends);
  }
  const key = through instanceof RecordId ? undefined : givenKey(input.get("id"), "RELATE");
  const id = key === undefined ? own : new RecordId(own.table, key);
  return yield* writeRecord({ id, before, input, given, ends }, scope);
}
