import type { TransactionOptions } from "@loci/ports/database";

/** Whose rows a transaction may see: one context's, "*" for tables that admit all, or everything as the owner. */
export type Scope = { readonly contextId: string } | "owner";

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

// One snapshot for all statements: else a record is read whose selector, committed together with it, an earlier statement missed.
const readOnly = "begin isolation level repeatable read read only";

// Who waits for a lock holds a connection: a context that is busy for long would take them all from the others. No request waits longer.
const lockTimeout = "set local lock_timeout = '60s'";

/**
 * The text that opens a transaction, in one message: a round trip less than BEGIN and set_config each on its own. The role is set in
 * every transaction because the connecting user may be a superuser, whom row-level security does not bind.
 */
export function beginText(scope: Scope, options: TransactionOptions): string {
  const parts = [options.readOnly === true ? readOnly : "begin"];
  if (scope !== "owner") {
    parts.push(lockTimeout, "set local role loci_app", `select set_config('app.ctx', ${quote(scope.contextId)}, true)`);
  }
  for (const [name, value] of Object.entries(options.settings ?? {})) parts.push(`set local ${name} = ${value}`);
  return parts.join("; ");
}
