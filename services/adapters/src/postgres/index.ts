import { LociError } from "@loci/kernel";
import type { Database, Transaction, TransactionOptions } from "@loci/ports/database";
import { Pool, TypeOverrides, types, type ClientConfig, type PoolClient } from "pg";
import { beginText, type Scope } from "./begin.ts";
import { ask, connect, connectWithinMs } from "./connect.ts";
import { enable } from "./extensions.ts";
import { createHolds, type Holds } from "./holds.ts";
import { createListening, type Listening } from "./listening.ts";
import { silentAfterSeconds, watchClient } from "./keepalive.ts";
import { pin } from "./pin.ts";
import { reclaim } from "./reclaim.ts";
import { runStatement, sendTogether, type Bound } from "./send.ts";
import { createSession } from "./session.ts";
import { statementsOf } from "./statements.ts";

export interface PostgresOptions {
  readonly connectionString: string;
  /** Connections of this process, but one more where it holds names. */
  readonly poolSize?: number;
  /** How long a request waits for the answer to one statement, in milliseconds; longer than it may wait for a lock. */
  readonly answerTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
}

const oldestServer = 150_000;

/** The system gives up what it sent to a machine that died without a word after a quarter of an hour only. */
const defaultAnswerTimeoutMs = 90_000;
/** What a name is asked for with waits for nothing. */
const longestHoldMs = 5_000;

/**
 * Opens a pool on a Postgres 15 or later. pgvector and pg_textsearch are used where the server has them.
 * @throws LociError `unavailable` when the server does not answer or is too old
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.INT8, Number);
  const connection = {
    connectionString: options.connectionString,
    types: parsers,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: silentAfterSeconds * 1_000,
    // A statement does not wait for the answer to the one before it: a transaction's first one goes with its BEGIN.
    pipeline: true,
    application_name: "loci",
  };
  const { answerTimeoutMs = defaultAnswerTimeoutMs } = options;
  const pool = new Pool({ ...connection, max: options.poolSize ?? 10 });
  const holds = createHolds({ ...connection, query_timeout: Math.min(answerTimeoutMs, longestHoldMs) }, (error) =>
    options.onError?.(error),
  );
  const listening = createListening({ ...connection, query_timeout: Math.min(answerTimeoutMs, longestHoldMs) }, (error) =>
    options.onError?.(error),
  );
  const lost = new WeakSet<PoolClient>();
  pool.on("error", (error) => options.onError?.(error));
  // The pool listens to idle connections only: one that is lost while it works would end the process.
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      lost.add(client);
      options.onError?.(error);
    });
    // Goes before the first transaction, which does not wait for it.
    client.query(watchClient).catch((error: unknown) => options.onError?.(error as Error));
  });
  try {
    const features = await prepare(pool);
    return createDatabase({ pool, holds, listening, answerTimeoutMs, lost, config: connection }, features);
  } catch (cause) {
    await pool.end();
    if (cause instanceof LociError) throw cause;
    throw new LociError("unavailable", `The database does not answer: ${(cause as Error).message}`, { cause });
  }
}

async function prepare(pool: Pool): Promise<Database["features"]> {
  const { rows } = await ask<{ version: number }>(pool, {
    text: "select current_setting('server_version_num')::int as version",
  });
  if ((rows[0]?.version ?? 0) < oldestServer) throw new LociError("unavailable", "The database is older than Postgres 15.");
  return { product: "postgres", pgvector: await enable(pool, "vector"), textsearch: await enable(pool, "pg_textsearch") };
}

interface Connections {
  readonly pool: Pool;
  readonly holds: Holds;
  readonly listening: Listening;
  readonly answerTimeoutMs: number;
  /** Those of which the line broke. */
  readonly lost: WeakSet<PoolClient>;
  /** What another connection is made with. */
  readonly config: ClientConfig;
}

function createDatabase(
  { pool, holds, listening, answerTimeoutMs, lost, config }: Connections,
  features: Database["features"],
): Database {
  const transaction = async <T>(
    scope: Scope,
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> => {
    const client = await connect(pool).catch(noAnswer);
    // One that is not answered in time has the driver break the line, which refuses all that was sent over it.
    const bound: Bound = scope === "owner" || options.patient === true ? {} : { query_timeout: answerTimeoutMs };
    const statements = statementsOf((statement) => runStatement(client, statement, bound));
    let begun: Promise<unknown> = Promise.resolve();
    let broken: Error | undefined;
    let ended: Promise<unknown> = Promise.resolve();
    try {
      // Not waited for: work's first statement follows at once.
      sendTogether(client);
      begun = client.query({ text: beginText(scope, options), ...bound });
      begun.catch(() => undefined);
      const result = await work(statements.tx);
      await begun;
      await statements.end();
      const committed = client.query({ text: "commit", ...bound });
      // What was only read is known already: the connection alone waits.
      if (options.readOnly === true) ended = committed;
      else await committed;
      return result;
    } catch (thrown) {
      statements.stop();
      await client.query({ text: "rollback", ...bound }).catch((failure: unknown) => (broken = failure as Error));
      // Where it did not begin, that each statement is refused says nothing.
      const error = await begun.then(
        () => thrown,
        (refused: unknown) => refused,
      );
      // Its line leads to a server that was the primary, or is none yet: a new one goes where the name points to by now.
      if (refusesWrites(error, options)) broken ??= error as Error;
      else if (!lost.has(client) && !isPassing(error)) throw error;
      throw new LociError("unavailable", "The database did not finish the request.", { cause: error, retryAfterSeconds: 1 });
    } finally {
      ended.then(
        () => client.release(broken),
        (error: unknown) => client.release(broken ?? (error as Error)),
      );
    }
  };
  return {
    features,
    inContext: (contextId, work, options) => transaction({ contextId }, work, options),
    acrossContexts: (work) => transaction({ contextId: "*" }, work),
    asOwner: (work) => transaction("owner", work),
    openSession: (options) =>
      createSession(async ({ statementMs }) => {
        const client = await connect(pool).catch(noAnswer);
        return pin(client, { config, query_timeout: statementMs + answerTimeoutMs, isLost: () => lost.has(client) });
      }, options),
    reclaim: (schemas) => reclaim(pool, schemas),
    hold: holds.hold,
    listen: listening.listen,
    async isReady(timeoutMs) {
      const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
      // A connection that does not answer is given up with the question: who asks again and again would fill the pool with them.
      const question = { text: "select 1", query_timeout: timeoutMs };
      return Promise.race([
        ask(pool, question).then(
          () => true,
          () => false,
        ),
        late,
      ]);
    },
    connections: () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([pool.end(), holds.close(), listening.close()]);
    },
  };
}

/** SQLSTATEs that say nothing of the request: connection lost, server going down or full, deadlock, a lock that others hold. */
const passing = /^(?:08...|57P0[1-5]|53[0-3]00|40001|40P01|55P03)$/;

function isPassing(error: unknown): boolean {
  return passing.test(sqlState(error));
}

/** Whether the server took no write because it takes none; in a transaction that only reads the fault is ours. */
function refusesWrites(error: unknown, { readOnly = false }: TransactionOptions): boolean {
  return !readOnly && sqlState(error) === "25006";
}

/** "" where the error is not the server's. */
function sqlState(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function noAnswer(cause: unknown): never {
  throw new LociError("unavailable", "The database does not answer.", { cause, retryAfterSeconds: 1 });
}
