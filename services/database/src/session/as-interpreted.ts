import { Datetime, type Value } from "../values/value.ts";
import type { Identity as InterpretedIdentity, Session as InterpretedSession } from "../interpret/scope.ts";
import type { Role, SessionState } from "./state.ts";

/** Roles from the least to the most. */
const ranks: readonly Role[] = ["viewer", "editor", "owner"];

/** The session as the interpreter knows it: USE and LET change the state through it. */
export function asInterpreted(state: SessionState, variables: Map<string, Value>): InterpretedSession {
  const record = state.identity.who === "record" ? state.identity.record : undefined;
  return {
    get namespace() {
      return state.namespace;
    },
    set namespace(name) {
      state.namespace = name;
    },
    get database() {
      return state.database;
    },
    set database(name) {
      state.database = name;
    },
    variables,
    get identity() {
      return identityOf(state);
    },
    facts: { id: state.id, ac: state.access, rd: record, ip: state.ip, origin: state.origin, token: state.token },
    protectedValues: new Map<string, Value>([
      ["auth", record],
      ["access", state.access],
      ["token", state.token],
      ["exp", state.expires === undefined ? undefined : new Datetime(BigInt(state.expires) * 1_000_000n)],
    ]),
  };
}

/** Whoever belongs to a namespace or a database counts only there; elsewhere it is nobody. */
export function identityOf({ identity, namespace, database }: SessionState): InterpretedIdentity {
  if (identity.who === "anonymous") return { kind: "anonymous" };
  const isThere =
    (identity.namespace === undefined || identity.namespace === namespace) &&
    (identity.database === undefined || identity.database === database);
  if (!isThere) return { kind: "anonymous" };
  if (identity.who === "record") return { kind: "record", record: identity.record };
  return { kind: "system", level: identity.level, role: highest(identity.roles) };
}

const highest = (roles: readonly Role[]): Role => ranks.findLast((role) => roles.includes(role)) ?? "viewer";
