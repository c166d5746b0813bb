import { decodeJwt, errors, jwtVerify, SignJWT } from "jose";
import { LociError } from "@loci/kernel";
import type { Call, Caller } from "../call/index.ts";
import type { SecretRing } from "../secrets/index.ts";

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
/** A stranger's token must not make us read files all the time. */
const readAgainMs = 1_000;

/** Signs callers for the next service, and reads what another service signed. */
export interface TokenRing {
  sign(caller: Caller): Promise<string>;
  /** The token for a call to the next service: the call's own while it is fresh, else a new one for its caller. */
  forward(call: Pick<Call, "caller" | "token">): Promise<string>;
  /** @throws LociError `unauthenticated` for whatever is not a valid token, `unavailable` for one of another time */
  verify(token: string): Promise<Caller>;
}

/**
 * Tokens are JSON Web Tokens (RFC 7519) under HMAC-SHA-256; the header's `kid` names the version of the secret.
 * @param readSecret looks for a version that was added since the start: another process may sign with it already
 */
export function tokenRing(
  ring: SecretRing,
  clock: () => number,
  readSecret: (version: number) => Promise<Uint8Array | undefined> = async () => undefined,
): TokenRing {
  const added = new Map<number, Uint8Array>();
  let nextReadAt = Number.NEGATIVE_INFINITY;
  const keyOf = async (version: number): Promise<Uint8Array | undefined> => {
    const known = ring.get(version) ?? added.get(version);
    if (known !== undefined || !Number.isSafeInteger(version) || clock() < nextReadAt) return known;
    nextReadAt = clock() + readAgainMs;
    const found = await readSecret(version);
    if (found !== undefined) added.set(version, found);
    return found;
  };
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
  return {
    sign,
    forward: async ({ caller, token }) =>
      token !== undefined && (decodeJwt(token).exp ?? 0) - clock() / 1000 > freshSeconds ? token : sign(caller),
    async verify(token) {
      try {
        const key = async ({ kid }: { kid?: string }) => {
          const secret = await keyOf(Number(kid));
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
          currentDate: new Date(clock()),
        });
        return callerOf(payload["caller"]);
      } catch (cause) {
        if (isOfAnotherTime(cause)) {
          // Whose key is good must not be told that it is not.
          throw new LociError("unavailable", "A call between services is not of this time: set the clocks of all machines.", {
            cause,
          });
        }
        throw new LociError("unauthenticated", "The service token is not valid.", { cause });
      }
    },
  };
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
