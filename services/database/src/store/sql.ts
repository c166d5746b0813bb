import { raw, type Sql } from "@loci/ports/database";

/** What stands behind a table (t), an index (i), a sequence (s) or a database (p): named by a number of our own. */
export function relation(kind: "t" | "i" | "s" | "p", id: number): Sql {
  if (!Number.isSafeInteger(id) || id < 0) throw new Error("the number of a relation is none");
  return raw(`database_records.${kind}${id}`);
}

/** A name that stands in one statement only: of a column, of a part after WITH. */
export function name(prefix: string, number: number): Sql {
  return raw(`${prefix}${Math.trunc(number)}`);
}
