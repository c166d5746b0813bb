/** Which IP addresses are of the public internet, by IANA's registries of special-purpose addresses (RFC 6890 and its updates). */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 that is not of the public internet. */
const special4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8], // this network; the unspecified address reaches this machine
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT; the metadata of Alibaba Cloud
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // a public address by number, and the host's own services on every machine of Azure
  ["169.254.0.0", 16], // link-local; the metadata of most clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments; the metadata of Oracle Cloud
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved; broadcast
];

/** Parts of 2000::/3 that are not of the public internet, or that carry an IPv4 address to who knows where. */
const special6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23], // protocol assignments; Teredo
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4
  ["3fff::", 20], // documentation
];

const special = new BlockList();
for (const [network, prefix] of special4) special.addSubnet(network, prefix);
for (const [network, prefix] of special6) special.addSubnet(network, prefix, "ipv6");
// The well-known prefix of NAT64 (RFC 6052) ends in the IPv4 address that it stands for.
for (const [network, prefix] of special4) special.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");

/** All of IPv6 that is given out: what is not within, such as loopback, unique-local, link-local, multicast and IPv4 in IPv6's
 * clothes (`::ffff:0:0/96`), is no public address. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
global6.addSubnet("64:ff9b::", 96, "ipv6");

/** Whether an IP address is of the public internet: not of this machine, its networks or its cloud. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address);
  return isIPv6(address) && global6.check(address, "ipv6") && !special.check(address, "ipv6");
}
