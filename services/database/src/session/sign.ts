import { sessionMessages } from "../messages/session.ts";
import { accessAt, placeAt, type AccessParts } from "./access.ts";
import { signinBearer } from "./bearer.ts";
import type { Credentials } from "./credentials.ts";
import { signinRecord, signupRecord } from "./record-access.ts";
import { refreshTokens, withRefresh } from "./refresh.ts";
import { signinUser, type SignedIn } from "./users.ts";

/** Makes a record by a RECORD access method and signs it in. @throws QueryError */
export async function signup(parts: AccessParts, given: Credentials): Promise<SignedIn> {
  return withRefresh(parts, await signupRecord(parts, given));
}

/** Signs in what the credentials name: an access method of a database, a bearer key, a refresh token, or a system user. @throws QueryError */
export async function signin(parts: AccessParts, given: Credentials): Promise<SignedIn> {
  const { namespace, database, access: name } = given;
  if (name === undefined) return signinUser(parts, given);
  if (given.refresh !== undefined) return refreshTokens(parts, { access: "", refresh: given.refresh }, given);
  const access = await accessAt(parts, placeAt(given), name);
  if (access === undefined) throw namespace === undefined ? sessionMessages.noSigninTarget() : sessionMessages.accessMissing();
  if (access.access.kind === "bearer") return signinBearer(parts, given, access);
  if (access.access.kind === "jwt" || namespace === undefined || database === undefined) throw sessionMessages.accessUnusable();
  return withRefresh(parts, await signinRecord(parts, given, { namespace, database }, access));
}
