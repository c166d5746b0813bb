import { jwtVerify, SignJWT } from "jose";
import { LociError } from "@loci/kernel";
import type { Caller } from "../call/index.ts";
import type { SecretRing } from "../secrets/index.ts";

const issuer = "loci";
const algorithm = "HS256";

/** How long a token is good for: longer than any request, far shorter than a key. */
const lifetimeSeconds = 120;

/** Signs callers for the next service, and reads what another service signed. */
export interface TokenRing {
  sign(caller: Caller): Promise<string>;
  /** @throws LociError `unauthenticated` for whatever is not a valid token */
  verify(token: string): Promise<Caller>;
}

/** Tokens are JSON Web Tokens (RFC 7519) under HMAC-SHA-256; the header's `kid` names the version of the secret. */
export function tokenRing(ring: SecretRing, clock: () => number): TokenRing {
  return {
    async sign(caller) {
      const now = Math.floor(clock() / 1000);
      return new SignJWT({ caller })
        .setProtectedHeader({ alg: algorithm, kid: String(ring.current.version) })
        .setIssuer(issuer)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(ring.current.bytes);
    },
    async verify(token) {
      try {
        const key = (header: { kid?: string }) => {
          const secret = ring.get(Number(header.kid));
          if (secret === undefined) throw new Error("unknown secret version");
          return secret;
        };
        const verified = await jwtVerify(token, key, { issuer, algorithms: [algorithm], currentDate: new Date(clock()) });
        return verified.payload["caller"] as Caller;
      } catch (cause) {
        throw new LociError("unauthenticated", "The service token is not valid.", { cause });
      }
    },
  };
}
