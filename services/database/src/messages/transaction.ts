import { QueryError } from "../errors.ts";

/** Texts of statements that did not run, or were undone, because of the transaction around them. */

const notExecuted = (message: string, kind: string): QueryError =>
  new QueryError("Query", message, { reason: "not-executed", details: { kind } });

/** @param statement printed, where it is told */
export function failedTransaction(statement?: string): QueryError {
  const which = statement === undefined ? "" : `: ${statement}`;
  return notExecuted(`The query was not executed due to a failed transaction${which}`, "NotExecuted");
}

export function cancelledTransaction(): QueryError {
  return notExecuted("The query was not executed due to a cancelled transaction", "Cancelled");
}

export function readOnlyTransaction(): QueryError {
  return new QueryError("Internal", "There was a problem with the key-value store: Couldn't write to a read only transaction");
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
