import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Where clouds answer questions about their machines, credentials included: no provider of models lives there. */
const metadata = new BlockList();
metadata.addSubnet("169.254.0.0", 16);
metadata.addSubnet("fe80::", 10, "ipv6");
metadata.addAddress("fd00:ec2::254", "ipv6");
metadata.addAddress("100.100.100.200");
const metadataNames = new Set(["metadata.google.internal", "metadata.goog", "metadata", "instance-data"]);

/**
 * What keeps a text from being a model provider's address, or undefined. Private addresses are allowed: models run at home too. A
 * name is not resolved here, as what it resolves to may change: who connects checks that again.
 */
export function modelUrlProblem(text: string): string | undefined {
  if (text.length > 2048 || !URL.canParse(text)) return "is not a URL";
  const { protocol, username, password, hostname, hash } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") return "must begin with http:// or https://";
  if (username !== "" || password !== "") return "must not hold a name or password; use api_key";
  if (hash !== "") return "must not have a fragment";
  // URL has brought the address to its normal form: decimal, octal and short forms are dotted by now.
  const host = hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  const isMetadata =
    metadataNames.has(host) || (isIPv4(host) && metadata.check(host)) || (isIPv6(host) && metadata.check(host, "ipv6"));
  return isMetadata ? "must not point to a link-local or metadata address" : undefined;
}
