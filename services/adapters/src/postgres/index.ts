import { LociError } from "@loci/kernel";
import type { Database, Statement, Transaction, TransactionOptions } from "@loci/ports/database";
import { Client, Pool, TypeOverrides, types, type PoolClient } from "pg";
import { beginText, type Scope } from "./begin.ts";
import { enable } from "./extensions.ts";
import { statementsOf } from "./statements.ts";

export interface PostgresOptions {
  readonly connectionString: string;
  /** Connections of this process. */
  readonly poolSize?: number;
  readonly onError?: (error: Error) => void;
}

const oldestServer = 150_000;
/** Each side looks then whether the other is still there; the systems' own default is two hours. */
const silentAfterSeconds = 15;
/** Has the server end a connection whose client's machine is gone: until then it would hold what its transaction has locked. */
const watchClient = `set tcp_keepalives_idle = ${silentAfterSeconds}; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

/**
 * Opens a pool on a Postgres 15 or later. pgvector and pg_textsearch are used where the server has them.
 * @throws LociError `unavailable` when the server does not answer or is too old
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.poolSize ?? 10,
    types: parsers,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: silentAfterSeconds * 1_000,
    // A statement does not wait for the answer to the one before it: a transaction's first one goes with its BEGIN.
    pipeline: true,
    application_name: "loci",
  });
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
    return createDatabase(pool, features, lost);
  } catch (cause) {
    await pool.end();
    if (cause instanceof LociError) throw cause;
    throw new LociError("unavailable", `The database does not answer: ${(cause as Error).message}`, { cause });
  }
}

async function prepare(pool: Pool): Promise<Database["features"]> {
  const { rows } = await pool.query<{ version: number }>("select current_setting('server_version_num')::int as version");
  if ((rows[0]?.version ?? 0) < oldestServer) throw new LociError("unavailable", "The database is older than Postgres 15.");
  return { product: "postgres", pgvector: await enable(pool, "vector"), textsearch: await enable(pool, "pg_textsearch") };
}

function createDatabase(pool: Pool, features: Database["features"], lost: WeakSet<PoolClient>): Database {
  const transaction = async <T>(
    scope: Scope,
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> => {
    const client = await connect(pool);
    const statements = statementsOf((statement) => runStatement(client, statement));
    let begun: Promise<unknown> = Promise.resolve();
    let broken: Error | undefined;
    let ended: Promise<unknown> = Promise.resolve();
    try {
      // Not waited for: work's first statement follows at once.
      sendTogether(client);
      begun = client.query(beginText(scope, options));
      begun.catch(() => undefined);
      const result = await work(statements.tx);
      await begun;
      await statements.end();
      const committed = client.query("commit");
      // What was only read is known already: the connection alone waits.
      if (options.readOnly === true) ended = committed;
      else await committed;
      return result;
    } catch (thrown) {
      statements.stop();
      await client.query("rollback").catch((failure: unknown) => (broken = failure as Error));
      // Where it did not begin, that each statement is refused says nothing.
      const error = await begun.then(
        () => thrown,
        (refused: unknown) => refused,
      );
      if (!lost.has(client) && !isPassing(error)) throw error;
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
    async isReady(timeoutMs) {
      const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
      return Promise.race([
        pool.query("select 1").then(
          () => true,
          () => false,
        ),
        late,
      ]);
    },
    connections: () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** SQLSTATEs that say nothing of the request: connection lost, server going down or full, deadlock, a lock that others hold. */
const passing = /^(?:08...|57P0[1-5]|53[0-3]00|40001|40P01|55P03)$/;

function isPassing(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && passing.test(error.code);
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw new LociError("unavailable", "The database does not answer.", { cause, retryAfterSeconds: 1 });
  }
}

/** What is asked before the event loop turns goes to the server in one message: BEGIN with the first statement, a read with its fellows. */
function sendTogether(client: PoolClient): void {
  if (!(client instanceof Client)) return;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

async function runStatement<Row>(client: PoolClient, statement: Statement): Promise<Row[]> {
  const values = statement.values?.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)) ?? [];
  const name = statement.name === undefined ? {} : { name: statement.name };
  sendTogether(client);
  const result = await client.query({ text: statement.text, values, ...name });
  // A text of several statements (a migration) answers with one result for each.
  const last = Array.isArray(result) ? (result as { rows: unknown[] }[]).at(-1) : result;
  return (last?.rows ?? []) as Row[];
}
