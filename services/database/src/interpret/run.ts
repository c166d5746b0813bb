import { QueryError } from "../errors.ts";
import { usualLimits } from "../limits.ts";
import type { Live, Program, Statement } from "../language/surrealql/tree/index.ts";
import { printExpression, printStatement } from "../language/surrealql/print/index.ts";
import { killFailed, liveUnsupported } from "../messages/live.ts";
import {
  cancelledTransaction,
  commitAborted,
  cancelWithoutBegin,
  commitMissing,
  commitWithoutBegin,
  failedTransaction,
  nestedBegin,
} from "../messages/transaction.ts";
import { mayNotUse, outsideOfLoop, tooDeep, tooLarge } from "../messages/interpret.ts";
import type { Place, Store, StoreTransaction } from "../store/port.ts";
import { printValue } from "../values/print.ts";
import { Duration, Uuid, type Value } from "../values/value.ts";
import { ask, perform, type Effect } from "./effect.ts";
import { evaluate } from "./evaluate.ts";
import { settle, type PendingChange, type PendingWrites, type TouchedGroups } from "./pending.ts";
import { Frame } from "./frame.ts";
import { liveQueryOf, type LiveRegistry, type RecordChange } from "./live.ts";
import type { Environment, Outside, Scope, Session, StatementLimits } from "./scope.ts";
import { limitVariables, weigh } from "./size.ts";
import { LoopSignal, ReturnSignal } from "./signals.ts";
import { runStatement, valueOfLet } from "./statement.ts";
import { defaultsOf } from "./define/defaults.ts";
import { ensureDatabase, ensureNamespace } from "./define/ensure.ts";
import { toldOf } from "./write/hidden-holder.ts";
import { readDefinitions } from "./define/store-definition.ts";

/**
 * Runs the statements of a program one by one, each in a transaction of its own, or within the BEGIN … COMMIT around it. `session` is changed by USE
 * and LET. A client that holds a transaction open gives it as `transaction`; then every statement runs in it and BEGIN is refused.
 */
export interface RunOptions {
  readonly store: Store;
  readonly session: Session;
  readonly outside: Outside;
  /** A transaction that outlives the program (RPC `begin`). */
  readonly transaction?: StoreTransaction;
  readonly signal?: AbortSignal;
  readonly limits?: StatementLimits;
  /** False reads whole tables, for tests; see `Environment`. */
  readonly pushdown?: boolean;
  /** The statement that is run, where the transaction is its own. */
  readonly alone?: Statement;
  readonly outermost?: Statement["statement"];
  /** Within a block. */
  readonly carried?: Carried;
  /** Live queries, where the client's connection can be told of changes. */
  readonly live?: LiveRegistry;
  /** Gets the changes of statements in `transaction`, for whoever commits it to publish. */
  readonly changes?: RecordChange[];
}

/** A program that runs: the results of all its statements wait for its end, and share the room for them. */
interface Running extends RunOptions {
  readonly room: { values: number };
}

/** Writes that wait from one statement of a block to the next. */
interface Carried {
  pending: PendingWrites | undefined;
  readonly feed: PendingChange[];
  readonly touched: Map<string, TouchedGroups>;
  mayWait: boolean;
  isUsed: boolean;
}

/** What one statement gave, and how long it took in milliseconds. */
export type StatementResult = { readonly time: number } & (
  | { readonly result: Value; readonly type?: "live" | "kill" }
  | { readonly error: QueryError }
);

/** Runs a program; a fault of ours leaves it as it is, a failure of a statement is its result. */
export async function runProgram({ statements }: Program, given: RunOptions): Promise<readonly StatementResult[]> {
  const options: Running = { ...given, room: { values: (given.limits ?? usualLimits).values } };
  const results: StatementResult[] = [];
  let next = 0;
  while (next < statements.length) {
    const statement = statements[next];
    if (statement === undefined) break;
    if (statement.statement === "begin" && options.transaction === undefined) {
      const end = endOfBlock(statements, next);
      results.push(...(await runBlockOf(statements.slice(next, end + 1), options)));
      next = end + 1;
    } else {
      results.push(await runAlone(statement, options));
      next += 1;
    }
  }
  return results;
}

/** Where the block ends that begins at `from`: at its COMMIT or CANCEL, else with the program. */
function endOfBlock(statements: readonly Statement[], from: number): number {
  const end = statements.findIndex(({ statement }, index) => index > from && (statement === "commit" || statement === "cancel"));
  return end === -1 ? statements.length - 1 : end;
}

async function timing(run: () => Promise<Value>): Promise<StatementResult> {
  const start = performance.now();
  try {
    const result = await run();
    return { time: performance.now() - start, result };
  } catch (thrown) {
    const error = thrown instanceof RangeError ? ofLimit(thrown) : thrown;
    if (error instanceof QueryError) return { time: performance.now() - start, error };
    // The stack ended before the depth that is counted.
    if (error instanceof RangeError && error.message.includes("call stack"))
      return { time: performance.now() - start, error: tooDeep() };
    throw error;
  }
}

/** What the engine that runs us refuses: a stack that is too deep, a text or a list that is too long. */
function ofLimit({ message }: RangeError): QueryError {
  return message.startsWith("Maximum call stack") ? tooDeep() : tooLarge();
}

function failedWith(error: QueryError): StatementResult {
  return { time: 0, error };
}

async function runAlone(statement: Statement, options: Running): Promise<StatementResult> {
  if (statement.statement === "commit") return failedWith(commitWithoutBegin());
  if (statement.statement === "cancel") return failedWith(cancelWithoutBegin());
  if (statement.statement === "begin") return failedWith(nestedBegin());
  const { changes = [] } = options;
  const result = await timing(async () => {
    if (options.transaction !== undefined) return await runIn(statement, options.transaction, { ...options, changes });
    const transaction = await options.store.begin({ writes: true });
    try {
      const value = await runIn(statement, transaction, { ...options, changes, alone: statement });
      await commit(transaction, changes, options.live);
      return value;
    } catch (error) {
      await transaction.cancel();
      throw error;
    }
  });
  return "result" in result && (statement.statement === "live" || statement.statement === "kill")
    ? { ...result, type: statement.statement }
    : result;
}

async function runIn(statement: Statement, transaction: StoreTransaction, options: Running): Promise<Value> {
  return await perform(running(statement, options), transaction, options.signal);
}

function* running(statement: Statement, options: Running): Effect<Value> {
  return yield* withScope({ ...options, outermost: statement.statement }, (scope) => runOutermost(statement, options, scope));
}

/** Runs something in the scope of a session: its variables, and what is defined where it stands. */
export function* withScope<T>(
  { session, outside, live, changes, pushdown = true, carried, alone, outermost, limits = usualLimits }: Omit<RunOptions, "store">,
  work: (scope: Scope) => Effect<T>,
): Effect<T> {
  const env: Environment = {
    session,
    outside,
    definitions: nothingDefined,
    limits,
    deadline: deadlineIn(limits.statementMs),
    turn: { since: performance.now() },
    pushdown,
    changes: live === undefined || changes === undefined ? undefined : { watches: live.watches, changes },
    pending: carried?.pending,
    feed: carried?.feed ?? [],
    touched: carried?.touched ?? new Map<string, TouchedGroups>(),
    alone,
    outermost,
    edgeTables: new Map(),
  };
  const scope: Scope = {
    env,
    identity: session.identity,
    frame: new Frame(undefined, session.variables),
    current: undefined,
    depth: 0,
  };
  yield* readDefinitions(scope);
  return yield* work(scope);
}

/** Takes the room of a result. @throws QueryError where it has not enough */
function spend(result: Value, room: { values: number }): void {
  room.values -= weigh(result, room.values);
}

function deadlineIn(ms: number): Environment["deadline"] {
  return { at: performance.now() + ms, limit: new Duration(BigInt(ms) * 1_000_000n) };
}

function* runOutermost(statement: Statement, { session, live, carried, room }: Running, scope: Scope): Effect<Value> {
  try {
    if (statement.statement === "use") return yield* runUse(statement, scope);
    if (statement.statement === "live") return yield* runLive(statement, live, scope);
    if (statement.statement === "kill") return yield* runKill(statement, live, scope);
    if (statement.statement === "let") {
      const value = yield* valueOfLet(statement, evaluate(statement.value, scope), scope);
      limitVariables(new Map([...session.variables, [statement.name, value]]), scope.env.limits.values);
      yield* settle(scope);
      session.variables.set(statement.name, value);
      return undefined;
    }
    const result = yield* runStatement(statement, scope);
    if (carried?.mayWait !== true) yield* settle(scope);
    else carried.isUsed = true;
    if (carried !== undefined) carried.pending = scope.env.pending;
    spend(result, room);
    return result;
  } catch (signal) {
    if (signal instanceof ReturnSignal) {
      yield* settle(scope);
      spend(signal.value, room);
      return signal.value;
    }
    throw signal instanceof LoopSignal ? outsideOfLoop() : yield* toldOf(signal, scope);
  }
}

const nothingDefined: Environment["definitions"] = {
  root: { children: new Map(), users: new Map(), accesses: new Map(), configs: new Map() },
  namespace: undefined,
  database: undefined,
};

function* runLive(statement: Live, live: LiveRegistry | undefined, scope: Scope): Effect<Value> {
  if (live === undefined) throw liveUnsupported();
  const query = yield* liveQueryOf(statement, scope);
  return new Uuid(yield* ask(() => live.start(query)));
}

function* runKill(
  statement: Extract<Statement, { statement: "kill" }>,
  live: LiveRegistry | undefined,
  scope: Scope,
): Effect<Value> {
  const id = yield* evaluate(statement.id, scope);
  const text = id instanceof Uuid ? id.text : typeof id === "string" ? id : "";
  if (live?.kill(text, scope.env.session) !== true)
    throw killFailed(id === undefined ? printExpression(statement.id) : printValue(id));
  return undefined;
}

/** USE: the namespace and database of what follows; those that are not there are made for who may. */
function* runUse(statement: Extract<Statement, { statement: "use" }>, scope: Scope): Effect<Value> {
  const { session } = scope.env;
  const isDefault = statement.namespace === undefined && statement.database === undefined;
  const wanted = isDefault ? defaultsOf(scope) : statement;
  enter(wanted, session);
  yield* readDefinitions(scope);
  if (session.identity.kind === "system" && session.identity.role !== "viewer") {
    if (session.namespace !== undefined) yield* ensureNamespace(scope);
    if (wanted.database !== undefined && session.namespace !== undefined) yield* ensureDatabase(scope);
  }
  return new Map([
    ["database", session.database],
    ["namespace", session.namespace],
  ]);
}

/** Whoever belongs to a namespace or a database does not leave it: elsewhere they would be nobody, with `$auth` of another place. */
function enter({ namespace, database }: { readonly [Part in keyof Place]: string | undefined }, session: Session): void {
  const from = { namespace: session.namespace, database: session.database };
  const isNobody = (): boolean => session.identity.kind === "anonymous";
  const wasNobody = isNobody();
  session.namespace = namespace ?? from.namespace;
  session.database = database ?? from.database;
  if (wasNobody || !isNobody()) return;
  session.namespace = from.namespace;
  session.database = from.database;
  throw namespace !== undefined && namespace !== from.namespace
    ? mayNotUse("namespace", namespace)
    : mayNotUse("database", database ?? "");
}

/** BEGIN … COMMIT or CANCEL: all or nothing, and what did not count says why. A RETURN ends the block early, before its COMMIT or CANCEL. */
async function runBlockOf(statements: readonly Statement[], options: Running): Promise<readonly StatementResult[]> {
  const last = statements.at(-1)?.statement;
  const end = last === "commit" || last === "cancel" ? last : undefined;
  const inner = statements.slice(1, end === undefined ? undefined : -1);
  const { transaction, results, changes } = await runInner(inner, options);
  const begun: StatementResult = { time: 0, result: undefined };
  const failed = results.findIndex((result) => "error" in result);
  if (failed === -1 && end === "commit") {
    return [begun, ...(await committed(results, () => commit(transaction, changes, options.live)))];
  }
  await transaction.cancel();
  if (failed !== -1) return [begun, ...afterFailure(inner, results[failed], failed), ...closing(end)];
  const refusal = end === "cancel" ? cancelledTransaction : commitMissing;
  return [begun, ...results.map(() => failedWith(refusal())), ...(end === "cancel" ? [begun] : [])];
}

interface Inner {
  readonly transaction: StoreTransaction;
  readonly results: readonly StatementResult[];
  readonly changes: readonly RecordChange[];
}

/**
 * The statements of a block. Records of one CREATE after another are written together; where anything fails then, all is done again with each on its own,
 * so that the right statement fails.
 */
async function runInner(inner: readonly Statement[], options: Running): Promise<Inner> {
  const { session } = options;
  const { namespace, database } = session;
  const before = { namespace, database, variables: [...session.variables], room: options.room.values };
  const carried: Carried = { pending: undefined, feed: [], touched: new Map(), mayWait: false, isUsed: false };
  const first = await runEach(inner, options, carried);
  if (!carried.isUsed || !first.results.some((result) => "error" in result)) return first;
  await first.transaction.cancel();
  options.room.values = before.room;
  session.namespace = before.namespace;
  session.database = before.database;
  session.variables.clear();
  for (const [name, value] of before.variables) session.variables.set(name, value);
  return await runEach(inner, options, undefined);
}

async function runEach(inner: readonly Statement[], options: Running, carried: Carried | undefined): Promise<Inner> {
  const transaction = await options.store.begin({ writes: true });
  const results: StatementResult[] = [];
  const changes: RecordChange[] = [];
  for (const [i, statement] of inner.entries()) {
    // Only what another CREATE follows may wait.
    const mayWait = carried !== undefined && isCreate(statement) && isCreate(inner[i + 1]);
    if (carried !== undefined) carried.mayWait = mayWait;
    const result = await runInside(statement, transaction, { ...options, changes, ...(carried !== undefined && { carried }) });
    results.push(result);
    if ("error" in result || statement.statement === "return") break;
  }
  return { transaction, results, changes };
}

function isCreate(statement: Statement | undefined): boolean {
  if (statement?.statement !== "expression") return statement?.statement === "create";
  const { expression } = statement;
  return expression.kind === "statement" && isCreate(expression.statement);
}

async function runInside(statement: Statement, transaction: StoreTransaction, options: Running): Promise<StatementResult> {
  if (statement.statement === "begin") return failedWith(nestedBegin());
  return await timing(async () => await runIn(statement, transaction, options));
}

async function commit(
  transaction: StoreTransaction,
  changes: readonly RecordChange[],
  live: LiveRegistry | undefined,
): Promise<void> {
  if (live === undefined) await transaction.commit();
  else await live.commit(transaction, changes);
}

async function committed(results: readonly StatementResult[], end: () => Promise<void>): Promise<readonly StatementResult[]> {
  const last = await timing(async () => {
    await end();
    return undefined;
  });
  if (!("error" in last)) return [...results, last];
  const { error } = last;
  return [...results.map(() => failedWith(error.reason === "conflict" ? error : failedTransaction())), last];
}

/**
 * The failure in its place; what was before it is taken back, what follows is not done. A conflict is told in each place: clients run a text again
 * when the first failure that they meet is one.
 */
function afterFailure(inner: readonly Statement[], failure: StatementResult | undefined, at: number): readonly StatementResult[] {
  if (failure !== undefined && "error" in failure && failure.error.reason === "conflict")
    return inner.map(() => failedWith(failure.error));
  // A BEGIN within says of all others which statement it was: of those before it itself.
  const isNested = inner[at]?.statement === "begin";
  return inner.map((statement, index) => {
    if (index === at && failure !== undefined) return failure;
    if (isNested) return failedWith(failedTransaction(index < at ? "BEGIN" : printStatement(statement)));
    return failedWith(index < at ? failedTransaction() : cancelledTransaction());
  });
}

/** What the end of a block says after a failure within. */
function closing(end: "commit" | "cancel" | undefined): readonly StatementResult[] {
  if (end === undefined) return [];
  return [end === "commit" ? failedWith(commitAborted()) : { time: 0, result: undefined }];
}
