import type { Expression, Select } from "../../language/surrealql/tree/index.ts";
import { cast } from "../../kinds/cast.ts";
import { unsupported } from "../../messages/unsupported.ts";
import { readRecordId } from "../read-record-id.ts";
import { type Datetime, RecordId, TableName, type Value } from "../../values/value.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { about, tableOf, type Scope } from "../scope.ts";
import { scannedTable } from "./source.ts";

/**
 * A SELECT … VERSION as one of the present. Of the past it is known only that a table had no records before it was defined.
 * @throws QueryError where it asks for more
 */
export function* ofPresent(select: Select, scope: Scope): Effect<Select> {
  if (select.version === undefined) return select;
  // Read first: the clock goes on while `VERSION time::now()` is worked out.
  const now = scope.env.outside.now();
  const version = yield* versionOf(select.version, scope);
  if (version === undefined || version.nanos >= now.nanos) return select;
  const from: Expression[] = [];
  for (const target of select.from) {
    const value = yield* catchingReturn(evaluate(target, about(scope, undefined)));
    const table = tableIn(value);
    if (table === undefined) from.push({ kind: "literal", value });
    else if (wasThere(scannedTable(table, scope), version, scope)) throw unsupported("VERSION of a moment in the past");
  }
  return { ...select, from };
}

/** The moment that VERSION names; undefined where it names none. @throws QueryError where it is no moment */
export function* versionOf(version: Expression | undefined, scope: Scope): Effect<Datetime | undefined> {
  const value = version === undefined ? undefined : yield* evaluate(version, scope);
  return value === undefined ? undefined : (cast(value, { kind: "datetime" }, readRecordId) as Datetime);
}

function tableIn(value: Value): string | undefined {
  if (value instanceof TableName) return value.name;
  return value instanceof RecordId ? value.table : undefined;
}

/** Whether a table was there by then. */
function wasThere(table: string, { nanos }: Datetime, scope: Scope): boolean {
  return Number(nanos / 1_000_000n) >= (tableOf(scope, table)?.madeMs ?? Infinity);
}
