import { createHash } from "node:crypto";
import { numbered, type Parameter, type Sql, type StatementOptions } from "@loci/ports/database";

/** A statement as it goes to the database. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly Parameter[];
  /** Under which the server keeps its plan. */
  readonly name?: string;
  readonly once?: boolean;
}

/** A name made of the text is the same in every process. */
export function sendable(statement: Sql, { name, keepsPlan = false, once }: StatementOptions = {}): Statement {
  const { text, values } = numbered(statement);
  const kept = name ?? (keepsPlan ? createHash("sha256").update(text).digest("hex").slice(0, 24) : undefined);
  return { text, values, ...(kept !== undefined && { name: kept }), ...(once !== undefined && { once }) };
}
