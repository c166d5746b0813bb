import { createHmac } from "node:crypto";
import type { Definitions, UserDefinition } from "../catalog/definitions.ts";
import { sessionMessages } from "../messages/session.ts";
import { claimsValue, newClaims } from "./claims.ts";
import { passwordMatches } from "../catalog/passwords.ts";
import { levelOf, lifeOf, type AccessParts } from "./access.ts";
import type { Credentials } from "./credentials.ts";
import type { Identity, Role } from "./state.ts";
import { signToken, verifyToken, type SigningKey } from "./tokens.ts";
import type { ObjectValue } from "../values/value.ts";

/** What a sign-in gives a session. */
export interface SignedIn {
  readonly identity: Identity;
  readonly namespace: string | undefined;
  readonly database: string | undefined;
  readonly access: string | undefined;
  readonly claims: ObjectValue;
  readonly token: string;
  readonly refresh: string | undefined;
  /** Milliseconds that the session lives; undefined: as long as its connection. */
  readonly sessionMs: number | undefined;
}

/** How long tokens of system users live whose definition says nothing. */
const usualTokenMs = 3_600_000;

interface Levelled {
  readonly namespace: string | undefined;
  readonly database: string | undefined;
}

/** A system user of the level that the credentials name. @throws QueryError, the same whether the name or the password is wrong */
export async function signinUser(parts: AccessParts, given: Credentials): Promise<SignedIn> {
  const { user: name, password, namespace, database } = given;
  if (name === undefined || password === undefined) throw sessionMessages.passwordMissing();
  const level = { namespace, database };
  const user = userAt(await parts.definitions(placeOf(level)), level, name);
  if (!(await passwordMatches(password, user?.passhash)) || user === undefined) throw sessionMessages.invalidAuth();
  const tokenMs = await lifeOf(parts, placeOf(level), user.tree.durations.token, usualTokenMs);
  const claims = newClaims({ namespace, database, id: name }, parts.now(), tokenMs);
  return {
    identity: identityOf(user, level),
    namespace,
    database,
    access: undefined,
    claims: claimsValue(claims),
    token: await signToken(claims, await userKey(parts, user, level)),
    refresh: undefined,
    sessionMs: await lifeOf(parts, placeOf(level), user.tree.durations.session, undefined),
  };
}

/** Who a system user's token is for. @throws QueryError when it is not of that user, or its password has changed since */
export async function verifyUserToken(parts: AccessParts, token: string, level: Levelled, name: string): Promise<Identity> {
  const user = userAt(await parts.definitions(placeOf(level)), level, name);
  if (user === undefined) throw sessionMessages.invalidAuth();
  await verifyToken(token, await userKey(parts, user, level), parts.now());
  return identityOf(user, level);
}

const placeOf = ({ namespace, database }: Levelled): { namespace?: string; database?: string } => ({
  ...(namespace !== undefined && { namespace }),
  ...(database !== undefined && { database }),
});

/** The user of that name at a level. */
export function userAt(definitions: Definitions, { namespace, database }: Levelled, name: string): UserDefinition | undefined {
  if (database !== undefined) return definitions.database?.users.get(name);
  return namespace === undefined ? definitions.root.users.get(name) : definitions.namespace?.users.get(name);
}

/** Identity of a user as it is defined now: a role that was taken away is gone at the next token or sign-in. */
export function identityOf(user: UserDefinition, level: Levelled): Identity {
  return {
    who: "user",
    ...levelOf(level),
    name: user.name,
    roles: user.tree.roles.map((role) => role.toLowerCase() as Role),
  };
}

/** The key is made of the user's password hash, so that a new password ends the tokens of the old one. */
export async function userKey(parts: AccessParts, user: UserDefinition, { namespace, database }: Levelled): Promise<SigningKey> {
  const of = JSON.stringify([namespace ?? null, database ?? null, user.name, user.passhash]);
  return {
    algorithm: "HS512",
    key: createHmac("sha512", await parts.secret())
      .update(of)
      .digest("base64"),
  };
}
