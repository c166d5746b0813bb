import { randomBytes, randomUUID } from "node:crypto";
import { offTelemetry, type Telemetry } from "@loci/platform/telemetry";
import { perform } from "../interpret/effect.ts";
import { notificationOf, type LiveQuery, type RecordChange } from "../interpret/live.ts";
import { runProgram, withScope } from "../interpret/run.ts";
import type { Outside } from "../interpret/scope.ts";
import { usualLimits, type Limits } from "../limits.ts";
import type { Expression, Program } from "../language/surrealql/index.ts";
import { sessionMessages } from "../messages/session.ts";
import type { Place, Store, StoreTransaction } from "../store/port.ts";
import { Datetime, type ObjectValue, type Value } from "../values/value.ts";
import type { AccessParts } from "./access.ts";
import { asInterpreted, identityOf } from "./as-interpreted.ts";
import { watchedQueries } from "./watched.ts";
import type { Databases, Session, SessionOrigin } from "./port.ts";
import { LiveQueries, type Answer } from "./live-queries.ts";
import type { FetchFrom } from "./tokens.ts";
import { DatabaseSession, type Run, type SessionParts } from "./session.ts";
import type { Identity, SessionState } from "./state.ts";

export interface DatabasesOptions {
  readonly store: Store;
  /** Epoch milliseconds; tests give their own. */
  readonly clock?: () => number;
  /** Everybody is the root's owner: for one's own machine. */
  readonly unauthenticated?: boolean;
  /** Who is not signed in may ask too; PERMISSIONS decide what they see. */
  readonly allowGuests?: boolean;
  readonly limits?: Partial<Limits>;
  /** False reads whole tables, for tests. */
  readonly pushdown?: boolean;
  readonly telemetry?: Telemetry;
  /** Told of failures that no client can be told of. */
  readonly failed?: (error: unknown) => void;
  /** Reads key sets of JWT access methods (`URL`); it must guard where it connects, as whoever may define an access method names the address. */
  readonly fetchFrom?: FetchFrom;
  readonly isReady?: (timeoutMs: number) => Promise<boolean>;
}

const rootOwner: Identity = {
  who: "user",
  level: "root",
  namespace: undefined,
  database: undefined,
  name: "root",
  roles: ["owner"],
};

/** The databases of a store, as the wires use them. */
export function openDatabases(options: DatabasesOptions): Databases {
  const { store, unauthenticated = false, allowGuests = false } = options;
  const limits: Limits = { ...usualLimits, ...options.limits };
  const clock = options.clock ?? Date.now;
  const outside: Outside = { now: () => new Datetime(BigInt(clock()) * 1_000_000n), randomBytes: (size) => randomBytes(size) };
  const failed = options.failed ?? (() => undefined);
  const live = new LiveQueries((query, change) => tellOf(store, outside, query, change), failed, limits, store.live);
  const run: Run = async (program, state, { variables, open, signal }) => {
    const isStranger = identityOf(state).kind === "anonymous";
    // Guests are whoever is not signed in; who is, and stands elsewhere than where that counts, may nothing there.
    if (isStranger && state.identity.who !== "anonymous") throw sessionMessages.elsewhere();
    if (isStranger && !allowGuests) throw sessionMessages.anonymousAccess();
    // What LET sets lasts; the parameters of one request do not.
    const before = new Map(state.variables);
    const all = new Map([...before, ...variables]);
    const session = asInterpreted(state, all);
    try {
      return await runProgram(program, {
        ...{ store, session, outside },
        live: live.of(state.id),
        ...(open !== undefined && { transaction: open.transaction, changes: open.changes }),
        ...(signal !== undefined && { signal }),
        limits,
        ...(options.pushdown !== undefined && { pushdown: options.pushdown }),
      });
    } finally {
      for (const [name, value] of all) {
        if (!variables.has(name) && before.get(name) !== value) state.variables.set(name, value);
      }
    }
  };
  const access: AccessParts = {
    definitions: (place) => reading(store, (transaction) => transaction.definitions(place)),
    evaluate: (expression, place, identity, variables) => evaluateFor(store, outside, { expression, place, identity, variables }),
    inTransaction: (work) => writing(store, work),
    now: clock,
    secret: () => store.secret(),
    fetchFrom: options.fetchFrom,
  };
  const ensurePlace = async (state: SessionState): Promise<void> => {
    if (identityOf(state).kind !== "system" || state.namespace === undefined) return;
    const use: Program = { statements: [{ statement: "use", namespace: state.namespace, database: state.database }] };
    const [result] = await run(use, state, { variables: new Map(), open: undefined, signal: undefined });
    if (result !== undefined && "error" in result) throw result.error;
  };
  const openTransactions = { count: 0, most: limits.transactions, ofRecords: new Map<string, number>() };
  const identity: Identity = unauthenticated ? rootOwner : { who: "anonymous" };
  const sessions = new Set<Session>();
  const telemetry = options.telemetry ?? offTelemetry;
  telemetry.meter.onScrape(["loci_surrealql_open"], async () =>
    Object.entries({ sessions: sessions.size, transactions: openTransactions.count, live_queries: live.count }).map(
      ([what, value]) => ({ name: "loci_surrealql_open", labels: { what }, value }) as const,
    ),
  );
  const parts: SessionParts = {
    ...{ store, access, run, ensurePlace, identity, live, limits, allowGuests, openTransactions },
    queries: watchedQueries(telemetry),
    closed: (session) => sessions.delete(session),
  };
  return {
    openSession(from: SessionOrigin) {
      const session = new DatabaseSession(parts, from);
      sessions.add(session);
      return session;
    },
    isReady: options.isReady ?? (async () => true),
    limits,
  };
}

async function writing<T>(store: Store, work: (transaction: StoreTransaction) => Promise<T>): Promise<T> {
  const transaction = await store.begin({ writes: true });
  try {
    const result = await work(transaction);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.cancel();
    throw error;
  }
}

async function reading<T>(store: Store, work: (transaction: StoreTransaction) => Promise<T>): Promise<T> {
  const transaction = await store.begin({ writes: false });
  try {
    return await work(transaction);
  } finally {
    await transaction.cancel();
  }
}

/** What a live query says of a change, in a transaction of its own after the one that made it. */
async function tellOf(store: Store, outside: Outside, query: LiveQuery, change: RecordChange): ReturnType<Answer> {
  const said = await reading(store, (transaction) =>
    perform(
      withScope({ session: query.session, outside }, (scope) => notificationOf(query, change, scope)),
      transaction,
    ),
  );
  return said === undefined ? undefined : { result: said.value };
}

interface Evaluation {
  readonly expression: Expression;
  readonly place: Partial<Place>;
  readonly identity: Identity;
  readonly variables: ObjectValue;
}

/** One expression of an access method, in a transaction of its own. @throws QueryError */
async function evaluateFor(store: Store, outside: Outside, { expression, place, identity, variables }: Evaluation): Promise<Value> {
  const state: SessionState = {
    id: randomUUID(),
    namespace: place.namespace,
    database: place.database,
    identity,
    access: undefined,
    token: undefined,
    expires: undefined,
    variables: new Map(),
    ip: undefined,
    origin: undefined,
  };
  const session = asInterpreted(state, new Map(variables));
  const protectedValues = new Map(
    [...session.protectedValues].map(([name, value]) => [name, variables.get(name) ?? value] as const),
  );
  // A constant needs no rights: durations and keys are read before anybody has any.
  const program: Program = { statements: [{ statement: "expression", expression }] };
  const [result] = await runProgram(program, { store, session: { ...session, protectedValues }, outside });
  if (result === undefined) return undefined;
  if ("error" in result) throw result.error;
  return result.result;
}
