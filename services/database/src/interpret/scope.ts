import type { DatabaseDefinitions, Definitions, TableDefinition } from "../catalog/definitions.ts";
import type { FunctionContext, SessionFacts } from "../functions/function.ts";
import type { Limits } from "../limits.ts";
import type { Statement } from "../language/surrealql/tree/index.ts";
import { tooDeep, databaseNeeded } from "../messages/interpret.ts";
import type { Place } from "../store/port.ts";
import type { Duration, RecordId, Value } from "../values/value.ts";
import type { Frame } from "./frame.ts";
import type { ChangeLog } from "./live.ts";
import type { PendingChange, PendingWrites, TouchedGroups } from "./pending.ts";
import type { Search } from "./search/search.ts";

/** Who asks. Without authentication everybody is a system user, owner of the root. */
export type Identity =
  | {
      readonly kind: "system";
      readonly level: "root" | "namespace" | "database";
      readonly role: "viewer" | "editor" | "owner";
    }
  | { readonly kind: "record"; readonly record: RecordId }
  | { readonly kind: "anonymous" };

/** What lasts from statement to statement: made by the session, changed by USE and LET. */
export interface Session {
  namespace: string | undefined;
  database: string | undefined;
  /** The values of LET, and the parameters of the request. */
  readonly variables: Map<string, Value>;
  /**
   * Set by OPTION IMPORT, to the end of the text: records are stored as they are given, as those of an export went through fields and events already,
   * and a definition takes the place of one that is there.
   */
  importing?: boolean;
  readonly identity: Identity;
  /** `$session` and `session::…`, without the namespace and database. */
  readonly facts: Omit<SessionFacts, "ns" | "db">;
  /** `$auth`, `$token`, `$access`, `$session`'s expiry: what the session protects from LET. */
  readonly protectedValues: ReadonlyMap<string, Value>;
}

/** What the interpreter has from outside: clock and chance. */
export type Outside = Pick<FunctionContext, "now" | "randomBytes">;

/** What bounds a statement. */
export type StatementLimits = Pick<Limits, "statementMs" | "depth" | "values" | "text">;

/** One statement at work. */
export interface Environment {
  readonly session: Session;
  readonly outside: Outside;
  readonly limits: StatementLimits;
  /** What is defined, as the transaction sees it; read before each statement, and again after each DEFINE. */
  definitions: Definitions;
  /** Moment (of `performance.now()`) after which the statement ends, and the TIMEOUT that says so. */
  deadline: { readonly at: number; readonly limit: Duration } | undefined;
  /** Since when (of `performance.now()`) the statement has held the process. */
  readonly turn: { since: number };
  /** Whether the store is asked for less than whole tables; without it the results are the same, only slower. */
  readonly pushdown: boolean;
  /** Where writes are noted; undefined where nobody watches. */
  readonly changes: ChangeLog | undefined;
  /** Which tables hold edges, as far as this statement has asked. */
  readonly edgeTables: Map<string, boolean>;
  /** Records that are not written yet. */
  pending: PendingWrites | undefined;
  /** The statement, where its transaction is its own. */
  alone: Statement | undefined;
  /** What the statement that the text holds is, whatever it runs inside. */
  readonly outermost: Statement["statement"] | undefined;
  /** By views. */
  readonly touched: Map<string, TouchedGroups>;
  /** Changes that no feed knows of yet. */
  readonly feed: PendingChange[];
}

/** What an expression can see. */
export interface Scope {
  readonly env: Environment;
  /** Whose permissions count: who asks, or within events and cascades the system. */
  readonly identity: Identity;
  readonly frame: Frame;
  /** What `$this` and paths without a start are about: a record, an object, any item. NONE where there is nothing. */
  readonly current: Value;
  /** How deep functions, subqueries and blocks are inside each other. */
  readonly depth: number;
  /** What the statement around searches for, where it does. */
  readonly search?: Search | undefined;
  /** Whether the nearest statement around is a SELECT. */
  readonly selecting?: boolean | undefined;
}

/** What a call of a function or a block counts: many more of them may be inside each other than of queries. */
export const lightStep = 0.25;

/** The scope of something inside: one deeper, or as much as it weighs. */
export function inside(scope: Scope, change: Partial<Pick<Scope, "frame" | "current">>, weight = 1): Scope {
  if (scope.depth >= scope.env.limits.depth) throw tooDeep();
  return { ...scope, ...change, depth: scope.depth + weight };
}

/** The same place with another current document. */
export function about(scope: Scope, current: Value): Scope {
  const { env, identity, frame, depth, search, selecting } = scope;
  return { env, identity, frame, current, depth, search, selecting };
}

/** The scope in which the system itself works for a user: events, views and cascades ask for nobody's permission. */
export function asSystem(scope: Scope): Scope {
  return { ...scope, identity: { kind: "system", level: "root", role: "owner" } };
}

/** The namespace and database in use. */
export function placeOf(scope: Scope): Place {
  const { namespace, database } = scope.env.session;
  if (namespace === undefined || database === undefined) throw databaseNeeded();
  return { namespace, database };
}

export function databaseOf(scope: Scope): DatabaseDefinitions | undefined {
  return scope.env.definitions.database;
}

export function tableOf(scope: Scope, name: string): TableDefinition | undefined {
  return scope.env.definitions.database?.tables.get(name);
}
