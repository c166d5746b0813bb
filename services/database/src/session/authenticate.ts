import type { JWTPayload } from "jose";
import type { AccessDefinition } from "../catalog/definitions.ts";
import { readRecordId } from "../interpret/read-record-id.ts";
import { sessionMessages } from "../messages/session.ts";
import type { Place } from "../store/port.ts";
import { accessAt, levelOf, lifeOf, placeAt, verifierOf, type AccessParts } from "./access.ts";
import { claimsValue } from "./claims.ts";
import { authenticated, authenticatedUser } from "./record-access.ts";
import type { Role } from "./state.ts";
import { claimOf, readClaims, verifyByKeySet, verifyToken } from "./tokens.ts";
import { verifyUserToken, type SignedIn } from "./users.ts";

/** Whom a token is for, once its signature and times are verified. @throws QueryError */
export async function authenticateToken(parts: AccessParts, token: string): Promise<SignedIn> {
  const unverified = readClaims(token);
  const [namespace, database, access, id] = ["ns", "db", "ac", "id"].map((name) => claimOf(unverified, name));
  const level = { namespace, database };
  const rest = { ...level, token, refresh: undefined };
  if (access === undefined) {
    if (id === undefined) throw sessionMessages.invalidAuth();
    const identity = await verifyUserToken(parts, token, level, id);
    return { ...rest, identity, access, claims: claimsValue(unverified), sessionMs: undefined };
  }
  // A database without a namespace is none.
  if (namespace === undefined && database !== undefined) throw sessionMessages.invalidAuth();
  const place = placeAt(level);
  const method = await accessAt(parts, place, access);
  if (method === undefined) throw sessionMessages.invalidAuth();
  const claims = await verified(parts, token, place, method);
  const identity = await identityBy(parts, place, method, claims);
  const sessionMs = await lifeOf(parts, place, method.durations.session, undefined);
  return { ...rest, identity, access, claims: claimsValue(claims), sessionMs };
}

async function verified(parts: AccessParts, token: string, place: Partial<Place>, method: AccessDefinition): Promise<JWTPayload> {
  const verifier = await verifierOf(parts, place, method);
  if (!(verifier instanceof URL)) return verifyToken(token, verifier, parts.now());
  if (parts.fetchFrom === undefined) throw sessionMessages.keySetUnread();
  return verifyByKeySet(token, verifier, parts.now(), parts.fetchFrom);
}

/** A record where the token names one, else a system user of the roles that it names (`RL`), viewer without any. */
async function identityBy(
  parts: AccessParts,
  place: Partial<Place>,
  method: AccessDefinition,
  claims: JWTPayload,
): Promise<SignedIn["identity"]> {
  const { namespace, database } = place;
  const id = claimOf(claims, "id");
  // Whom a bearer key signs in as a system user gets a token of that user.
  if (method.access.kind === "bearer" && method.access.for === "user") throw sessionMessages.invalidAuth();
  if (method.access.kind !== "jwt") {
    if (namespace === undefined || database === undefined) throw sessionMessages.invalidAuth();
    const named = id === undefined ? undefined : readRecordId(id);
    if (id !== undefined && named === undefined) throw sessionMessages.invalidAuth();
    const here = { namespace, database };
    const record = await authenticated(parts, here, method, named, claimsValue(claims));
    return { who: "record", ...here, access: method.name, record };
  }
  const roles = rolesOf(claims);
  await authenticatedUser(parts, place, method, claimsValue(claims));
  return { who: "user", ...levelOf(place), name: id ?? method.name, roles };
}

const known: ReadonlySet<string> = new Set(["owner", "editor", "viewer"]);

function rolesOf(claims: JWTPayload): readonly Role[] {
  const said = [claims["RL"], claims["rl"], claims["https://surrealdb.com/rl"]].find(Array.isArray);
  const roles = (said ?? ["viewer"]).map((role) => String(role).toLowerCase());
  if (!roles.every((role) => known.has(role))) throw sessionMessages.invalidAuth();
  return roles as Role[];
}
