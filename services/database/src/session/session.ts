import { randomUUID } from "node:crypto";
import { v7 as uuidV7 } from "uuid";
import type { RecordChange } from "../interpret/live.ts";
import type { Program } from "../language/surrealql/index.ts";
import { parsedProgram } from "./parsed.ts";
import { sessionMessages } from "../messages/session.ts";
import type { Store, StoreTransaction } from "../store/port.ts";
import { printValue } from "../values/print.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import type { AccessParts } from "./access.ts";
import { authenticateToken } from "./authenticate.ts";
import { readCredentials } from "./credentials.ts";
import { protectedNames } from "../interpret/parameter.ts";
import { protectedVariable } from "../messages/interpret.ts";
import { limitVariables } from "../interpret/size.ts";
import type { Limits } from "../limits.ts";
import type { Notification, QueryOptions, Session, SessionOrigin, Tokens } from "./port.ts";
import { refreshTokens, revokeTokens } from "./refresh.ts";
import { signin, signup } from "./sign.ts";
import type { Identity, SessionState, StatementResult } from "./state.ts";
import type { LiveQueries } from "./live-queries.ts";
import type { watchedQueries } from "./watched.ts";
import type { SignedIn } from "./users.ts";

/** Interactive transactions that one session may have open. */
const mostTransactions = 8;
/** The same of who is signed in as one record, in all sessions. */
const mostTransactionsOfRecord = 4;
/** This part of the server's, rounded down, is left to its own users. */
const keptFromRecords = 0.25;
/** Variables that one session may set: a stranger may set them before signing in. */
const mostVariables = 1024;

/** A transaction that a client holds open, and what it has changed. */
export interface OpenTransaction {
  readonly transaction: StoreTransaction;
  readonly changes: RecordChange[];
}

/** Runs statements for a session, whose place and variables USE and LET change. */
export type Run = (
  program: Program,
  state: SessionState,
  options: {
    readonly variables: ObjectValue;
    readonly open: OpenTransaction | undefined;
    readonly signal: AbortSignal | undefined;
  },
) => Promise<readonly StatementResult[]>;

export interface SessionParts {
  readonly store: Store;
  readonly access: AccessParts;
  readonly run: Run;
  readonly queries: ReturnType<typeof watchedQueries>;
  readonly closed: (session: Session) => void;
  /** Makes the namespace and database of a session where they are not there and it may make them. @throws QueryError when it may not */
  readonly ensurePlace: (state: SessionState) => Promise<void>;
  /** Whom a session acts for before anybody signs in. */
  readonly identity: Identity;
  readonly live: LiveQueries;
  readonly limits: Limits;
  readonly allowGuests: boolean;
  /** Of all sessions; each pins a connection of the store. */
  readonly openTransactions: { count: number; readonly most: number; readonly ofRecords: Map<string, number> };
}

/** A session over the store; see `Session` for what each method does. */
export class DatabaseSession implements Session {
  readonly #parts: SessionParts;
  readonly #state: SessionState;
  readonly #transactions = new Map<string, OpenTransaction>();
  /** Grows with each close and reset: what began before one is not kept after it. */
  #era = 0;
  #listener: ((notification: Notification) => void) | undefined;
  #endLive: () => void = () => undefined;

  constructor(parts: SessionParts, from: SessionOrigin) {
    this.#parts = parts;
    this.#state = {
      id: randomUUID(),
      namespace: undefined,
      database: undefined,
      identity: parts.identity,
      access: undefined,
      token: undefined,
      expires: undefined,
      variables: new Map(),
      ip: from.ip,
      origin: from.origin,
    };
  }

  get mayAsk(): boolean {
    return this.#parts.allowGuests || this.#state.identity.who !== "anonymous";
  }

  get actor(): string | undefined {
    return actorOf(this.#state.identity);
  }

  get id(): string {
    return this.#state.id;
  }

  get place(): Session["place"] {
    return { namespace: this.#state.namespace, database: this.#state.database };
  }

  set place({ namespace, database }: Session["place"]) {
    this.#state.namespace = namespace;
    this.#state.database = database;
  }

  async use(namespace: string | null | undefined, database: string | null | undefined): Promise<void> {
    const state = this.#state;
    const before = { namespace: state.namespace, database: state.database };
    const chosen = namespace === undefined ? state.namespace : (namespace ?? undefined);
    if (typeof database === "string" && chosen === undefined) throw sessionMessages.namespaceMissing();
    state.namespace = chosen;
    if (database !== undefined) state.database = database ?? undefined;
    if (chosen === undefined) state.database = undefined;
    try {
      await this.#parts.ensurePlace(state);
    } catch (error) {
      Object.assign(state, before);
      throw error;
    }
  }

  async set(name: string, value: Value): Promise<void> {
    if (protectedNames.has(name)) throw sessionMessages.protectedVariable(name);
    const { variables } = this.#state;
    if (variables.size >= mostVariables && !variables.has(name)) throw sessionMessages.variableLimit(mostVariables);
    limitVariables(new Map([...variables, [name, value]]), this.#parts.limits.values);
    variables.set(name, value);
  }

  unset(name: string): void {
    this.#state.variables.delete(name);
  }

  async query(text: string, variables: ObjectValue | undefined, options: QueryOptions = {}): Promise<readonly StatementResult[]> {
    this.#refuseExpired();
    for (const name of variables?.keys() ?? []) if (protectedNames.has(name)) throw protectedVariable(name);
    return this.#parts.queries({
      parse: () => parsedProgram(text),
      run: (program) => {
        const open = options.transaction === undefined ? undefined : this.#transaction(options.transaction);
        return this.#parts.run(program, this.#state, { variables: variables ?? new Map(), open, signal: options.signal });
      },
    });
  }

  async begin(): Promise<string> {
    this.#refuseExpired();
    if (!this.mayAsk) throw sessionMessages.anonymousAccess();
    if (this.#transactions.size >= mostTransactions) throw sessionMessages.transactionLimit(mostTransactions);
    const era = this.#era;
    const { store, openTransactions: all } = this.#parts;
    const { identity } = this.#state;
    const owner = identity.who === "record" ? actorOf(identity) : undefined;
    const own = owner === undefined ? 0 : (all.ofRecords.get(owner) ?? 0);
    if (own >= mostTransactionsOfRecord) throw sessionMessages.transactionLimitOfRecord(mostTransactionsOfRecord);
    if (all.count >= all.most - (owner === undefined ? 0 : Math.floor(all.most * keptFromRecords)))
      throw sessionMessages.transactionLimitOfServer(all.most);
    const take = (n: 1 | -1): void => {
      all.count += n;
      if (owner === undefined) return;
      const left = (all.ofRecords.get(owner) ?? 0) + n;
      if (left === 0) all.ofRecords.delete(owner);
      else all.ofRecords.set(owner, left);
    };
    take(1);
    const begun = await store.begin({ writes: true }).catch((error: unknown) => {
      take(-1);
      throw error;
    });
    const transaction = counted(begun, () => take(-1));
    if (era !== this.#era) {
      await transaction.cancel();
      throw sessionMessages.cancelled();
    }
    const id = uuidV7();
    this.#transactions.set(id, { transaction, changes: [] });
    return id;
  }

  async commit(transaction: string): Promise<void> {
    const open = this.#transaction(transaction);
    this.#transactions.delete(transaction);
    await this.#parts.live.of(this.id).commit(open.transaction, open.changes);
  }

  async cancel(transaction: string): Promise<void> {
    const open = this.#transaction(transaction);
    this.#transactions.delete(transaction);
    await open.transaction.cancel();
  }

  async signup(credentials: ObjectValue): Promise<Tokens> {
    return this.#become(await signup(this.#parts.access, readCredentials(credentials)));
  }

  async signin(credentials: ObjectValue): Promise<Tokens> {
    return this.#become(await signin(this.#parts.access, readCredentials(credentials)));
  }

  async authenticate(token: string): Promise<void> {
    this.#become(await authenticateToken(this.#parts.access, token));
  }

  async refresh(tokens: Tokens): Promise<Tokens> {
    return this.#become(await refreshTokens(this.#parts.access, tokens));
  }

  async revoke(tokens: Tokens): Promise<void> {
    await revokeTokens(this.#parts.access, tokens);
  }

  invalidate(): void {
    Object.assign(this.#state, { identity: this.#parts.identity, access: undefined, token: undefined, expires: undefined });
  }

  async reset(): Promise<void> {
    this.invalidate();
    this.place = { namespace: undefined, database: undefined };
    this.#state.variables.clear();
    await this.#end();
    if (this.#listener !== undefined) this.onNotification(this.#listener);
  }

  onNotification(listener: (notification: Notification) => void): void {
    this.#listener = listener;
    this.#endLive = this.#parts.live.listen(this.id, listener);
  }

  async close(): Promise<void> {
    this.#parts.closed(this);
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#era += 1;
    const open = [...this.#transactions.values()];
    this.#transactions.clear();
    this.#endLive();
    await Promise.allSettled(open.map(({ transaction }) => transaction.cancel()));
  }

  #become(signedIn: SignedIn): Tokens {
    const { identity, namespace, database, access, claims, token, refresh, sessionMs } = signedIn;
    const expires = sessionMs === undefined ? undefined : this.#parts.access.now() + sessionMs;
    Object.assign(this.#state, { identity, access, token: claims, expires });
    if (namespace !== undefined) this.#state.namespace = namespace;
    if (database !== undefined) this.#state.database = database;
    return { access: token, refresh };
  }

  #refuseExpired(): void {
    const { expires } = this.#state;
    if (expires !== undefined && expires <= this.#parts.access.now()) throw sessionMessages.sessionExpired();
  }

  #transaction(id: string): OpenTransaction {
    const transaction = this.#transactions.get(id);
    if (transaction === undefined) throw sessionMessages.transactionMissing();
    return transaction;
  }
}

/** Without roles, which may change while the one that has them stays. */
function actorOf(identity: Identity): string | undefined {
  if (identity.who === "anonymous") return undefined;
  const { who, namespace = null, database = null } = identity;
  const parts = who === "user" ? [identity.level, identity.name] : [identity.access, printValue(identity.record)];
  return JSON.stringify([who, namespace, database, ...parts]);
}

/** The same transaction, whose end is noted. */
function counted(transaction: StoreTransaction, ended: () => void): StoreTransaction {
  const ending = async (end: () => Promise<void>): Promise<void> => {
    ended();
    await end();
  };
  return { ...transaction, commit: () => ending(() => transaction.commit()), cancel: () => ending(() => transaction.cancel()) };
}
