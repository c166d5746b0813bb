import { QueryError } from "../errors.ts";
import { printRecordId, printValue } from "../values/print.ts";
import type { RecordId, Value } from "../values/value.ts";

export function recordExists(record: RecordId): QueryError {
  return new QueryError("AlreadyExists", `Database record \`${printRecordId(record)}\` already exists`, {
    details: { kind: "Record", details: { id: printRecordId(record) } },
  });
}

/** An entry of a unique index is another record's. */
export class IndexContains extends QueryError {
  /** Whose entry it is. */
  readonly holder: RecordId;
  /** The index's name. */
  readonly index: string;
  constructor(message: string, index: string, holder: RecordId) {
    super("Internal", message, { reason: "unique" });
    this.index = index;
    this.holder = holder;
  }
}

/** @param values of the index's columns */
export function indexContains(index: string, values: readonly Value[], record: RecordId): IndexContains {
  const [only] = values;
  const shown = printValue(values.length === 1 ? only : values);
  const message = `Database index \`${index}\` already contains ${shown}, with record \`${printRecordId(record)}\``;
  return new IndexContains(message, index, record);
}

/** The same to a user who must not learn of whom, or of what in other columns. */
export function indexContainsHidden(index: string): QueryError {
  return new QueryError("Internal", `Database index \`${index}\` already contains this value`, { reason: "unique" });
}

export function transactionConflict(): QueryError {
  const message = "Transaction conflict: Write conflict, retry the transaction. This transaction can be retried";
  return new QueryError("Query", message, { reason: "conflict", details: { kind: "TransactionConflict" } });
}

/** A limit of ours, which the language knows nothing of: nobody may keep a connection from all others. */
export function transactionTooLong(message: string): QueryError {
  return new QueryError("Query", message, { reason: "timeout" });
}
