import { sql, type Transaction } from "@loci/ports/database";

/** Turns a context's transaction into one across contexts, for rows of both kinds that come about all or none. */
export async function crossContexts(tx: Transaction): Promise<void> {
  await tx.query(sql`select set_config('app.ctx', '*', true)`, { name: "auth.cross_contexts" });
}

/** Turns a transaction across contexts into one of a single context. */
export async function enterContext(tx: Transaction, contextId: string): Promise<void> {
  await tx.query(sql`select set_config('app.ctx', ${contextId}, true)`, { name: "auth.enter_context" });
}
