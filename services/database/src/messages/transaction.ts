import { QueryError } from "../errors.ts";

/** Texts of statements that did not run, or were undone, because of the transaction around them. */

const notExecuted = (message: string, kind: string): QueryError =>
  new QueryError("Query", message, { reason: "not-executed", details: { kind } });

export function failedTransaction(): QueryError {
  return notExecuted("The query was not executed due to a failed transaction", "NotExecuted");
}

export function cancelledTransaction(): QueryError {
  return notExecuted("The query was not executed due to a cancelled transaction", "Cancelled");
}

export function commitAborted(): QueryError {
  return notExecuted("Cannot COMMIT: the transaction was aborted due to a prior error", "NotExecuted");
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
