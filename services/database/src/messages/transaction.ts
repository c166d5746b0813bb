import { QueryError } from "../errors.ts";

/** Texts of statements that did not run, or were undone, because of the transaction around them. */

export function failedTransaction(): QueryError {
  return new QueryError("Query", "The query was not executed due to a failed transaction", { reason: "not-executed" });
}

export function cancelledTransaction(): QueryError {
  return new QueryError("Query", "The query was not executed due to a cancelled transaction", { reason: "not-executed" });
}

export function commitAborted(): QueryError {
  return new QueryError("Query", "Cannot COMMIT: the transaction was aborted due to a prior error", { reason: "not-executed" });
}

export function commitWithoutBegin(): QueryError {
  return new QueryError("Internal", "Invalid statement: Cannot COMMIT without starting a transaction");
}

export function cancelWithoutBegin(): QueryError {
  return new QueryError("Internal", "Invalid statement: Cannot CANCEL without starting a transaction");
}

export function commitMissing(): QueryError {
  return new QueryError("Internal", "Missing COMMIT statement");
}

export function nestedBegin(): QueryError {
  return new QueryError("Internal", "Tried to start a transaction while another transaction was open");
}
