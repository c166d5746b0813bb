import type { TableDefinition } from "../catalog/definitions.ts";
import type { DefineField } from "../language/surrealql/tree/index.ts";

const orders = new WeakMap<TableDefinition, readonly DefineField[]>();

/** The fields of a table that are computed when it is read, each after those that its expression names. */
export function computedInOrder(table: TableDefinition): readonly DefineField[] {
  const known = orders.get(table);
  if (known !== undefined) return known;
  const fields = new Map(computedOf(table).map((field) => [nameOfComputed(field), field]));
  const ordered = new Set<DefineField>();
  for (const name of fields.keys()) addAfterNeeded(name, fields, new Set(), ordered);
  const order = [...ordered];
  orders.set(table, order);
  return order;
}

function computedOf(table: TableDefinition): readonly DefineField[] {
  return [...table.fields.values()].map(({ tree }) => tree).filter(({ computed }) => computed !== undefined);
}

/** What is computed is no inner field: its path is its name. */
export function nameOfComputed({ name }: DefineField): string {
  const part = name.kind === "idiom" ? name.parts[0] : undefined;
  return part?.part === "field" ? part.name : "";
}

function addAfterNeeded(
  name: string,
  fields: ReadonlyMap<string, DefineField>,
  asking: ReadonlySet<string>,
  ordered: Set<DefineField>,
): void {
  const field = fields.get(name);
  if (field === undefined || ordered.has(field) || asking.has(name)) return;
  for (const needed of namesIn(field.computed)) addAfterNeeded(needed, fields, new Set([...asking, name]), ordered);
  ordered.add(field);
}

/** With a field that is added: the way from a computed field over those that it needs back to itself, where there is one. */
export function cycleWith(added: DefineField, table: TableDefinition | undefined): readonly string[] | undefined {
  const fields = [...(table === undefined ? [] : computedOf(table)), added];
  const needs = new Map(fields.map((field) => [nameOfComputed(field), namesIn(field.computed)]));
  // Asked once each: of fields that need the two before them there are more ways than can be gone.
  const leadsNowhere = new Set<string>();
  const from = (name: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (leadsNowhere.has(name)) return undefined;
    for (const needed of needs.get(name) ?? []) {
      const found = needs.has(needed) ? from(needed, [...way, name]) : undefined;
      if (found !== undefined) return found;
    }
    leadsNowhere.add(name);
    return undefined;
  };
  for (const name of [...needs.keys()].toSorted()) {
    const found = from(name, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first names of the paths in an expression that have no start of their own. */
function namesIn(tree: unknown): readonly string[] {
  if (Array.isArray(tree)) return tree.flatMap(namesIn);
  if (typeof tree !== "object" || tree === null) return [];
  const { kind, start, parts } = tree as { kind?: unknown; start?: unknown; parts?: readonly { part?: unknown; name?: unknown }[] };
  const first = kind === "idiom" && start === undefined ? parts?.[0] : undefined;
  const own = first?.part === "field" && typeof first.name === "string" ? [first.name] : [];
  return [...own, ...Object.values(tree).flatMap(namesIn)];
}
