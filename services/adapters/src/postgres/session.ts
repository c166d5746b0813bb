import { LociError } from "@loci/kernel";
import type { BeginOptions, DatabaseSession, SessionOptions, Sql, StatementOptions, Table } from "@loci/ports/database";
import { alreadyOpen, notOpen } from "./errors.ts";
import { openTransaction, type Limits, type OpenTransaction } from "./open-transaction.ts";
import type { Answer, Opening, Pinned } from "./pinned.ts";
import { sendable, type Statement } from "./sendable.ts";

const defaults = { as: "app", idleMs: 10_000, totalMs: 300_000, statementMs: 60_000, lockMs: 10_000 } as const;

/** Sessions of any adapter. @param acquire a connection for one transaction, waited for as long as that takes */
export function createSession(acquire: (limits: Limits) => Promise<Pinned>, options: SessionOptions = {}): DatabaseSession {
  const limits: Limits & Required<Pick<SessionOptions, "as" | "lockMs">> = { ...defaults, ...options };
  let current: OpenTransaction | undefined;
  let isBeginning = false;
  let isClosed = false;
  const mayAsk = (): boolean => !isClosed;

  const start = async ({ isolation = "repeatable read", readOnly = false }: BeginOptions): Promise<OpenTransaction> => {
    if (!mayAsk()) throw closed();
    const pinned = await acquire(limits);
    if (!mayAsk()) {
      pinned.release({ committed: false });
      throw closed();
    }
    const opening: Opening = { isolation, readOnly, as: limits.as, statementMs: limits.statementMs, lockMs: limits.lockMs };
    return openTransaction(pinned, opening, limits);
  };

  /** One statement as a transaction of its own, in one message. */
  const alone = async (statement: Statement, shape: "objects" | "arrays"): Promise<Answer> => {
    const transaction = await start({});
    const answer = transaction.run(statement, shape);
    const ended = transaction.endWith();
    const [result] = await Promise.allSettled([answer, ended]);
    if (result.status === "rejected") throw result.reason;
    await ended;
    return result.value;
  };

  const run = (statement: Statement, shape: "objects" | "arrays"): Promise<Answer> =>
    current === undefined ? alone(statement, shape) : current.run(statement, shape);

  const required = (): OpenTransaction => {
    if (current === undefined) throw notOpen();
    return current;
  };
  const taken = (): OpenTransaction | undefined => {
    const taking = current;
    current = undefined;
    return taking;
  };

  return {
    async begin(begin = {}) {
      if (current !== undefined || isBeginning) throw alreadyOpen();
      isBeginning = true;
      try {
        current = await start(begin);
      } finally {
        isBeginning = false;
      }
    },
    async query<Row>(statement: Sql, options?: StatementOptions) {
      return (await run(sendable(statement, options), "objects")).rows as Row[];
    },
    async table(statement, options) {
      return (await run(sendable(statement, options), "arrays")) as Table;
    },
    async *pages(statement, rows) {
      const transaction = required();
      const name = `page${transaction.count()}`;
      const query = sendable(statement);
      await transaction.run({ ...query, text: `declare ${name} no scroll cursor for ${query.text}` }, "arrays");
      try {
        for (;;) {
          const page = await transaction.run({ text: `fetch forward ${Math.max(1, Math.trunc(rows))} from ${name}` }, "arrays");
          if (page.rows.length > 0) yield page as Table;
          if (page.rows.length < rows) return;
        }
      } finally {
        if (transaction === current && !transaction.hasFailed()) await transaction.run({ text: `close ${name}` }, "arrays");
      }
    },
    savepoint: async () => required().savepoint(),
    rollbackTo: async (savepoint) => required().rollbackTo(savepoint),
    release: async (savepoint) => required().release(savepoint),
    async commit() {
      required();
      await taken()?.commit();
    },
    async rollback() {
      required();
      await taken()?.rollback();
    },
    async cancel() {
      await current?.cancel();
    },
    async close() {
      isClosed = true;
      await taken()?.rollback();
    },
  };
}

const closed = (): LociError => new LociError("internal", "A statement came after the end of its session.");
