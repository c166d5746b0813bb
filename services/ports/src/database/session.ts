import type { StatementOptions } from "./port.ts";
import type { Sql } from "./sql.ts";

/** As whom a session asks, and for how long its transactions may keep their connection. */
export interface SessionOptions {
  /** "app": row-level security binds it, and it names no context, so it sees no context's rows (the default). "owner": of the schemas. */
  readonly as?: "app" | "owner";
  /** An open transaction without a statement is rolled back after so long; 10 s by default. */
  readonly idleMs?: number;
  /** A transaction is rolled back so long after it began, whatever it does; 5 minutes by default. */
  readonly totalMs?: number;
  /** A statement fails after so long; a minute by default. */
  readonly statementMs?: number;
  /** A statement that waits so long for what another transaction has locked fails with 55P03; 10 s by default. */
  readonly lockMs?: number;
}

export interface BeginOptions {
  /** "repeatable read" by default: one snapshot for all statements, and no update is lost. */
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  readonly readOnly?: boolean;
}

/** Rows in the order of the statement's columns, of which several may have one name. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * One client's transactions, one at a time, with its pace: between `begin` and the end a connection is this session's alone. On PGlite, which has one,
 * a transaction that asks nothing while others wait is rolled back, and done again when it goes on; where an answer is another then, it fails with 40001.
 * Outside a transaction each statement is one of its own.
 *
 * Errors of the database have their SQLSTATE as `code`. Of this session itself: 25P03 the idle limit, 25P04 the total limit, 57014 a statement that took
 * too long or was cancelled, 25P02 anything after a statement failed, 25P01 no transaction, 25001 one already. After 25P03 and 25P04 all is refused
 * with that error until `commit` (which tells it too) or `rollback`: what belongs to a transaction never runs outside it.
 */
export interface DatabaseSession {
  /** Takes a connection; BEGIN itself goes with the first statement, which tells what kept it from beginning. */
  begin(options?: BeginOptions): Promise<void>;
  /** Statements that are asked for at once go to the database together, and run one after another. */
  query<Row = Record<string, unknown>>(statement: Sql, options?: StatementOptions): Promise<Row[]>;
  table(statement: Sql, options?: StatementOptions): Promise<Table>;
  /** Rows by so many, through a cursor of the open transaction, which sees the database as it was when it was opened. */
  pages(statement: Sql, rows: number): AsyncIterable<Table>;
  /** @returns what `rollbackTo` and `release` take. */
  savepoint(): Promise<number>;
  /** Undoes what came after, also a failure; the savepoint stays. */
  rollbackTo(savepoint: number): Promise<void>;
  /** Forgets the savepoint and those after it, and keeps what was done. */
  release(savepoint: number): Promise<void>;
  /** @throws 25P02 where a statement failed and no savepoint caught it: all is undone then */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /**
   * Has the running statement fail, and those sent behind it. PGlite cannot stop one: whoever waits for it is told at once, but its transaction
   * stays where it is until the statement ends.
   */
  cancel(): Promise<void>;
  /** Rolls back what is open; nothing is asked afterwards. */
  close(): Promise<void>;
}
