import type { Request } from "express";
import type { Databases, Session } from "../../session/port.ts";
import { badRequest, unauthorized } from "./answers.ts";

/** A header under its present name, or the one that older clients send. */
function header(request: Request, ...names: readonly string[]): string | undefined {
  return names.map((name) => request.get(name)).find((value) => value !== undefined && value !== "");
}

/**
 * The session of one HTTP request: namespace and database by `Surreal-NS` and `Surreal-DB`, identity by `Authorization` (Bearer a token, or Basic a
 * system user, of the level that `Surreal-Auth-NS` and `Surreal-Auth-DB` say).
 */
export async function sessionOf(databases: Databases, request: Request): Promise<Session> {
  const session = databases.openSession({ ip: request.socket.remoteAddress, origin: request.get("origin") });
  await authenticate(session, request);
  const namespace = header(request, "surreal-ns", "ns");
  const database = header(request, "surreal-db", "db");
  if (database !== undefined && namespace === undefined && session.place.namespace === undefined) {
    throw badRequest("A database needs a namespace: send the header Surreal-NS too");
  }
  session.place = { namespace: namespace ?? session.place.namespace, database: database ?? session.place.database };
  return session;
}

async function authenticate(session: Session, request: Request): Promise<void> {
  const authorization = request.get("authorization");
  if (authorization === undefined) return;
  const [scheme = "", credentials = ""] = authorization.trim().split(/\s+/u, 2);
  if (scheme.toLowerCase() === "bearer") return session.authenticate(credentials);
  if (scheme.toLowerCase() !== "basic") throw unauthorized("There was a problem with authentication");
  const text = Buffer.from(credentials, "base64").toString();
  const colon = text.indexOf(":");
  if (colon < 0) throw unauthorized("There was a problem with authentication");
  const entries: [string, string][] = [
    ["user", text.slice(0, colon)],
    ["pass", text.slice(colon + 1)],
  ];
  const namespace = header(request, "surreal-auth-ns");
  const database = header(request, "surreal-auth-db");
  if (namespace !== undefined) entries.push(["ns", namespace]);
  if (database !== undefined) entries.push(["db", database]);
  await session.signin(new Map(entries));
}
