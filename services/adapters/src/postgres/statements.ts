import { LociError } from "@loci/kernel";
import type { Sql, StatementOptions, Transaction } from "@loci/ports/database";
import { sendable, type Statement } from "./sendable.ts";

/** The statements of one transaction, from its begin to its end. */
export interface Statements {
  /** What `work` gets. */
  readonly tx: Transaction;
  /** Takes no further one, and waits for those that nobody waits for. @throws what the first one failed with, if any did */
  end(): Promise<void>;
  /** Takes no further one. */
  stop(): void;
}

/**
 * Keeps a transaction to itself. A statement that comes after its end would run in the connection's next transaction, which may be
 * another context's. And one that failed has undone all of it: COMMIT is then answered by a rollback without an error, so what `work`
 * made of the failure must not pass for a success.
 */
export function statementsOf(run: <Row>(statement: Statement) => Promise<Row[]>): Statements {
  let isOpen = true;
  let failure: { readonly thrown: unknown } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    tx: {
      query<Row>(statement: Sql, options?: StatementOptions): Promise<Row[]> {
        if (!isOpen) return Promise.reject(new LociError("internal", "A statement came after the end of its transaction."));
        const answer = run<Row>(sendable(statement, options));
        last = answer.catch((thrown: unknown) => void (failure ??= { thrown }));
        return answer;
      },
    },
    async end() {
      isOpen = false;
      // They are answered in the order in which they were asked.
      await last;
      if (failure !== undefined) throw failure.thrown;
    },
    stop() {
      isOpen = false;
    },
  };
}
