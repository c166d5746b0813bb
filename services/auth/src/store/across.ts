import type { Transaction } from "@loci/ports/database";

/** Turns a context's transaction into one across contexts, for rows of both kinds that come about all or none. */
export async function crossContexts(tx: Transaction): Promise<void> {
  await tx.query({ name: "auth.cross_contexts", text: "select set_config('app.ctx', '*', true)" });
}

/** Turns a transaction across contexts into one of a single context. */
export async function enterContext(tx: Transaction, contextId: string): Promise<void> {
  await tx.query({ name: "auth.enter_context", text: "select set_config('app.ctx', $1, true)", values: [contextId] });
}
