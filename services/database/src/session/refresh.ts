import { sessionMessages } from "../messages/session.ts";
import { RecordId, type Value } from "../values/value.ts";
import { databaseAccess, lifeOf, type AccessParts } from "./access.ts";
import type { Credentials } from "./credentials.ts";
import { usualGrantMs, grantOfKey, makeGrant, revoked } from "../catalog/grants.ts";
import type { Tokens } from "./port.ts";
import { signedIn } from "./record-access.ts";
import { claimOf, readClaims } from "./tokens.ts";
import type { SignedIn } from "./users.ts";
import { isObject } from "../values/kind-of.ts";

type Target = Pick<Credentials, "namespace" | "database" | "access">;

/** Adds a refresh token, where the access method gives them. */
export async function withRefresh(parts: AccessParts, signed: SignedIn): Promise<SignedIn> {
  const { identity, namespace, database, access: name } = signed;
  if (identity.who !== "record" || namespace === undefined || database === undefined || name === undefined) return signed;
  const place = { namespace, database };
  const access = await databaseAccess(parts, place, name);
  if (access.access.kind !== "record" || !access.access.refresh) return signed;
  const lifeMs = await lifeOf(parts, place, access.durations.grant, usualGrantMs);
  const expires = lifeMs === undefined ? undefined : parts.now() + lifeMs;
  const { key } = await parts.inTransaction((transaction) =>
    makeGrant(transaction, place, { kind: "refresh", access: name, subject: { record: identity.record }, expires }, parts.now()),
  );
  return { ...signed, refresh: key };
}

/**
 * Signs in again by a refresh token, which is used up by it: whoever comes with it a second time is refused.
 * @param target where the access token does not say it
 * @throws QueryError
 */
export async function refreshTokens(parts: AccessParts, tokens: Tokens, target?: Target): Promise<SignedIn> {
  const { namespace, database, access: name } = target ?? targetOf(tokens.access);
  const key = tokens.refresh;
  if (namespace === undefined || database === undefined || name === undefined || key === undefined)
    throw sessionMessages.invalidAuth();
  const place = { namespace, database };
  const access = await databaseAccess(parts, place, name);
  const grant = await parts.inTransaction(async (transaction) => {
    const found = await grantOfKey(transaction, place, name, { key, kind: "refresh", now: parts.now() });
    if (found !== undefined) await transaction.writeGrant(place, name, revoked(found, parts.now()));
    return found;
  });
  const subject = grant?.document.get("subject");
  const record: Value = isObject(subject) ? subject.get("record") : undefined;
  if (!(record instanceof RecordId)) throw sessionMessages.invalidAuth();
  return withRefresh(parts, await signedIn(parts, place, access, record));
}

/** Revokes a refresh token. @throws QueryError when it is none that is still good */
export async function revokeTokens(parts: AccessParts, tokens: Tokens): Promise<void> {
  const { namespace, database, access: name } = targetOf(tokens.access);
  const key = tokens.refresh;
  if (namespace === undefined || database === undefined || name === undefined || key === undefined)
    throw sessionMessages.invalidAuth();
  const place = { namespace, database };
  await parts.inTransaction(async (transaction) => {
    const found = await grantOfKey(transaction, place, name, { key, kind: "refresh", now: parts.now() });
    if (found === undefined) throw sessionMessages.invalidAuth();
    await transaction.writeGrant(place, name, revoked(found, parts.now()));
  });
}

/** What an access token says that it is of; it may have expired. The refresh token alone decides. */
function targetOf(token: string): Target {
  const claims = readClaims(token);
  return { namespace: claimOf(claims, "ns"), database: claimOf(claims, "db"), access: claimOf(claims, "ac") };
}
