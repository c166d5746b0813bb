import type { AccessDefinition } from "../catalog/definitions.ts";
import type { Expression } from "../language/surrealql/index.ts";
import { QueryError } from "../errors.ts";
import { sessionMessages } from "../messages/session.ts";
import type { Place } from "../store/port.ts";
import { printRaw } from "../values/print.ts";
import type { ObjectValue, RecordId, Value } from "../values/value.ts";
import { protectedNames } from "../interpret/parameter.ts";
import { databaseAccess, editorOf, issuerKey, lifeOf, recordOf, usualTokenMs, type AccessParts } from "./access.ts";
import { claimsValue, newClaims } from "./claims.ts";
import type { Credentials } from "./credentials.ts";
import { signToken } from "./tokens.ts";
import type { SignedIn } from "./users.ts";

/** Signs up by a RECORD access method: its SIGNUP expression makes the record. @throws QueryError */
export async function signupRecord(parts: AccessParts, given: Credentials): Promise<SignedIn> {
  const { namespace, database, access: name } = given;
  if (namespace === undefined || database === undefined || name === undefined) throw sessionMessages.signupProblem();
  const place = { namespace, database };
  const access = await databaseAccess(parts, place, name);
  if (access.access.kind !== "record") throw sessionMessages.accessUnusable();
  if (access.access.signup === undefined) throw sessionMessages.signupNotAllowed();
  const record = await recordBy(parts, access.access.signup, place, given.variables, sessionMessages.signupFailed());
  return signedIn(parts, place, access, record);
}

/** Signs in by a RECORD access method: its SIGNIN expression finds the record. @throws QueryError */
export async function signinRecord(
  parts: AccessParts,
  given: Credentials,
  place: Place,
  access: AccessDefinition,
): Promise<SignedIn> {
  if (access.access.kind !== "record" || access.access.signin === undefined) throw sessionMessages.signinNotAllowed();
  const record = await recordBy(parts, access.access.signin, place, given.variables, sessionMessages.signinFailed());
  return signedIn(parts, place, access, record);
}

/** What an inner error says stays inside, unless it was thrown on purpose. */
async function recordBy(
  parts: AccessParts,
  expression: Expression,
  place: Place,
  variables: ObjectValue,
  failed: QueryError,
): Promise<RecordId> {
  // What a stranger sends must not pose as what the session itself says.
  const given = new Map([...variables].filter(([name]) => !protectedNames.has(name)));
  const value = await hidingErrors(failed, () => parts.evaluate(expression, place, editorOf(place), given));
  const record = recordOf(value);
  if (record === undefined) throw sessionMessages.noRecord();
  return record;
}

async function hidingErrors<T>(failed: QueryError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QueryError && error.kind !== "Thrown" && error.reason !== "conflict") throw failed;
    throw error;
  }
}

/** Runs AUTHENTICATE, which may refuse or name another record, and signs the token. */
export async function signedIn(parts: AccessParts, place: Place, access: AccessDefinition, found: RecordId): Promise<SignedIn> {
  const tokenMs = await lifeOf(parts, place, access.durations.token, usualTokenMs);
  const subject = { ...place, access: access.name, id: printRaw(found) };
  let claims = newClaims(subject, parts.now(), tokenMs);
  const record = await authenticated(parts, place, access, found, claimsValue(claims));
  claims = { ...claims, ID: printRaw(record) };
  return {
    identity: { who: "record", ...place, access: access.name, record },
    ...place,
    access: access.name,
    claims: claimsValue(claims),
    token: await signToken(claims, await issuerKey(parts, place, access)),
    refresh: undefined,
    sessionMs: await lifeOf(parts, place, access.durations.session, undefined),
  };
}

/** The record as AUTHENTICATE leaves it: the one it returns; without an AUTHENTICATE the one that there was. */
export async function authenticated(
  parts: AccessParts,
  place: Place,
  access: AccessDefinition,
  record: RecordId | undefined,
  token: ObjectValue,
): Promise<RecordId> {
  const expression = access.tree.authenticate;
  const value = expression === undefined ? record : await runAuthenticate(parts, place, access, { expression, record, token });
  const returned = recordOf(value);
  if (returned === undefined) throw sessionMessages.invalidAuth();
  return returned;
}

/** Runs AUTHENTICATE for a system user, whom it can only refuse, by an error. */
export async function authenticatedUser(
  parts: AccessParts,
  place: Partial<Place>,
  access: AccessDefinition,
  token: ObjectValue,
): Promise<void> {
  const expression = access.tree.authenticate;
  if (expression !== undefined) await runAuthenticate(parts, place, access, { expression, record: undefined, token });
}

function runAuthenticate(
  parts: AccessParts,
  place: Partial<Place>,
  access: AccessDefinition,
  { expression, record, token }: { expression: Expression; record: RecordId | undefined; token: ObjectValue },
): Promise<Value> {
  const variables = new Map<string, Value>([
    ["auth", record],
    ["token", token],
    ["access", access.name],
  ]);
  return hidingErrors(sessionMessages.invalidAuth(), () => parts.evaluate(expression, place, editorOf(place), variables));
}
