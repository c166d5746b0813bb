/** The service over a real database in memory, with a clock that the test moves. Only tests import this file. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { openPglite } from "@loci/adapters/pglite";
import { idSource, type Identity } from "@loci/kernel";
import { anonymousCall, serviceCall, type Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { grantsOf } from "@loci/platform/messages";
import { callerSigner, callerTokens } from "@loci/platform/rpc";
import { answerSeal, secretRing, type Secrets } from "@loci/platform/secrets";
import type { Database } from "@loci/ports/database";
import type { auth as authMessages, common } from "@loci/protos";
import { createAuthService, type Auth, type AuthDeps } from "../index.ts";

export interface TestAuth {
  readonly auth: Auth;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: { now: number };
  /** A second service over the same database, as another replica would be. */
  replica(changes?: Partial<AuthDeps>): Auth;
  /** The call of whoever holds this key. */
  as(bearer: string, contextId: string, onBehalfOf?: string): Promise<Call>;
  verifyToken(token: string): Promise<Call["caller"]>;
  close(): Promise<void>;
}

const noDeadline = Number.MAX_SAFE_INTEGER;
export const anonymous = anonymousCall("", noDeadline);
export const service = serviceCall("", "", noDeadline);
export const management: Call = { ...anonymous, caller: { kind: "management" } };

export async function openTestAuth(open = () => openPglite({ folder: undefined })): Promise<TestAuth> {
  const database = await open();
  await migrate(database, [{ schema: "auth", folder: new URL("../../migrations", import.meta.url).pathname }]);
  const clock = { now: Date.UTC(2030, 0, 1) };
  const ring = secretRing(new Map([[1, new Uint8Array(32).fill(7)]]));
  const pair = generateKeyPairSync("ed25519");
  const find = async (name: string, version: number) => (name === "token-auth" && version === 1 ? pair.publicKey : undefined);
  const deps: AuthDeps = {
    tokens: {
      signer: callerSigner(
        "auth",
        async () => ({ version: 1, key: pair.privateKey }),
        () => clock.now,
      ),
      find,
    },
    database,
    secrets: { pepper: ring, encryption: ring, audit: ring },
    clock: () => clock.now,
    ids: idSource(() => clock.now, randomBytes),
    random: randomBytes,
  };
  const auth = createAuthService(deps);
  return {
    auth,
    database,
    secrets: deps.secrets,
    clock,
    replica: (changes = {}) => createAuthService({ ...deps, ...changes }),
    async as(bearer, contextId, onBehalfOf = "") {
      const answer = await auth.authenticate({ bearer, contextId, onBehalfOf }, anonymous);
      const identity: Identity = { ...answer, contextId, grants: grantsOf(answer.grants) ?? {} };
      return { ...anonymous, caller: { kind: "principal", identity } };
    },
    verifyToken: (token) => callerTokens({ clock: () => clock.now, find }).verify(token),
    async close() {
      await auth.close();
      await database.close();
    },
  };
}

/** A repeatable operation: the same hash stands for the same request, the seal for who asks. */
export function operation(id: string, hash = "request", bearer = "bearer"): authMessages.Operation {
  return { id, hash: Buffer.from(hash), seal: answerSeal(bearer) };
}

/** Grants as a message. */
export function grants(verbs: Record<string, string[]>): common.Grants {
  return { verbs: Object.fromEntries(Object.entries(verbs).map(([verb, paths]) => [verb, { paths }])) };
}

/** A context with its admin's key. */
export async function contextWithKey({ auth }: TestAuth, contextId: string, policy: object = {}): Promise<string> {
  await auth.createContext(
    {
      id: contextId,
      displayName: "",
      configJson: "",
      policyJson: JSON.stringify(policy),
      adminExternalId: "",
      owner: "",
      operation: null,
    },
    management,
  );
  return memberKey(auth, contextId, "admin");
}

/** A principal with these grants. */
export async function member({ auth }: TestAuth, contextId: string, id: string, verbs: Record<string, string[]>): Promise<string> {
  const wanted = { contextId, id, displayName: id, kind: "", externalId: "", grants: grants(verbs), operation: null };
  await auth.createPrincipal(wanted, management);
  return memberKey(auth, contextId, id);
}

export async function memberKey(
  auth: Auth,
  contextId: string,
  principalId: string,
  name = `${principalId}-key`,
  ttlSeconds = 0,
): Promise<string> {
  const wanted = { contextId, principalId, name, grants: null, ttlSeconds, operation: null };
  return (await auth.mintPrincipalKey(wanted, management)).key;
}
