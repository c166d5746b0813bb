import type { DatabaseSession, SessionOptions } from "./session.ts";
import type { Sql } from "./sql.ts";

export { identifier, join, literal, nothing, numbered, param, raw, sql, Sql, type Parameter } from "./sql.ts";
export type { BeginOptions, DatabaseSession, SessionOptions, Table } from "./session.ts";

/**
 * The truth: a Postgres (a server, or PGlite in this process). Values come back alike from every adapter: timestamptz as Date,
 * bigint as number, jsonb parsed, bytea as Uint8Array. JSON goes in as text with a `::jsonb` cast.
 */
export interface Database {
  readonly features: DatabaseFeatures;
  /** Runs `work` in one transaction that sees the rows of one context only (forced row-level security). */
  inContext<T>(contextId: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `work` in one transaction that sees the few tables whose policy admits all contexts (lists of contexts, queues of ids). */
  acrossContexts<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction as the owner of the schema: migrations and index maintenance, never a request. */
  asOwner<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Transactions whose statements a client sends one by one; nothing is asked of the database yet. */
  openSession(options?: SessionOptions): DatabaseSession;
  /**
   * Has what deleted rows of these schemas held leave the database's files, as far as that can be had while it serves: the rows, the planner's
   * statistics of them, the log of changes. Table by table, outside any transaction; it takes long, and requests go in between.
   */
  reclaim(schemas: readonly string[]): Promise<void>;
  /**
   * Takes a name until it is given back, or this process or its connection to the database ends, however that happens. It leaves no row and
   * waits for no disk. Whoever has it is not told that the connection ended: it may tell twins apart, but must not be all that does.
   * @returns the function that gives it back; undefined while somebody has it, here or in another process
   */
  hold(name: string): Promise<(() => Promise<void>) | undefined>;
  /**
   * Hears what transactions of any process tell by `pg_notify`, in the order of their commits; absent where no other process has the database.
   * `lost` is called once where the connection ends, after which nothing is heard.
   * @returns the function that ends it
   */
  readonly listen?: (
    channel: string,
    listener: { readonly told: (payload: string) => void; readonly lost: () => void },
  ) => Promise<() => Promise<void>>;
  /** Whether the database answers within the time; never throws. */
  isReady(timeoutMs: number): Promise<boolean>;
  /** The connections of this process, and how many wait for one; absent where there are none. */
  readonly connections?: () => { readonly idle: number; readonly busy: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface DatabaseFeatures {
  /** "pglite" | "postgres". In the first all wait for one thread. */
  readonly product: string;
  /** pgvector is installed: `vector` columns and HNSW. Without it vectors are compared exactly over stored arrays. */
  readonly pgvector: boolean;
  /** pg_textsearch is installed: BM25 indexes. Without it Postgres' own full text finds the candidates. */
  readonly textsearch: boolean;
}

export interface TransactionOptions {
  /** Nothing is written, and every statement sees the database as it was at one moment. */
  readonly readOnly?: boolean;
  /** Planner settings for this transaction, e.g. `enable_sort=off`; names and values are ours, never a caller's. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A statement may take many minutes, as one over all that a context has: its answer is waited for however long that takes. */
  readonly patient?: boolean;
}

export interface Transaction {
  /** Runs one statement. One that fails undoes the transaction, also where `work` goes on. */
  query<Row = Record<string, unknown>>(statement: Sql, options?: StatementOptions): Promise<Row[]>;
}

export interface StatementOptions {
  /** Lets the server keep its plan, under this name, which is no other statement's. */
  readonly name?: string;
  /** Lets the server keep its plan, under a name made of its text: for one that is put together of parts. */
  readonly keepsPlan?: boolean;
  /**
   * Where a session's transaction is repeated, this is not: what it does outlives a rollback (the next value of a sequence), or it only reads, and who
   * asks sees to it that what was read still holds.
   */
  readonly once?: boolean;
}
