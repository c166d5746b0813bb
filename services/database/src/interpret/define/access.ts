import { grantsExpiry, makeGrant, revoked, shownGrant } from "../../catalog/grants.ts";
import type { AccessDefinition } from "../../catalog/definitions.ts";
import type { AccessStatement, Level } from "../../language/surrealql/tree/index.ts";
import {
  accessMissing,
  accessUnusable,
  grantMissing,
  grantsUnimplemented,
  grantSubjectInvalid,
  userMissingFor,
} from "../../messages/access.ts";
import type { Grant, Place } from "../../store/port.ts";
import { isTruthy } from "../../values/compare.ts";
import { Datetime, Duration, RecordId, type Value } from "../../values/value.ts";
import { ask, type Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { about, placeOf, type Scope } from "../scope.ts";
import { mayGrant } from "./rights.ts";

type Choosing = Extract<AccessStatement["action"], { which: unknown }>;
type Action<Do extends "grant" | "purge"> = Extract<AccessStatement["action"], { do: Do }>;

/** Where an access method is defined, and how errors name that. */
interface Home {
  readonly place: Partial<Place>;
  readonly access: AccessDefinition;
  readonly level: Level;
  readonly named: string;
  readonly hasUser: (name: string) => boolean;
}

/** ACCESS … GRANT, SHOW, REVOKE or PURGE: for owners. */
export function* runAccess(statement: AccessStatement, scope: Scope): Effect<Value> {
  const home = homeOf(statement, scope);
  const { action } = statement;
  switch (action.do) {
    case "grant":
      return yield* grant(action, home, scope);
    case "show":
      return (yield* chosen(action, home, scope)).map((found) => shownGrant(home.access.name, found));
    case "revoke":
      return yield* revoke(action, home, scope);
    case "purge":
      return yield* purge(action, home, scope);
  }
}

function homeOf({ name, on }: AccessStatement, scope: Scope): Home {
  const { definitions, session } = scope.env;
  const level = on ?? (session.database === undefined ? (session.namespace === undefined ? "root" : "namespace") : "database");
  const { namespace } = session;
  mayGrant(level, scope);
  const found =
    level === "root"
      ? { home: definitions.root, place: {}, named: "the root" }
      : level === "namespace"
        ? {
            home: definitions.namespace,
            place: namespace === undefined ? {} : { namespace },
            named: `the namespace '${namespace}'`,
          }
        : { home: definitions.database, place: placeOf(scope), named: `the database '${session.database}'` };
  const access = found.home?.accesses.get(name);
  if (access === undefined) throw accessMissing(name, found.named);
  return { level, place: found.place, access, named: found.named, hasUser: (user) => found.home?.users.has(user) ?? false };
}

function* grant({ to }: Action<"grant">, { level, place, access, named, hasUser }: Home, scope: Scope): Effect<Value> {
  if (access.access.kind === "jwt") throw grantsUnimplemented(level);
  const isRefresh = access.access.kind === "record";
  if (access.access.kind === "record" && "record" in to && !access.access.refresh) throw accessUnusable();
  const subject = "user" in to ? to : { record: yield* evaluate(to.record, scope) };
  const meant = access.access.kind === "record" ? "record" : access.access.for;
  if (("user" in subject ? "user" : "record") !== meant) throw grantSubjectInvalid();
  if ("user" in subject && !hasUser(subject.user)) throw userMissingFor(subject.user, named);
  const now = Number(scope.env.outside.now().nanos / 1_000_000n);
  const life = access.durations.grant === undefined ? undefined : yield* evaluate(access.durations.grant, scope);
  const expires = grantsExpiry(now, access.durations.grant === undefined ? "usual" : life instanceof Duration ? life : "never");
  const checked = "user" in subject ? subject : { record: recordOf(subject.record) };
  const made = { kind: isRefresh ? "refresh" : "bearer", access: access.name, subject: checked, expires } as const;
  return (yield* ask((transaction) => makeGrant(transaction, place, made, now))).shown;
}

function recordOf(value: Value): RecordId {
  if (value instanceof RecordId) return value;
  throw grantSubjectInvalid();
}

/** The grants that a statement means. @throws QueryError where one is named and is not there */
function* chosen({ which }: Choosing, { place, access, named }: Home, scope: Scope): Effect<readonly Grant[]> {
  const id = "grant" in which ? which.grant : undefined;
  const all = yield* ask((transaction) => transaction.grants(place, access.name, id));
  if (id !== undefined && all.length === 0) throw grantMissing(id, access.name, named);
  if (!("where" in which)) return all;
  const found: Grant[] = [];
  for (const one of all) {
    if (isTruthy(yield* evaluate(which.where, about(scope, shownGrant(access.name, one))))) found.push(one);
  }
  return found;
}

function* revoke(action: Choosing, home: Home, scope: Scope): Effect<Value> {
  const now = Number(scope.env.outside.now().nanos / 1_000_000n);
  const good = (yield* chosen(action, home, scope)).filter(({ document }) => !(document.get("revocation") instanceof Datetime));
  const ended = good.map((one) => revoked(one, now));
  for (const one of ended) yield* ask((transaction) => transaction.writeGrant(home.place, home.access.name, one));
  const shown = ended.map((one) => shownGrant(home.access.name, one));
  return "grant" in action.which ? shown[0] : [shown];
}

/** Deletes grants that have been expired or revoked for more seconds than the grace has. */
function* purge({ expired, revoked: isRevoked, grace }: Action<"purge">, { place, access }: Home, scope: Scope): Effect<Value> {
  const waited = grace === undefined ? undefined : yield* evaluate(grace, scope);
  const [now, second] = [scope.env.outside.now().nanos, 1_000_000_000n];
  const graceSeconds = waited instanceof Duration ? waited.nanos / second : 0n;
  const isPast = (moment: Value): boolean => moment instanceof Datetime && (now - moment.nanos) / second > graceSeconds;
  const gone = (yield* ask((transaction) => transaction.grants(place, access.name))).filter(
    ({ document }) => (expired && isPast(document.get("expiration"))) || (isRevoked && isPast(document.get("revocation"))),
  );
  const ids = gone.map(({ id }) => id);
  yield* ask((transaction) => transaction.deleteGrants(place, access.name, ids));
  return gone.map((one) => shownGrant(access.name, one));
}
