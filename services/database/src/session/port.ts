import type { ObjectValue, RecordId, Value } from "../values/value.ts";
import type { Limits } from "../limits.ts";
import type { StatementResult } from "./state.ts";

/** Tokens that a sign-in gives: with a refresh token where the access method has them. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
}

/** A change that a live query tells of. */
export interface Notification {
  /** The live query's id. */
  readonly id: string;
  readonly action: "CREATE" | "UPDATE" | "DELETE" | "KILLED";
  readonly record: RecordId | undefined;
  readonly result: Value;
}

export interface QueryOptions {
  /** An interactive transaction that `begin` opened. */
  readonly transaction?: string;
  readonly signal?: AbortSignal;
}

/** One connection's session: what every wire works through. All that fails throws a QueryError; a statement's failure is in its result. */
export interface Session {
  readonly id: string;
  /** Whether it may run statements at all: it is signed in, or guests are let in. */
  readonly mayAsk: boolean;
  /** Whom it acts for, as a text that is equal for the same one alone; undefined for a stranger. */
  readonly actor: string | undefined;
  /** Where it stands; undefined where nothing was chosen. Assigned where nothing is to be made or checked: statements say what is missing. */
  place: { readonly namespace: string | undefined; readonly database: string | undefined };
  /**
   * Chooses namespace and database: null takes the choice away, undefined leaves it.
   * @throws QueryError when there is none of that name and the session may not make one
   */
  use(namespace: string | null | undefined, database: string | null | undefined): Promise<void>;
  set(name: string, value: Value): Promise<void>;
  unset(name: string): void;
  /** Runs a text; `variables` hold for it alone. A text that does not parse throws. */
  query(text: string, variables: ObjectValue | undefined, options?: QueryOptions): Promise<readonly StatementResult[]>;
  begin(): Promise<string>;
  commit(transaction: string): Promise<void>;
  cancel(transaction: string): Promise<void>;
  signup(credentials: ObjectValue): Promise<Tokens>;
  signin(credentials: ObjectValue): Promise<Tokens>;
  authenticate(token: string): Promise<void>;
  refresh(tokens: Tokens): Promise<Tokens>;
  revoke(tokens: Tokens): Promise<void>;
  /** Forgets who the session acts for. */
  invalidate(): void;
  /** Forgets everything: identity, place, variables, open transactions, live queries. */
  reset(): Promise<void>;
  /** What changes of its live queries are sent to; one listener. */
  onNotification(listener: (notification: Notification) => void): void;
  /** Ends its transactions and live queries. */
  close(): Promise<void>;
}

export interface SessionOrigin {
  readonly ip: string | undefined;
  readonly origin: string | undefined;
}

/** The database as the wires see it. */
export interface Databases {
  openSession(from: SessionOrigin): Session;
  isReady(timeoutMs: number): Promise<boolean>;
  readonly limits: Limits;
}
