import type { Rebuild } from "../../language/surrealql/tree/index.ts";
import { buildingCancelled, definitionMissing } from "../../messages/define.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { tableOf, type Scope } from "../scope.ts";
import { fillIndex } from "./index-definition.ts";
import { nameOf } from "./literal.ts";
import { homeOf, storeDefinition } from "./store-definition.ts";
import { mayDefine } from "./rights.ts";

/** REBUILD INDEX: makes all its entries anew. */
export function* runRebuild(statement: Rebuild, scope: Scope): Effect<Value> {
  mayDefine(statement, scope);
  const table = yield* nameOf(statement.table, scope);
  const name = yield* nameOf(statement.name, scope);
  const index = tableOf(scope, table)?.indexes.get(name)?.tree;
  if (index === undefined) {
    if (statement.ifExists) return undefined;
    throw definitionMissing("index", name);
  }
  if (index.prepareRemove === true) throw buildingCancelled();
  yield* storeDefinition({ ...homeOf("database", scope), level: "table", table }, "index", name, index, scope);
  yield* fillIndex(table, name, scope);
  return undefined;
}
