import type { AccessDefinition } from "../catalog/definitions.ts";
import { sessionMessages } from "../messages/session.ts";
import type { Place } from "../store/port.ts";
import { RecordId, type Value } from "../values/value.ts";
import { lifeOf, placeAt, usualTokenMs, type AccessParts } from "./access.ts";
import { claimsValue, newClaims } from "./claims.ts";
import type { Credentials } from "./credentials.ts";
import { grantOfKey, isGrantKey } from "../catalog/grants.ts";
import { authenticatedUser, signedIn } from "./record-access.ts";
import { identityOf, userAt, userKey, type SignedIn } from "./users.ts";
import { signToken } from "./tokens.ts";
import { printRaw } from "../values/print.ts";
import { isObject } from "../values/kind-of.ts";

/** Signs in by the key of a grant, which is a user's or a record's. @throws QueryError, the same for every key that is not good */
export async function signinBearer(parts: AccessParts, given: Credentials, access: AccessDefinition): Promise<SignedIn> {
  const { namespace, database, key } = given;
  if (key === undefined) throw sessionMessages.bearerMissing();
  if (!isGrantKey(key)) throw sessionMessages.bearerMalformed();
  const place = placeAt(given);
  const grant = await parts.inTransaction((transaction) =>
    grantOfKey(transaction, place, access.name, { key, kind: "bearer", now: parts.now() }),
  );
  const subject = grant?.document.get("subject");
  if (!isObject(subject)) throw sessionMessages.invalidAuth();
  const record: Value = subject.get("record");
  if (record instanceof RecordId && namespace !== undefined && database !== undefined) {
    return signedIn(parts, { namespace, database }, access, record);
  }
  return signedInUser(parts, place, access, printRaw(subject.get("user")));
}

async function signedInUser(parts: AccessParts, place: Partial<Place>, access: AccessDefinition, name: string): Promise<SignedIn> {
  const level = { namespace: place.namespace, database: place.database };
  const user = userAt(await parts.definitions(place), level, name);
  if (user === undefined) throw sessionMessages.invalidAuth();
  const tokenMs = await lifeOf(parts, place, access.durations.token, usualTokenMs);
  const claims = newClaims({ ...level, id: name }, parts.now(), tokenMs);
  await authenticatedUser(parts, place, access, claimsValue(claims));
  return {
    identity: identityOf(user, level),
    ...level,
    access: access.name,
    claims: claimsValue(claims),
    token: await signToken(claims, await userKey(parts, user, level)),
    refresh: undefined,
    sessionMs: await lifeOf(parts, place, access.durations.session, undefined),
  };
}
