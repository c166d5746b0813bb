import { createHash } from "node:crypto";
import { numbered, Sql, type Statement, type StatementOptions } from "@loci/ports/database";

/** A statement as it goes to the database. A name made of its text is the same in every process. */
export function sendable(statement: Sql | Statement, { name, keepsPlan = false, once }: StatementOptions = {}): Statement {
  if (!(statement instanceof Sql)) return statement;
  const { text, values } = numbered(statement);
  const kept = name ?? (keepsPlan ? createHash("sha256").update(text).digest("hex").slice(0, 24) : undefined);
  return { text, values, ...(kept !== undefined && { name: kept }), ...(once !== undefined && { once }) };
}
