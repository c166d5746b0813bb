import { createHmac } from "node:crypto";
import type { AccessDefinition, Definitions } from "../catalog/definitions.ts";
import type { Expression } from "../language/surrealql/index.ts";
import type { Place, StoreTransaction } from "../store/port.ts";
import { Duration, RecordId, type ObjectValue, type Value } from "../values/value.ts";
import { sessionMessages } from "../messages/session.ts";
import type { FetchFrom, SigningKey } from "./tokens.ts";
import type { Identity } from "./state.ts";
import { isArray, isObject } from "../values/kind-of.ts";

/** What signing in and up needs of the rest. */
export interface AccessParts {
  readonly definitions: (place: Partial<Place>) => Promise<Definitions>;
  /** Evaluates an expression of an access method, for an identity, in a transaction of its own. @throws QueryError */
  readonly evaluate: (expression: Expression, place: Partial<Place>, identity: Identity, variables: ObjectValue) => Promise<Value>;
  /** Reads and writes grants. @throws what the work throws, with nothing written */
  readonly inTransaction: <T>(work: (transaction: StoreTransaction) => Promise<T>) => Promise<T>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A secret of this server, which it makes once and keeps: what signs tokens of system users is made from it. */
  readonly secret: () => Promise<Uint8Array>;
  /** Reads the key sets of JWT access methods; without it, those that name an address verify nothing. */
  readonly fetchFrom: FetchFrom | undefined;
}

/** How long tokens live whose access method says nothing: the contract's 15 minutes. */
export const usualTokenMs = 15 * 60_000;

/** The editor of a place, as which sign-up, sign-in and AUTHENTICATE run. */
export function editorOf(place: Partial<Place>): Identity {
  return { who: "user", ...levelOf(place), name: "", roles: ["editor"] };
}

/** The level that a place is of. */
export function levelOf({ namespace, database }: { readonly [part in keyof Place]?: string | undefined }): Level {
  const level = database === undefined ? (namespace === undefined ? "root" : "namespace") : "database";
  return { level, namespace, database };
}

type Level = Pick<Extract<Identity, { who: "user" }>, "level" | "namespace" | "database">;

/** The access method of a database. @throws QueryError when there is none */
export async function databaseAccess(parts: AccessParts, place: Place, name: string): Promise<AccessDefinition> {
  const access = (await parts.definitions(place)).database?.accesses.get(name);
  if (access === undefined) throw sessionMessages.accessMissing();
  return access;
}

/** The place that credentials or a token name. */
export function placeAt({ namespace, database }: { readonly [part in keyof Place]?: string | undefined }): Partial<Place> {
  return { ...(namespace !== undefined && { namespace }), ...(database !== undefined && { database }) };
}

/** The access method of that name at a level. */
export async function accessAt(parts: AccessParts, place: Partial<Place>, name: string): Promise<AccessDefinition | undefined> {
  const definitions = await parts.definitions(place);
  if (place.database !== undefined) return definitions.database?.accesses.get(name);
  return place.namespace === undefined ? definitions.root.accesses.get(name) : definitions.namespace?.accesses.get(name);
}

/** A time that an access method says, in milliseconds; undefined for NONE, which never ends. */
export async function lifeOf(
  parts: AccessParts,
  place: Partial<Place>,
  said: Expression | undefined,
  usual: number | undefined,
): Promise<number | undefined> {
  if (said === undefined) return usual;
  const value = await parts.evaluate(said, place, { who: "anonymous" }, new Map());
  return value instanceof Duration ? Number(value.nanos / 1_000_000n) : undefined;
}

/** What signs the tokens of an access method. @throws QueryError when it only verifies others' */
export async function issuerKey(parts: AccessParts, place: Partial<Place>, access: AccessDefinition): Promise<SigningKey> {
  if (access.access.kind === "bearer") return bearerKey(parts, place, access);
  const { verify, issuer } = jwtOf(access);
  if (issuer === undefined) throw sessionMessages.invalidAuth();
  const key = await keyText(parts, place, issuer.key);
  return { algorithm: issuer.algorithm ?? ("algorithm" in verify ? verify.algorithm : "HS512"), key };
}

/** What verifies the tokens of an access method: a key, or the address of a set of keys. */
export async function verifierOf(parts: AccessParts, place: Partial<Place>, access: AccessDefinition): Promise<SigningKey | URL> {
  if (access.access.kind === "bearer") return bearerKey(parts, place, access);
  const { verify } = jwtOf(access);
  if ("url" in verify) {
    const url = await keyText(parts, place, verify.url);
    if (!URL.canParse(url)) throw sessionMessages.invalidAuth();
    return new URL(url);
  }
  return { algorithm: verify.algorithm, key: await keyText(parts, place, verify.key) };
}

/** What signs and verifies the tokens of a BEARER access method: nothing that anybody is shown. */
async function bearerKey(parts: AccessParts, place: Partial<Place>, { name }: AccessDefinition): Promise<SigningKey> {
  const of = JSON.stringify(["bearer", place.namespace ?? null, place.database ?? null, name]);
  const key = createHmac("sha512", await parts.secret()).update(of);
  return { algorithm: "HS512", key: key.digest("base64") };
}

function jwtOf({ access }: AccessDefinition): NonNullable<Extract<AccessDefinition["access"], { kind: "record" }>["jwt"]> {
  const jwt = access.kind === "bearer" ? undefined : access.jwt;
  if (jwt === undefined) throw sessionMessages.invalidAuth();
  return jwt;
}

async function keyText(parts: AccessParts, place: Partial<Place>, key: Expression): Promise<string> {
  const value = await parts.evaluate(key, place, { who: "anonymous" }, new Map());
  if (typeof value !== "string") throw sessionMessages.invalidAuth();
  return value;
}

/** The record that a SIGNUP or SIGNIN expression gave: itself, or with its fields, alone or the first of an array. */
export function recordOf(value: Value): RecordId | undefined {
  if (value instanceof RecordId) return value;
  if (isObject(value)) return recordOf(value.get("id"));
  if (isArray(value)) return recordOf(value[0]);
  return undefined;
}
