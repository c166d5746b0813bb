import type { Define } from "../../language/surrealql/tree/index.ts";
import type { DefinitionChange, Place, StoreTransaction } from "../port.ts";

/** Definitions of the store's tests are their trees, as JSON: the store reads of them what stands behind a table. */
export function parseDefinition(text: string): Define {
  return JSON.parse(text) as Define;
}

export function change(
  level: DefinitionChange["level"],
  place: Partial<Place>,
  what: DefinitionChange["what"],
  name: string,
  tree: object,
  table?: string,
): DefinitionChange {
  const text = JSON.stringify({ statement: "define", what, name: { kind: "literal", value: name }, ...tree });
  return { level, place, what, name, text, ...(table !== undefined && { table }) };
}

export async function definePlace(tx: StoreTransaction, { namespace, database }: Place): Promise<void> {
  const { root } = await tx.definitions({});
  if (!root.children.has(namespace)) await tx.define(change("root", {}, "namespace", namespace, {}));
  await tx.define(change("namespace", { namespace }, "database", database, {}));
}

export async function defineTable(tx: StoreTransaction, place: Place, table: string): Promise<void> {
  await tx.define(change("database", place, "table", table, {}));
}
