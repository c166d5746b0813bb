/** Where Loci may connect to for an address that a context's settings name, which is to say somebody who is not the server's operator. */
import { BlockList, isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export interface HostPolicy {
  /**
   * Whether a connection to an IP address may be made for a URL that names this host and port.
   * @param host a name, or an IP address without brackets, as `hostOf` gives it
   */
  allows(host: string, port: number, address: string): boolean;
  /** Whether a URL that names this host and port cannot be allowed, whatever the host's name resolves to. */
  refuses(host: string, port: number): boolean;
}

/** Names by which machines ask their cloud, and names of this machine: refused before anybody resolves them. */
const inward = /^(?:localhost|.+\.localhost|metadata|metadata\.google\.internal|metadata\.goog|instance-data)$/;

/** Public addresses alone. */
export const publicOnly: HostPolicy = policyOf(new Set(), new BlockList());

/** A policy from an operator's list, or the first entry that is none. */
export type ReadHostPolicy = { readonly policy: HostPolicy } | { readonly wrong: string };

/**
 * Reads which hosts the operator allows beside public addresses: `name`, `name:port`, an IP address (with a port: `10.0.0.7:8000`,
 * `[fd12::1]:8000`), or a network, `10.1.0.0/16`; separated by commas. A name is allowed wherever it leads, a network whatever name leads there.
 */
export function readHostPolicy(list: string): ReadHostPolicy {
  const names = new Set<string>();
  const networks = new BlockList();
  for (const entry of list.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim().toLowerCase()]))) {
    const [, network = "", prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const address = network.replace(/^\[|\]$/g, "");
    const family = isIP(address);
    if (family !== 0) {
      const bits = prefix === undefined ? undefined : Number(prefix);
      if (bits !== undefined && bits > (family === 6 ? 128 : 32)) return { wrong: entry };
      const type = family === 6 ? "ipv6" : "ipv4";
      if (bits === undefined) networks.addAddress(address, type);
      else networks.addSubnet(address, bits, type);
      continue;
    }
    if (entry.includes("/") || !URL.canParse(`http://${entry}`)) return { wrong: entry };
    const url = new URL(`http://${entry}`);
    const plain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
    if (!plain || !/^[\w.:[\]-]+$/.test(entry)) return { wrong: entry };
    // A URL leaves the port out that its scheme implies.
    const port = /:(\d+)$/.exec(entry)?.[1];
    names.add(port === undefined ? hostOf(url) : placeOf(hostOf(url), Number(port)));
  }
  return { policy: policyOf(names, networks) };
}

/** A URL's host as the policy takes it: in lower case, without brackets and without the root's dot. */
export function hostOf({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

/** The port that a URL leads to, be it said or implied. */
export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

function policyOf(names: ReadonlySet<string>, networks: BlockList): HostPolicy {
  const named = (host: string, port: number) => names.has(host) || names.has(placeOf(host, port));
  const reachable = (address: string) => isPublicAddress(address) || networks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  return {
    allows: (host, port, address) => isIP(address) !== 0 && (named(host, port) || reachable(address)),
    refuses: (host, port) => !named(host, port) && (isIP(host) === 0 ? inward.test(host) : !reachable(host)),
  };
}

function placeOf(host: string, port: number): string {
  return `${host} ${port}`;
}
