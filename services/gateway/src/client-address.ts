import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyAddress from "proxy-addr";

/** The address that a request came from. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * @param trustedProxies addresses and networks of proxies whose X-Forwarded-For is believed; from everybody else it is ignored, as
 *   whoever sends it could write anything
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trust = proxyAddress.compile([...trustedProxies]);
  return (request) => proxyAddress(request, trust);
}

/** What one client can take addresses from: of IPv6 the network of 64 bits that each customer gets at least, of IPv4 the address. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const read = ipaddr.process(address);
  return read instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${read.toString()}/64`).toString()}/64`
    : read.toString();
}
