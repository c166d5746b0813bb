import type { Create } from "../../language/surrealql/tree/index.ts";
import { RecordId, type TableName, type ObjectValue, type Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { generatedKey } from "../record-key.ts";
import { tableOf, type Scope } from "../scope.ts";
import { nestedQuery } from "../select/select.ts";
import { ensureTable } from "../define/ensure.ts";
import { withData, type Filled } from "./data.ts";
import { checkGivenId, isClosed, writeRecord } from "./document.ts";
import { givenKey } from "./given-id.ts";
import { onlyOf, outputOf } from "./output.ts";
import { targetsOf, type Target } from "./target.ts";
import { timed } from "./timed.ts";
import { takeTurns } from "../turns.ts";

/** Runs a CREATE. */
export function* runCreate(create: Create, outer: Scope): Effect<Value> {
  const scope = nestedQuery(outer);
  return yield* timed(create.timeout, scope, creating(create, scope));
}

function* creating(create: Create, scope: Scope): Effect<Value> {
  const values: Value[] = [];
  for (const target of yield* targetsOf(create, "CREATE", scope)) {
    yield* takeTurns(scope);
    const written = yield* createRecord(target, create, scope);
    const output = written === undefined ? undefined : yield* outputOf(written, create.output, "after", scope);
    if (output !== undefined) values.push(output.value);
  }
  return onlyOf(values, create.only);
}

function* createRecord(target: Target, { data }: Create, scope: Scope): ReturnType<typeof writeRecord> {
  // The table is there before the content is evaluated.
  const name = target instanceof RecordId ? target.table : target.name;
  yield* ensureTable(name, scope);
  if (isClosed("create", tableOf(scope, name), scope)) return undefined;
  if (target instanceof RecordId) {
    const { record: input, given } = yield* withData(new Map<string, Value>([["id", target]]), data, scope, undefined);
    checkGivenId(input, target);
    return yield* writeRecord({ id: target, before: undefined, input, given }, scope);
  }
  return yield* createIn(target, (record) => withData(record, data, scope, undefined), scope);
}

/** Makes a record of a table, with the id that its content names or one of its own. */
export function* createIn(
  { name }: TableName,
  fill: (record: ObjectValue) => Effect<Filled>,
  scope: Scope,
): ReturnType<typeof writeRecord> {
  const own = new RecordId(name, generatedKey("rand", scope.env.outside));
  const { record: input, given } = yield* fill(new Map<string, Value>([["id", own]]));
  const key = givenKey(input.get("id"), "CREATE");
  return yield* writeRecord({ id: key === undefined ? own : new RecordId(name, key), before: undefined, input, given }, scope);
}
