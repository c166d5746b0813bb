import { decodeJwt } from "jose";
import { LRUCache } from "lru-cache";
import { LociError } from "@loci/kernel";
import type { Call } from "../call/index.ts";
import type { FindPublicKey } from "../secrets/index.ts";
import { mayState } from "./issuers.ts";
import { isOfThisTime, readCaller, type ReadToken, type CallerSigner } from "./signed-callers.ts";

/** A token is sent on only while it has this left: a call may wait for its turn before it is looked at. */
const freshSeconds = 30;
/**
 * Signing and reading cost more than many a call does otherwise. One token stands behind all that its caller asks for within some seconds:
 * so many are known again, for the time that they are good for.
 */
const tokensKnown = 1_000;

/** The tokens of a process: for what it asks of others, and of what others ask. */
export interface CallerTokens {
  /** The token for a call to the next service: the call's own while it is fresh, else one that this role may sign or auth renews. */
  forward(call: Pick<Call, "caller" | "token" | "subject">): Promise<string>;
  /** @throws LociError `unauthenticated` for whatever is not a valid token, `unavailable` for one of another time */
  verify(token: string): Promise<Call["caller"]>;
}

export interface TokenParts {
  readonly clock: () => number;
  readonly find: FindPublicKey;
  /** Of a role that calls others. */
  readonly signer?: CallerSigner | undefined;
  /** Asks auth for a fresh one. */
  readonly renew?: ((token: string) => Promise<string>) | undefined;
}

export function callerTokens({ clock, find, signer, renew }: TokenParts): CallerTokens {
  const made = new LRUCache<string, string>({ max: tokensKnown });
  const read = new LRUCache<string, ReadToken>({ max: tokensKnown });
  const isFresh = (token: string) => (decodeJwt(token).exp ?? 0) - clock() / 1000 > freshSeconds;

  const once = async (place: string, make: () => Promise<string>): Promise<string> => {
    const known = made.get(place);
    if (known !== undefined && isFresh(known)) return known;
    const token = await make();
    made.set(place, token);
    return token;
  };
  const forward: CallerTokens["forward"] = async ({ caller, token, subject }) => {
    if (token !== undefined && isFresh(token)) return token;
    if (signer && mayState(signer.issuer, caller, undefined)) {
      return once(JSON.stringify(caller), () => signer.sign({ caller }));
    }
    if (signer && subject) {
      const by = await forward(subject);
      return once(JSON.stringify([caller, by]), () => signer.sign({ caller, subject: by }));
    }
    if (token === undefined || !renew) throw new LociError("internal", "only auth says who a caller is");
    return once(token, () => renew(token));
  };
  return {
    forward,
    async verify(token) {
      const known = read.get(token);
      if (known !== undefined && isOfThisTime(known, clock())) return known.caller;
      const told = await readCaller(token, find, clock());
      read.set(token, told);
      return told.caller;
    },
  };
}
