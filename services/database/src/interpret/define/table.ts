import type { DefineTable, Kind } from "../../language/surrealql/tree/index.ts";
import { tableMissing } from "../../messages/define.ts";
import type { Value } from "../../values/value.ts";
import { TableName } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { noteDefined } from "../feed.ts";
import { asSystem, tableOf, type Scope } from "../scope.ts";
import { checkViewFields } from "../write/view-row.ts";
import { fillView } from "../write/views.ts";
import { plainField } from "./field.ts";
import { storeDefinition, type Home } from "./store-definition.ts";

/** DEFINE TABLE. A relation has fields for its ends, a view the rows of what it is of. */
export function* defineTable(table: DefineTable, name: string, home: Home, scope: Scope): Effect<Value> {
  const { type, view } = table;
  if (view?.group !== undefined) checkViewFields(view.fields, view.group);
  yield* storeDefinition(home, "table", name, table, scope);
  if (type.type === "relation") {
    yield* defineEnd("in", type.from, table, name, home, scope);
    yield* defineEnd("out", type.to, table, name, home, scope);
  }
  if (table.view !== undefined) {
    for (const target of table.view.from) {
      const source = yield* evaluate(target, scope);
      if (!(source instanceof TableName)) continue;
      if (tableOf(scope, source.name) === undefined) {
        // Exports tell of tables by their names: what a view is of may come after it.
        if (scope.env.session.importing === true) continue;
        throw tableMissing(source.name);
      }
      yield* fillView(name, table.view, source.name, asSystem(scope));
    }
  }
  yield* noteDefined(name, scope);
  return undefined;
}

/** Which records may be at an end of an edge. */
export function* defineEnd(
  end: "in" | "out",
  tables: readonly string[],
  table: DefineTable,
  name: string,
  home: Home,
  scope: Scope,
): Effect<void> {
  const kind: Kind = { kind: "record", tables };
  const field = plainField({ table: table.name }, [{ part: "field", name: end }], kind);
  yield* storeDefinition({ ...home, level: "table", table: name }, "field", end, field, scope);
}
