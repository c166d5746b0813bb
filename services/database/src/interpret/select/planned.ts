import { chooseAccess, plannedIndexes, type Access, type Chosen } from "../../compile/access.ts";
import { conjunctsOf } from "../../compile/condition.ts";
import { filterOf, type Filterable } from "../../compile/filter.ts";
import { indexScan } from "../../compile/index-bytes.ts";
import type { TableDefinition } from "../../catalog/definitions.ts";
import type { Expression, OrderBy, Part, WithIndex } from "../../language/surrealql/tree/index.ts";
import type { Filter } from "../../store/port.ts";
import { compareValues } from "../../values/order.ts";
import type { RecordId, Value } from "../../values/value.ts";
import { protectedNames } from "../parameter.ts";
import { permissionsApply } from "../permission.ts";
import { fieldsOf, partsOfField } from "../record.ts";
import { tableOf, type Scope } from "../scope.ts";
import type { Source } from "./source.ts";

/** What a statement wants of a table. */
export interface Wanted {
  readonly where: Expression | undefined;
  readonly with?: WithIndex | undefined;
  /** The order that an index could give. */
  readonly order?: readonly OrderBy[] | undefined;
  readonly writes?: boolean;
}

/** How a statement finds its records in a table. */
export function planned(table: string, wanted: Wanted, scope: Scope): Chosen {
  const definition = tableOf(scope, table);
  const { where, order } = wanted;
  if (!scope.env.pushdown) return { access: { by: "table", reverse: false }, order: "other" };
  return chooseAccess({
    ...{ table, where, order, with: wanted.with, writes: wanted.writes === true },
    indexes: definition === undefined ? [] : usableIndexes(definition),
    variables: (name) => variableOf(name, scope),
  });
}

/** A field that is computed when it is read has no value that an index could hold. */
function usableIndexes(table: TableDefinition): ReturnType<typeof plannedIndexes> {
  if (table.indexes.size === 0) return [];
  const names = computedNames(table);
  return plannedIndexes(table.indexes).filter(({ columns }) => columns.every((parts) => !names.has(firstName(parts))));
}

function firstName([first]: readonly Part[]): string | undefined {
  return first?.part === "field" ? first.name : undefined;
}

/** The value of a variable, where it has one. */
export function variableOf(name: string, scope: Scope): { readonly value: Value } | undefined {
  if (name === "session") return undefined;
  return protectedNames.has(name) ? { value: scope.env.session.protectedValues.get(name) } : scope.frame.find(name);
}

/** What is read for a source of FROM. */
export interface PlannedSource {
  /** One after another. */
  readonly sources: readonly Source[];
  /** They may have a record in common. */
  readonly isUnion: boolean;
  readonly order: Chosen["order"];
}

/** Of a whole table only the records that a condition can hold for. */
export function planSource(source: Source, wanted: Wanted, scope: Scope): PlannedSource {
  if (!("scan" in source) || source.scan.keys !== undefined) return { sources: [source], isUnion: false, order: "other" };
  const { table } = source.scan;
  const { access, order } = planned(table, wanted, scope);
  const filter = filtering(table, access.by === "index" ? access.scan.covers : [], wanted.where, scope);
  const sources = sourcesOf(table, access).map((one) =>
    "scan" in one && filter !== undefined ? { scan: { ...one.scan, filter } } : one,
  );
  return { sources, isUnion: access.by === "union", order };
}

/**
 * What the store can leave out by itself, beside what holds for all that is read. Who may not see all fields sees other values than those stored.
 */
function filtering(table: string, covered: readonly Expression[], where: Expression | undefined, scope: Scope): Filter | undefined {
  if (where === undefined || !scope.env.pushdown || permissionsApply(scope)) return undefined;
  const left = conjunctsOf(where).filter((one) => !covered.includes(one));
  return filterOf(left, filterableIn(table, scope));
}

/** What the store may be told of conditions on a table. */
export function filterableIn(table: string, scope: Scope): Filterable {
  return {
    variables: (name) => variableOf(name, scope),
    isStored: isStoredIn(table, scope),
    isOfEdges: tableOf(scope, table)?.tree.type.type === "relation",
  };
}

/**
 * Whether a field is in the document as a statement sees it. Where fields are calculated when a record is read, all records are read: one of them may
 * fail.
 */
export function isStoredIn(table: string, scope: Scope): (field: string) => boolean {
  const isWhole = computedNames(tableOf(scope, table)).size === 0;
  return (field) => isWhole && field !== "id";
}

/** Fields, by their first names, that are calculated when they are read. */
function computedNames(table: TableDefinition | undefined): ReadonlySet<string | undefined> {
  const computed = fieldsOf(table).filter((field) => field.computed !== undefined);
  return new Set(computed.map((field) => firstName(partsOfField(field))));
}

function sourcesOf(table: string, access: Access): readonly Source[] {
  switch (access.by) {
    case "table":
      return [{ scan: { table, ...(access.reverse && { reverse: true }) } }];
    case "keys":
      return [{ scan: { table, keys: access.keys } }];
    case "records":
      return [{ values: inOrder(access.ids) }];
    case "index":
      return [{ scan: { table, index: indexScan(access.scan) } }];
    case "union":
      return access.scans.map((scan) => ({ scan: { table, index: indexScan(scan) } }));
  }
}

/** In the order in which a scan would meet them, each once. */
function inOrder(ids: readonly RecordId[]): readonly RecordId[] {
  const sorted = ids.toSorted(compareValues);
  return sorted.filter((id, i) => i === 0 || compareValues(id, sorted[i - 1]) !== 0);
}
