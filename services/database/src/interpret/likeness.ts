import type { Scan } from "../store/port.ts";
import { RecordId } from "../values/value.ts";

/** What scans have in common that can be done in one statement: all but one value that they look for. Undefined where there is no such value. */
export function likeness({ table, keys, index, reverse, limit, start, filter }: Scan): string | undefined {
  if (keys !== undefined || reverse === true || limit !== undefined || start !== undefined) return undefined;
  if (index !== undefined) {
    const { from, to, fromInclusive = true, toInclusive = true } = index;
    if (filter !== undefined || from === undefined || to === undefined || !fromInclusive || !toInclusive) return undefined;
    return Buffer.compare(from, to) === 0 ? `scan ${table} by ${index.index}` : undefined;
  }
  if (filter === undefined || !("is" in filter) || !(filter.value instanceof RecordId)) return undefined;
  return filter.is === "END" || filter.is === "=" ? `scan ${table} ${filter.is} ${filter.field}` : undefined;
}
