/** Callers as signed texts: JSON Web Tokens (RFC 7519) under Ed25519 (RFC 8037). */
import { decodeJwt, errors, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { LociError, tokenIssuers, tokenKeyName, type TokenIssuer } from "@loci/kernel";
import type { Caller } from "../call/index.ts";
import type { CurrentSigningKey, FindPublicKey } from "../secrets/index.ts";
import { mayState } from "./issuers.ts";

/** A key may come to sign other things too: a token says what it is, and is taken for nothing else. */
const audience = "loci-services";
const type = "loci-caller+jwt";
const algorithm = "EdDSA";

/** How long a token is good for. It is looked at when a call begins, however long the call then takes. */
const lifetimeSeconds = 60;
/**
 * How far the clocks of two machines may be apart: five minutes, as elsewhere (RFC 4120), and some time on the way. With less, one machine whose
 * clock nobody sets would take a part of the whole deployment away.
 */
const skewSeconds = 330;
/** How long after its caller's authentication auth makes a token anew: longer than any call takes. */
const renewableSeconds = 24 * 3600;

/** What is signed beside the caller. */
export interface Statement {
  readonly caller: Caller;
  /** Whoever set it off, where it is not the caller: a token by auth. */
  readonly subject?: string;
  /** The management key behind it. */
  readonly managementKeyId?: string;
  /** When the caller was authenticated, in seconds since the epoch; now where it is left out. */
  readonly since?: number;
}

/** What a token that was found to be ours says. Times in seconds since the epoch. */
export interface ReadToken {
  readonly caller: Caller;
  readonly managementKeyId: string;
  readonly since: number;
  readonly iat: number;
  readonly exp: number;
}

/** Signs in the name of one role. */
export interface CallerSigner {
  readonly issuer: TokenIssuer;
  sign(statement: Statement): Promise<string>;
}

/** The header's `kid` names the version of the key. */
export function callerSigner(issuer: TokenIssuer, current: CurrentSigningKey, clock: () => number): CallerSigner {
  return {
    issuer,
    async sign({ since, ...statement }) {
      const now = Math.floor(clock() / 1000);
      const { version, key } = await current();
      return new SignJWT({ ...statement, since: since ?? now })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: String(version) })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(key);
    },
  };
}

/** @throws LociError `unauthenticated` for whatever is not a valid token, `unavailable` for one of another time */
export async function readCaller(token: string, find: FindPublicKey, now: number): Promise<ReadToken> {
  try {
    const read = await readSigned(token, find, now);
    const subject = read.subject === undefined ? undefined : await readSigned(read.subject, find, now);
    const isTold = subject === undefined || (subject.issuer === "auth" && mayState("auth", subject.caller, undefined));
    if (!isTold || !mayState(read.issuer, read.caller, subject?.caller)) throw new Error("not for this issuer to say");
    return read;
  } catch (cause) {
    if (isOfAnotherTime(cause)) {
      // Whose key is good must not be told that it is not.
      throw new LociError("unavailable", "A call between services is not of this time: set the clocks of all machines.", {
        cause,
      });
    }
    throw notValid(cause);
  }
}

/** A token by auth that was good once, of a caller who was authenticated within a day. @throws LociError `unauthenticated` */
export async function readRenewable(token: string, find: FindPublicKey, now: number): Promise<ReadToken> {
  try {
    const madeAt = (decodeJwt(token).iat ?? 0) * 1_000;
    const read = await readSigned(token, find, madeAt);
    const age = now / 1_000 - read.since;
    if (!mayState(read.issuer, read.caller, undefined) || read.issuer !== "auth") throw new Error("not signed by auth");
    if (age > renewableSeconds || age < -skewSeconds || madeAt > now + skewSeconds * 1_000)
      throw new Error("too old, or of the future");
    return read;
  } catch (cause) {
    throw notValid(cause);
  }
}

/** What reading it anew would say of its time. */
export function isOfThisTime({ iat, exp }: ReadToken, now: number): boolean {
  const seconds = Math.floor(now / 1000);
  return seconds >= iat - skewSeconds && seconds < Math.min(exp, iat + lifetimeSeconds) + skewSeconds;
}

interface Signed extends ReadToken {
  readonly issuer: TokenIssuer;
  readonly subject: string | undefined;
}

async function readSigned(token: string, find: FindPublicKey, now: number): Promise<Signed> {
  // Only chooses the key; who signs is checked by it below.
  const issuer = tokenIssuers.find((each) => each === decodeJwt(token).iss);
  if (issuer === undefined) throw new Error("unknown issuer");
  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = await find(tokenKeyName(issuer), Number(kid));
    if (key === undefined) throw new Error("unknown key version");
    return key;
  };
  const { payload } = await jwtVerify(token, keyOf, {
    issuer,
    audience,
    typ: type,
    algorithms: [algorithm],
    requiredClaims: ["exp"],
    // Counted from its making as well: whoever signs cannot make one that lasts.
    maxTokenAge: lifetimeSeconds,
    clockTolerance: skewSeconds,
    currentDate: new Date(now),
  });
  const { caller, subject, managementKeyId, since }: JWTPayload = payload;
  return {
    issuer,
    caller: callerOf(caller),
    subject: typeof subject === "string" ? subject : undefined,
    managementKeyId: typeof managementKeyId === "string" ? managementKeyId : "",
    since: typeof since === "number" ? since : 0,
    iat: payload.iat ?? 0,
    exp: payload.exp ?? 0,
  };
}

function notValid(cause: unknown): LociError {
  return new LociError("unauthenticated", "The service token is not valid.", { cause });
}

/** Ours, but made too long ago or not yet. */
function isOfAnotherTime(cause: unknown): boolean {
  if (cause instanceof errors.JWTExpired) return true;
  return cause instanceof errors.JWTClaimValidationFailed && cause.claim === "iat" && cause.reason === "check_failed";
}

const isPlain = (kind: unknown) => kind === "management" || kind === "gateway";

/** Another version of Loci may have signed it: what this one does not know is nobody. */
function callerOf(claim: unknown): Caller {
  const { kind, identity, contextId } = (claim ?? {}) as { kind?: unknown; identity?: unknown; contextId?: unknown };
  const isPrincipal = typeof identity === "object" && identity !== null && "grants" in identity && "contextId" in identity;
  const known = kind === "principal" ? isPrincipal : kind === "service" ? typeof contextId === "string" : isPlain(kind);
  if (!known) throw new Error("unknown caller");
  return claim as Caller;
}
