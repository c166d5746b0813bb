import { wholeFilterOf } from "../../compile/filter.ts";
import type { Update } from "../../language/surrealql/tree/index.ts";
import type { IndexScan, Meant } from "../../store/port.ts";
import type { Scope } from "../scope.ts";
import { filterableIn, planSource } from "../select/planned.ts";

/** The records that a condition is about, where the store knows them all by itself. */
export interface Told {
  /** Undefined means all of the table. */
  readonly of: Meant | undefined;
  /** Whether a statement that goes from record to record meets them in the order of their keys. */
  readonly isInTableOrder: boolean;
}

export function meantBy(table: string, { where, with: indexes }: Pick<Update, "where" | "with">, scope: Scope): Told | undefined {
  if (where === undefined) return { of: undefined, isInTableOrder: true };
  const filter = wholeFilterOf(where, filterableIn(table, scope));
  if (filter === undefined) return undefined;
  const { sources } = planSource({ scan: { table } }, { where, with: indexes, writes: true }, scope);
  const [source, ...more] = sources;
  // Several ranges of an index are no one range: the filter alone tells then.
  if (source === undefined || !("scan" in source) || more.length > 0)
    return { of: { scan: { table }, filter }, isInTableOrder: false };
  return { of: { scan: source.scan, filter }, isInTableOrder: isOneEntry(source.scan.index) };
}

/** Records of one entry stand in an index by their keys. */
function isOneEntry(index: IndexScan | undefined): boolean {
  if (index === undefined) return true;
  return index.from !== undefined && index.to !== undefined && Buffer.compare(index.from, index.to) === 0;
}
