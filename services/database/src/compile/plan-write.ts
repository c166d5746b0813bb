import type { Access, IndexRange } from "./access.ts";
import type { SearchPlan } from "./plan-search.ts";
import { KeyRange, Range, RecordId, type TableName, type Value } from "../values/value.ts";

/** How an UPDATE, UPSERT or DELETE finds the records of a target, as EXPLAIN after it shows. */
export function findingOperations(target: RecordId | TableName, access: Access, search?: SearchPlan): Value[] {
  return search === undefined || target instanceof RecordId ? finding(target, access) : [iterateIndex(target.name, search)];
}

/** Of an UPSERT without a condition, which looks for nothing: it makes a record of the table, or tries to make this one. */
export function makingOperation(target: RecordId | TableName): Value {
  return target instanceof RecordId
    ? operation("Iterate Defer", { record: target })
    : operation("Iterate Yield", { table: target.name });
}

/** Said of a table whose indexes the statement does not want. */
export const withoutIndexOperation: Value = operation("Fallback", { reason: "WITH NOINDEX" });

/** What is found is collected, of all targets together. */
export const collectingOperation: Value = operation("Collector", { type: "Memory" });

/** What EXPLAIN FULL adds: how many records it met. */
export function measuredOperations(count: number): Value[] {
  return [operation("RecordStrategy", { type: "KeysAndValues" }), operation("Fetch", { count: BigInt(count) })];
}

function finding(target: RecordId | TableName, access: Access): Value[] {
  if (target instanceof RecordId) {
    const { table, key } = target;
    return key instanceof KeyRange
      ? [operation("Iterate Range", { direction: "forward", range: new Range(key.begin, key.end), table })]
      : [operation("Iterate Record", { record: target })];
  }
  const table = target.name;
  if (access.by === "index") return [iterateIndex(table, planOf(access.scan))];
  if (access.by !== "union") return [operation("Iterate Table", { direction: "forward", table })];
  const [first] = access.scans;
  const isList = first !== undefined && access.scans.every(({ covers }) => covers === first.covers);
  if (!isList) return access.scans.map((scan) => iterateIndex(table, planOf(scan)));
  const value = access.scans.map(({ equal }) => equal[0]);
  return [iterateIndex(table, { index: first.index, operator: "union", value })];
}

function planOf({ index, columns, equal, lower, upper }: IndexRange): Readonly<Record<string, Value>> {
  if (lower === undefined && upper === undefined) return { index, operator: "=", value: columns === 1 ? equal[0] : equal };
  const bound = (of: IndexRange["lower"]): Value =>
    new Map<string, Value>([
      ["inclusive", of?.inclusive ?? false],
      ["value", of?.value],
    ]);
  return { direction: "forward", from: bound(lower), index, to: bound(upper) };
}

function iterateIndex(table: string, plan: Readonly<Record<string, Value>>): Value {
  return operation("Iterate Index", { plan: new Map(Object.entries(plan)), table });
}

function operation(name: string, detail: Readonly<Record<string, Value>>): Value {
  return new Map<string, Value>([
    ["detail", new Map(Object.entries(detail))],
    ["operation", name],
  ]);
}
