import { describe, expect, it } from "@jest/globals";
import { hostOf, isPublicAddress, portOf, publicOnly, readHostPolicy, type HostPolicy } from "./index.ts";

function policyOf(list: string): HostPolicy {
  const read = readHostPolicy(list);
  if ("wrong" in read) throw new Error(`refused ${read.wrong}`);
  return read.policy;
}
const refuses = (policy: HostPolicy, text: string) => {
  const url = new URL(text);
  return policy.refuses(hostOf(url), portOf(url));
};

describe("a public address", () => {
  it.each(["8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "64:ff9b::808:808"])("may be %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ["the unspecified one", "0.0.0.0", "::"],
    ["loopback", "127.0.0.1", "127.255.255.254", "::1", "::127.0.0.1"],
    ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    ["carrier-grade NAT", "100.64.0.1", "100.100.100.200", "100.127.255.255"],
    ["link-local", "169.254.169.254", "fe80::1", "fe80::1%eth0"],
    ["unique-local", "fc00::1", "fd00:ec2::254", "fdff::1"],
    ["multicast and broadcast", "224.0.0.1", "255.255.255.255", "ff02::1"],
    ["IPv4 within IPv6", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:a9fe:a9fe", "2002:7f00:1::"],
    ["NAT64 to a private one", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1", "64:ff9b:1::1"],
    ["a cloud's own", "168.63.129.16", "192.0.0.192"],
    ["no address", "", "localhost", "127.1", "0x7f000001"],
  ])("is not %s", (_kind, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

describe("a URL that a context's settings name", () => {
  it.each([
    ["http://2852039166/", "http://0xa9.0xfe.0xa9.0xfe/", "http://0251.0376.0251.0376/", "http://169.254.43518/"],
    ["http://127.1:11434/", "http://0177.0.0.1/", "http://2130706433/", "http://0x7f000001/", "http://１２７.0.0.1/"],
    ["http://localhost:9/", "http://LOCALHOST./", "http://a.localhost/", "http://127.0.0.1./"],
    ["http://[::ffff:169.254.169.254]/", "http://[fe80::1]/", "http://[::]/", "http://[64:ff9b::10.0.0.1]/", "http://0/"],
    ["http://metadata.google.internal./", "http://metadata/", "https://METADATA.google.internal/v1"],
  ])("is refused in each spelling: %s …", (...urls) => {
    expect(urls.filter((url) => !refuses(publicOnly, url))).toEqual([]);
  });

  it("is not refused for a name, which may lead anywhere: the address is looked at when it is known", () => {
    expect(refuses(publicOnly, "https://models.example.com/v1")).toBe(false);
    expect(publicOnly.allows("models.example.com", 443, "10.0.0.7")).toBe(false);
    expect(publicOnly.allows("models.example.com", 443, "8.8.8.8")).toBe(true);
  });
});

describe("the operator's list", () => {
  it("allows a name wherever it leads, with a port that port alone", () => {
    const policy = policyOf(" localhost, Models.Home.:8000 ,");
    expect(refuses(policy, "http://localhost:11434/v1")).toBe(false);
    expect(policy.allows("localhost", 1, "127.0.0.1")).toBe(true);
    expect(policy.allows("models.home", 8000, "10.0.0.7")).toBe(true);
    expect(policy.allows("models.home", 8001, "10.0.0.7")).toBe(false);
    expect(policy.allows("other.home", 8000, "10.0.0.7")).toBe(false);
  });

  it("allows addresses and networks, whatever name leads there", () => {
    const policy = policyOf("10.1.0.0/16,127.0.0.1,192.168.0.9:8000,fd12::/16,[fd34::1]:80,::1");
    expect(policy.allows("models.home", 1, "10.1.255.1")).toBe(true);
    expect(policy.allows("models.home", 1, "10.2.0.1")).toBe(false);
    expect(refuses(policy, "http://127.0.0.1:11434/v1")).toBe(false);
    expect(refuses(policy, "http://127.0.0.2:11434/v1")).toBe(true);
    expect(refuses(policy, "http://192.168.0.9:8000/v1")).toBe(false);
    expect(refuses(policy, "http://192.168.0.9/v1")).toBe(true);
    expect([refuses(policy, "http://[fd12::5]/"), refuses(policy, "http://[fd34::1]/")]).toEqual([false, false]);
    expect(refuses(policy, "http://[fd34::1]:81/")).toBe(true);
    expect(refuses(policy, "http://[::1]/")).toBe(false);
  });

  it.each(["http://a.example", "10.0.0.0/33", "fd00::/129", "a b", "user@host", "host:port", "host/8", "host?x", "*"])(
    "is not '%s'",
    (entry) => {
      expect(readHostPolicy(`a.example, ${entry}`)).toEqual({ wrong: entry });
    },
  );
});
