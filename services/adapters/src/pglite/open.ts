import { access, constants, mkdir } from "node:fs/promises";
import { LociError } from "@loci/kernel";
import type { Database, Transaction, TransactionOptions } from "@loci/ports/database";
import type { Statement } from "../postgres/sendable.ts";
import type { Scope } from "../postgres/begin.ts";
import { DatabaseError } from "../postgres/errors.ts";
import { createSession } from "../postgres/session.ts";
import { statementsOf } from "../postgres/statements.ts";
import { lockFolder } from "./lock.ts";
import { hasCluster, makeCluster } from "./make-cluster.ts";
import { createNames } from "./names.ts";
import { openingOf } from "./opening.ts";
import { pin, type OneSession } from "./pinned.ts";
import { startQuietWork, type QuietTimes } from "./quiet.ts";
import { reclaim, type RewrittenSizes } from "./reclaim.ts";
import { startThread, type DatabaseThread } from "./thread.ts";

export interface PgliteOptions {
  /** The data folder; undefined keeps everything in memory, for tests. */
  readonly folder: string | undefined;
  /** Which tables are written anew when rows were erased, and when; by default as `rewrittenSizes` and `quietTimes` say. */
  readonly rewriting?: { readonly sizes?: RewrittenSizes; readonly times?: QuietTimes };
}

/** A data folder that this process holds; whoever holds it opens it when it is needed, or gives it back. */
export interface ReservedPglite {
  /** Whether no database was ever in it. */
  readonly isNew: boolean;
  /**
   * Opens it, once; its `close` gives the folder back. After a failure it may be tried again.
   * @throws LociError `unavailable`
   */
  open(): Promise<Database>;
  release(): Promise<void>;
}

/**
 * Holds a data folder before anything in it is opened, which costs half a gigabyte: a second process is told at its start that the folder is taken.
 * @throws LociError `conflict` when the folder is in use, `unavailable` when it cannot be written
 */
export async function reservePglite(options: PgliteOptions & { readonly folder: string }): Promise<ReservedPglite> {
  const unlock = await prepareFolder(options.folder);
  return { isNew: !(await hasCluster(options.folder)), open: () => openHeld(options, unlock), release: unlock };
}

/**
 * Opens PGlite in a worker thread, over a locked folder. It has one session: transactions take their turn. Commits survive a killed
 * process, not a power cut (PGlite does not sync its files).
 * @throws LociError `conflict` when the folder is in use, `unavailable` when it cannot be written
 */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const unlock = options.folder === undefined ? undefined : await prepareFolder(options.folder);
  try {
    return await openHeld(options, unlock);
  } catch (error) {
    await unlock?.();
    throw error;
  }
}

async function openHeld(options: PgliteOptions, unlock: (() => Promise<void>) | undefined): Promise<Database> {
  let thread: DatabaseThread | undefined;
  try {
    if (options.folder !== undefined) await makeCluster(options.folder);
    thread = startThread({ folder: options.folder });
    // Answered once it is open.
    await thread.ask({ kind: "exec", text: "select 1" });
  } catch (cause) {
    await thread?.end();
    throw new LociError(
      "unavailable",
      `The database in ${options.folder ?? "memory"} cannot be opened: ${(cause as Error).message}`,
      { cause },
    );
  }
  return createDatabase(thread, unlock, options.rewriting);
}

/** Transactions that write until the first ANALYZE; then each time at four times as many, and at last after every so many. All wait for a table's. */
const firstAnalyze = 8;
const analyzeEvery = 5_000;
/** One that writes many rows changes the statistics as much as several: it counts for one more with each so many. */
const rowsOfWrite = 50;

/** Has the session's counts of changed rows be there for the next statement. */
const flushCounts = "select pg_stat_force_next_flush()";
const changedTables = `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and pg_stat_get_mod_since_analyze(c.oid) > 0 order by 1`;

async function prepareFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new LociError("unavailable", `The data folder ${folder} cannot be written: ${(cause as Error).message}`, { cause });
  }
  return lockFolder(folder);
}

function createDatabase(
  thread: DatabaseThread,
  unlock: (() => Promise<void>) | undefined,
  { sizes, times }: NonNullable<PgliteOptions["rewriting"]> = {},
): Database {
  let turn: Promise<unknown> = Promise.resolve();
  let counting: Promise<void> = Promise.resolve();
  let writes = 0;
  let nextAnalyze = firstAnalyze;
  let underWay = 0;
  let idleSince = performance.now();

  /** PGlite has no autovacuum: without statistics its planner reads whole contexts where an index would do. */
  const afterWrite = (rows: number): void => {
    writes += 1 + Math.floor(rows / rowsOfWrite);
    if (writes < nextAnalyze) return;
    while (nextAnalyze <= writes) nextAnalyze += Math.min(3 * nextAnalyze, analyzeEvery);
    counting = counting.then(analyze);
  };

  /** Table by table: of all together it takes seconds on a busy machine, and others get their turn between two. */
  const analyze = async (): Promise<void> => {
    await alone(flushCounts).catch(() => undefined);
    const tables = await alone(changedTables).catch(() => []);
    for (const { name } of tables as { readonly name: string }[]) await alone(`analyze ${name}`).catch(() => undefined);
  };

  const transaction = <T>(scope: Scope, work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> => {
    const run = async () => {
      let opening: readonly Statement[] | undefined = openingOf(scope, options);
      let rows = 0;
      const statements = statementsOf(async <Row>(statement: Statement) => {
        const request = { ...toRequest(statement), ...(opening && { opening }) };
        opening = undefined;
        if (options.readOnly !== true) rows = Math.max(rows, longestArray(statement));
        return (await thread.ask(request)) as Row[];
      });
      // What asked for nothing was not begun.
      const end = async (how: "commit" | "rollback") => {
        if (opening === undefined) await thread.ask(toRequest({ name: how, text: how }));
      };
      try {
        const result = await work(statements.tx);
        await statements.end();
        // The end of what only read is not waited for: what is asked next is sent behind it.
        if (options.readOnly === true) {
          void end("commit").catch(() => end("rollback").catch(() => undefined));
          return result;
        }
        await end("commit");
        queueMicrotask(() => afterWrite(rows));
        return result;
      } catch (thrown) {
        statements.stop();
        await end("rollback").catch(() => undefined);
        throw thrown;
      }
    };
    return inTurn(run);
  };

  /** The turn of a session's transaction, until it gives it back. */
  const take = (): Promise<() => void> => new Promise((resolve) => void inTurn(() => new Promise<void>((end) => resolve(end))));
  const oneSession: OneSession = {
    ask: (task) => thread.askTable(task),
    take,
    isAwaited: () => underWay > 1,
    taskOf: toRequest,
    rowsOf: longestArray,
    committed: (rows) => queueMicrotask(() => afterWrite(rows)),
  };

  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    underWay++;
    const mine = turn.then(run, run).finally(() => {
      underWay--;
      idleSince = performance.now();
    });
    turn = mine.catch(() => undefined);
    return mine;
  };

  /** Outside any transaction. */
  const alone = (text: string): Promise<unknown[]> => inTurn(() => thread.ask({ kind: "exec", text }));
  const quiet = startQuietWork(alone, () => (underWay > 0 ? 0 : performance.now() - idleSince), times);

  return {
    features: { product: "pglite", pgvector: true, textsearch: true },
    inContext: (contextId, work, options) => transaction({ contextId }, work, options),
    acrossContexts: (work) => transaction({ contextId: "*" }, work),
    asOwner: (work) => transaction("owner", work),
    openSession: (options) => createSession(async ({ statementMs }) => pin(oneSession, statementMs, await take()), options),
    reclaim: async (schemas) => quiet.owe(await reclaim(alone, schemas, sizes)),
    // No other process has the folder.
    hold: createNames(),
    async isReady(timeoutMs) {
      const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
      // A WebAssembly that has crashed still answers: with nothing, or with an error that no database has.
      const answered = thread.ask({ kind: "exec", text: "select 1" }).then((rows) => rows.length === 1, isFailedTransaction);
      return Promise.race([answered, late]);
    },
    async close() {
      quiet.stop();
      await turn;
      await thread.ask({ kind: "close" }).catch(() => undefined);
      await thread.end();
      await unlock?.();
    },
  };
}

/** What is asked runs within whatever transaction is open: one that has failed refuses it, and is alive. */
function isFailedTransaction(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "25P02";
}

/** About the rows that a statement writes: rows travel as arrays, one for each column. */
function longestArray({ values = [] }: Statement): number {
  return values.reduce<number>((most, value) => (Array.isArray(value) ? Math.max(most, value.length) : most), 0);
}

/** Several statements in one text (migrations) have no parameters and go the simple way. */
function toRequest(statement: Statement) {
  return statement.name === undefined && (statement.values === undefined || statement.values.length === 0)
    ? ({ kind: "exec", text: statement.text } as const)
    : ({ kind: "query", statement } as const);
}
