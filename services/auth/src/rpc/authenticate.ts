import { createHash } from "node:crypto";
import { contextIdProblem, toTimestamp, type Identity } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { Statement } from "@loci/platform/rpc";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { claimOf, type Claim } from "../domain/credential.ts";
import { isPrincipalId } from "../domain/fields.ts";
import { openedBy } from "../domain/key.ts";
import { longestKey } from "../domain/key-text.ts";
import { fitsVerifier, secretMark } from "../domain/verifier.ts";
import { findContextsOfKey, findKeyWithAuthority, type KeyWithAuthority } from "../store/keys.ts";
import { findManagementKey } from "../store/management-keys.ts";
import { refusedKey, type AuthDeps } from "./deps.ts";
import { keyUsage } from "./key-usage.ts";
import { recentAnswers } from "./recent-answers.ts";
import { grantsNow, renewed } from "./renew-token.ts";

/** A revoked key must stop within 5 s on every replica; this leaves room for a slow database. */
const answerLifeMs = 3_000;
const maxAnswers = 10_000;

type Rpcs = Pick<AuthService<Call>, "authenticate" | "authenticateManagement" | "renewToken">;

export interface Authentication {
  readonly rpcs: Rpcs;
  /** Makes this process ask the database again. */
  readonly forgetAnswers: () => void;
  readonly close: () => Promise<void>;
}

export function authentication(deps: AuthDeps): Authentication {
  const sign = async (statement: Statement) => (await deps.tokens?.signer.sign(statement)) ?? "";
  const usage = keyUsage(deps);
  const limits = { clock: deps.clock, lifeMs: answerLifeMs, max: maxAnswers };
  const callers = recentAnswers<Authenticated>({ ...limits, trueUntil: (answer) => answer.trueUntil });
  const managers = recentAnswers<auth.AuthenticateManagementResponse>(limits);

  const authenticate = async (request: auth.AuthenticateRequest): Promise<Authenticated> => {
    const { identity, trueUntil } = await identify(deps, request, (place, keyId, lastUsedAt) =>
      usage.note(place, keyId, lastUsedAt),
    );
    const response = {
      principalId: identity.principalId,
      keyId: identity.keyId,
      delegatedPrincipalId: identity.delegatedPrincipalId,
      grants: grantsMessage(identity.grants),
      token: await sign({ caller: { kind: "principal", identity } }),
      contextId: identity.contextId,
      principalSince: identity.principalSince,
      secretMark: identity.secretMark,
      isNarrowed: identity.isNarrowed,
    };
    return { response, trueUntil };
  };

  const authenticateManagement = async (bearer: string): Promise<auth.AuthenticateManagementResponse> => {
    const { pepper } = deps.secrets;
    const claim = claimOf("management", bearer, pepper);
    if (claim === undefined) throw refusedKey();
    const key = await deps.database.acrossContexts((tx) => findManagementKey(tx, claim.ids));
    if (!fitsVerifier(claim.secret, key?.verifier, pepper) || key === undefined) throw refusedKey();
    usage.note("*", key.id, key.lastUsedAt);
    const caller = { kind: "management", keyId: key.id } as const;
    return { token: await sign({ caller, managementKeyId: key.id }), keyId: key.id };
  };

  return {
    rpcs: {
      async authenticate(request) {
        const { bearer, contextId, onBehalfOf } = request;
        // Told apart before anything is hashed, kept or asked: these can be no key of any context.
        if (bearer.length > longestKey || (contextId !== "" && contextIdProblem(contextId) !== undefined)) throw refusedKey();
        const place = digest(bearer, contextId, onBehalfOf.slice(0, longestKey));
        return (await callers.get(place, () => authenticate(request))).response;
      },
      async authenticateManagement({ bearer }) {
        if (bearer.length > longestKey) throw refusedKey();
        return managers.get(digest(bearer), () => authenticateManagement(bearer));
      },
      renewToken: async ({ token }) => ({ token: await renewed(deps, token) }),
    },
    forgetAnswers() {
      callers.clear();
      managers.clear();
    },
    close: () => usage.close(),
  };
}

interface Authenticated {
  readonly response: auth.AuthenticateResponse;
  /** When the key, or the secret before its rotation, stops; milliseconds since the epoch. */
  readonly trueUntil: number;
}

async function identify(
  deps: AuthDeps,
  { bearer, contextId: named, onBehalfOf }: auth.AuthenticateRequest,
  noteUse: (contextId: string, keyId: string, lastUsedAt: number | undefined) => void,
): Promise<{ readonly identity: Required<Identity>; readonly trueUntil: number }> {
  const claim = claimOf("context", bearer, deps.secrets.pepper);
  if (claim === undefined) throw refusedKey();
  const targetId = isPrincipalId(onBehalfOf) ? onBehalfOf : "";
  const { contextId, ...found } = await findOpened(deps, claim, named, targetId);
  const grants = grantsNow(found, onBehalfOf);
  noteUse(contextId, found.key.id, found.key.lastUsedAt);
  const identity = {
    contextId,
    principalId: found.key.principalId,
    principalSince: toTimestamp(found.principalSince),
    keyId: found.key.id,
    secretMark: found.secretMark,
    isNarrowed: found.key.grants !== undefined,
    grants,
    delegatedPrincipalId: onBehalfOf,
  };
  const ends = [found.key.validUntil, found.key.previous?.until].map((end) => end ?? Infinity);
  return { identity, trueUntil: Math.min(...ends.filter((end) => end > deps.clock())) };
}

interface OpenedKey extends KeyWithAuthority {
  readonly contextId: string;
  readonly secretMark: string;
}

/**
 * The key that the claim opens, in the named context or, without a name, in the one that it belongs to. A text that opens keys of
 * several contexts opens none: nobody may land in a context by chance.
 */
async function findOpened(deps: AuthDeps, claim: Claim, named: string, targetId: string): Promise<OpenedKey> {
  const { database, clock } = deps;
  const belongs = named === "" ? await database.acrossContexts((tx) => findContextsOfKey(tx, claim.ids)) : [named];
  const opened: OpenedKey[] = [];
  // A key that is nowhere is looked for all the same, in no context, so that it takes the time of one that is somewhere.
  for (const contextId of belongs.length === 0 ? [""] : belongs) {
    const find = (tx: Transaction) => findKeyWithAuthority(tx, contextId, claim.ids, targetId);
    const found = await database.inContext(contextId, find, { readOnly: true });
    const verifier = openedBy(claim.secret, found?.key, deps.secrets.pepper, clock());
    if (verifier !== undefined && found !== undefined) opened.push({ ...found, contextId, secretMark: secretMark(verifier) });
  }
  const [only, ...more] = opened;
  if (only === undefined || more.length > 0) throw refusedKey();
  return only;
}

/** Names an answer without keeping the secret in memory. */
function digest(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}
