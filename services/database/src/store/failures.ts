import { QueryError } from "../errors.ts";
import { transactionConflict, transactionTooLong } from "../messages/store.ts";

/**
 * SQLSTATEs by which Postgres says that two transactions were in each other's way: serialization failure, deadlock, a lock that was waited for too
 * long; a table, column or sequence that this one still saw and another dropped; two that made the same.
 */
const conflicts = new Set(["40001", "40P01", "55P03", "42P01", "42703", "23505", "42P07", "23503"]);
/** A limit of the session: idle, open, or a statement that ran too long. */
const limits = new Set(["25P03", "25P04", "57014"]);

/** What users of the language may see of a failure; anything else is a fault. */
export function asQueryError(thrown: unknown): unknown {
  if (thrown instanceof QueryError || !(thrown instanceof Error) || !("code" in thrown)) return thrown;
  // A commit after a failure tells only that there was one.
  if (thrown.code === "25P02" && thrown.cause !== undefined) return asQueryError(thrown.cause);
  const code = String(thrown.code);
  if (conflicts.has(code)) return transactionConflict();
  if (limits.has(code)) return transactionTooLong(thrown.message);
  return thrown;
}
