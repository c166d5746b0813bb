import { decodeJwt, errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { LociError } from "@loci/kernel";
import type { Call, Caller } from "../call/index.ts";
import type { SecretRing } from "../secrets/index.ts";
import { secretFinder, type FindSecret } from "./signing-secrets.ts";

const issuer = "loci";
/** The secret may come to sign other things too: a token says what it is, and is taken for nothing else. */
const audience = "loci-services";
const type = "loci-caller+jwt";
const algorithm = "HS256";

/** How long a token is good for. It is looked at when a call begins, however long the call then takes. */
const lifetimeSeconds = 60;
/**
 * How far the clocks of two machines may be apart: five minutes, as elsewhere (RFC 4120), and some time on the way. With less, one machine whose
 * clock nobody sets would take a part of the whole deployment away.
 */
const skewSeconds = 330;
/** A token is sent on only while it has this left: a call may wait for its turn before it is looked at. */
const freshSeconds = 30;
/**
 * Signing and reading cost more than many a call does otherwise. One token stands behind all that its caller asks for within some seconds:
 * so many are known again, for the time that they are good for.
 */
const tokensKnown = 1_000;

/** Signs callers for the next service, and reads what another service signed. */
export interface TokenRing {
  sign(caller: Caller): Promise<string>;
  /** The token for a call to the next service: one for its caller that is fresh, the call's own where it can be. */
  forward(call: Pick<Call, "caller" | "token">): Promise<string>;
  /** @throws LociError `unauthenticated` for whatever is not a valid token, `unavailable` for one of another time */
  verify(token: string): Promise<Caller>;
}

/** What a token that was found to be ours says. Times in seconds since the epoch. */
interface ReadToken {
  readonly caller: Caller;
  readonly iat: number;
  readonly exp: number;
}

/**
 * Tokens are JSON Web Tokens (RFC 7519) under HMAC-SHA-256; the header's `kid` names the version of the secret.
 * @param readSecret looks for a version that was added since the start: another process may sign with it already
 */
export function tokenRing(ring: SecretRing, clock: () => number, readSecret: FindSecret = async () => undefined): TokenRing {
  const secretOf = secretFinder(ring, clock, readSecret);
  const signed = new LRUCache<string, string>({ max: tokensKnown });
  const read = new LRUCache<string, ReadToken>({ max: tokensKnown });

  const sign = async (caller: Caller): Promise<string> => {
    const now = Math.floor(clock() / 1000);
    return new SignJWT({ caller })
      .setProtectedHeader({ alg: algorithm, typ: type, kid: String(ring.current.version) })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(ring.current.bytes);
  };
  const isFresh = (token: string) => (decodeJwt(token).exp ?? 0) - clock() / 1000 > freshSeconds;
  return {
    sign,
    async forward({ caller, token }) {
      if (token !== undefined && isFresh(token)) return token;
      const place = JSON.stringify(caller);
      const known = signed.get(place);
      if (known !== undefined && isFresh(known)) return known;
      const made = await sign(caller);
      signed.set(place, made);
      return made;
    },
    async verify(token) {
      const known = read.get(token);
      if (known !== undefined && isOfThisTime(known, clock())) return known.caller;
      const told = await readToken(token, secretOf, clock());
      read.set(token, told);
      return told.caller;
    },
  };
}

async function readToken(token: string, secretOf: FindSecret, now: number): Promise<ReadToken> {
  try {
    const key = async ({ kid }: { kid?: string }) => {
      const secret = await secretOf(Number(kid));
      if (secret === undefined) throw new Error("unknown secret version");
      return secret;
    };
    const { payload } = await jwtVerify(token, key, {
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
    return { caller: callerOf(payload["caller"]), iat: payload.iat ?? 0, exp: payload.exp ?? 0 };
  } catch (cause) {
    if (isOfAnotherTime(cause)) {
      // Whose key is good must not be told that it is not.
      throw new LociError("unavailable", "A call between services is not of this time: set the clocks of all machines.", {
        cause,
      });
    }
    throw new LociError("unauthenticated", "The service token is not valid.", { cause });
  }
}

/** What reading it anew would say of its time. */
function isOfThisTime({ iat, exp }: ReadToken, now: number): boolean {
  const seconds = Math.floor(now / 1000);
  return seconds >= iat - skewSeconds && seconds < Math.min(exp, iat + lifetimeSeconds) + skewSeconds;
}

/** Ours, but made too long ago or not yet. */
function isOfAnotherTime(cause: unknown): boolean {
  if (cause instanceof errors.JWTExpired) return true;
  return cause instanceof errors.JWTClaimValidationFailed && cause.claim === "iat" && cause.reason === "check_failed";
}

/** Another version of Loci may have signed it: what this one does not know is nobody. */
function callerOf(claim: unknown): Caller {
  const { kind, identity, contextId } = (claim ?? {}) as { kind?: unknown; identity?: unknown; contextId?: unknown };
  const isPrincipal = typeof identity === "object" && identity !== null && "grants" in identity && "contextId" in identity;
  const known = kind === "principal" ? isPrincipal : kind === "service" ? typeof contextId === "string" : kind === "management";
  if (!known) throw new Error("unknown caller");
  return claim as Caller;
}
