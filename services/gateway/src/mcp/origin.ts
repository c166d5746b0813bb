import { isIP } from "node:net";

/**
 * Whether a web page of this origin may talk to the endpoint that the browser knows by this host.
 *
 * A page of an attacker can give its own name the address of this machine (DNS rebinding); the browser then takes both for the same
 * site, and `Origin` and `Host` agree. So a name proves nothing, unless the operator listed its origin. What needs no list:
 * - no Origin: no browser sent it, as browsers send one with each POST;
 * - a page on this machine (localhost, 127.0.0.0/8, ::1) that calls this machine by such a name too, on whatever port: these names
 *   cannot be given away;
 * - a page of the very host and port that it calls, where the host is an address: no name is involved.
 *
 * @param allowed origins as browsers write them: `https://app.example.com`
 */
export function isOriginAllowed(origin: string | undefined, host: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  const page = placeOf(origin);
  const called = placeOf(`http://${host ?? ""}`);
  if (page === undefined || called === undefined || page.origin !== origin) return false;
  if (isLoopback(page.hostname) && isLoopback(called.hostname)) return true;
  return page.host === called.host && isAddress(page.hostname);
}

function placeOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && hostname.startsWith("127."));
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}
