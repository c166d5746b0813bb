import type { Expression, Part } from "../language/surrealql/tree/index.ts";
import { isArray } from "../values/kind-of.ts";
import { KeyRange, type Bound, type RecordKey } from "../values/value.ts";
import type { Access } from "./access.ts";
import { comparisonOf, type Comparison } from "./condition.ts";
import { recordIn, type Variables } from "./constant.ts";

/** The records that conditions on `id` leave: one, a few, or a range of keys. */
export function idAccess(conjuncts: readonly Expression[], table: string, variables: Variables): Access | undefined {
  const comparisons = conjuncts.flatMap((one) => comparisonOf(one, variables) ?? []).filter(({ path }) => isId(path));
  for (const { operator, value } of comparisons) {
    const record = operator === "=" ? recordIn(value) : undefined;
    if (record?.table === table) return { by: "records", ids: [record], isOne: true };
    if (operator !== "IN" || !isArray(value)) continue;
    const ids = value.map(recordIn);
    if (ids.every((id) => id !== undefined)) return { by: "records", ids: ids.filter((id) => id.table === table), isOne: false };
  }
  const [begin, end] = [boundOf(comparisons, ">", table), boundOf(comparisons, "<", table)];
  return begin === undefined && end === undefined ? undefined : { by: "keys", keys: new KeyRange(begin, end) };
}

function isId(path: readonly Part[]): boolean {
  const [first, ...more] = path;
  return more.length === 0 && first?.part === "field" && first.name === "id";
}

function boundOf(comparisons: readonly Comparison[], side: "<" | ">", table: string): Bound<RecordKey> | undefined {
  for (const { operator, value } of comparisons) {
    const record = operator.startsWith(side) ? recordIn(value) : undefined;
    if (record?.table === table) return { value: record.key, inclusive: operator.endsWith("=") };
  }
  return undefined;
}
