import { lookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { hostOf, portOf, type HostPolicy } from "@loci/platform/outbound";
import { Agent, fetch as undiciFetch } from "undici";
import type { Fetch } from "./bounded-fetch.ts";
import { RefusedAddress } from "./refused-address.ts";

/** All addresses of a name, in the order in which they are to be tried. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const lookUp = promisify(lookup);
const bySystem: Resolve = (host) => lookUp(host, { all: true });

/**
 * A `fetch` for requests to one URL's host and port that connects to what the policy allows, and to nothing else. A name is resolved once
 * for a connection, and the connection goes to the very addresses that were checked: a name server that answers differently the next time
 * changes nothing.
 * @throws from the fetch: TypeError caused by RefusedAddress
 */
export function guardedFetch(baseUrl: string, policy: HostPolicy, resolve: Resolve = bySystem): Fetch {
  const { origin, ...place } = placeOf(baseUrl);
  const allows = (address: string) => policy.allows(place.host, place.port, address);
  // A host that is an address is not looked up at all: it is checked before the connection.
  const refused = isIP(place.host) === 0 ? policy.refuses(place.host, place.port) : !allows(place.host);
  const dispatcher = new Agent({ connect: { lookup: checkedLookup(resolve, allows) } });
  const send = undiciFetch as unknown as (input: string, init: object) => ReturnType<Fetch>;
  return async (input, init = {}) => {
    const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
    if (refused || new URL(url).origin !== origin) throw new TypeError("fetch failed", { cause: new RefusedAddress() });
    return send(url, { ...init, dispatcher });
  };
}

function placeOf(text: string): { readonly host: string; readonly port: number; readonly origin: string } {
  const url = new URL(text);
  return { host: hostOf(url), port: portOf(url), origin: url.origin };
}

/** A resolver for `net.connect` that gives none but allowed addresses. */
function checkedLookup(resolve: Resolve, allows: (address: string) => boolean): LookupFunction {
  return (host, { all, family }, done) => {
    resolve(host).then(
      (found) => {
        const wanted = found.filter((each) => !family || each.family === Number(String(family).replace("IPv", "")));
        const allowed = wanted.filter(({ address }) => allows(address));
        const [first] = allowed;
        if (wanted.length > 0 && first === undefined) done(new RefusedAddress(), "");
        else if (first === undefined) done(Object.assign(new Error("no such host"), { code: "ENOTFOUND" }), "");
        else if (all) done(null, allowed);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error("the name was not resolved"), ""),
    );
  };
}
