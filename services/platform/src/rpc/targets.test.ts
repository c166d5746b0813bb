import dns from "node:dns";
import { afterEach, expect, it, jest } from "@jest/globals";
import { experimental } from "@grpc/grpc-js";
import { resolveEvery, targetOf } from "./targets.ts";

afterEach(() => void jest.restoreAllMocks());

/** A name server that knows these addresses of every name, and gives them in another order each time. */
function naming(...known: string[]) {
  const addresses = known.map((address) => ({ address, family: 4 }));
  const lookup = jest.spyOn(dns.promises, "lookup").mockImplementation((async () => [...addresses.reverse()]) as never);
  return { lookup, add: (address: string) => void addresses.push({ address, family: 4 }) };
}

/** A resolver of one name, and what it has told. */
function resolving(name: string) {
  const [scheme = "", path = ""] = targetOf([{ host: name, port: 9191 }]).split(/:(.*)/);
  const told: string[][] = [];
  const hear: experimental.ResolverListener = (found) => {
    if (found.ok) told.push(found.value.flatMap(({ addresses }) => addresses.map((one) => ("host" in one ? one.host : ""))));
    return true;
  };
  const options = { [resolveEvery]: 20, "grpc.dns_min_time_between_resolutions_ms": 1 };
  return { told, resolver: experimental.createResolver({ scheme, authority: "", path }, hear, options) };
}

const until = async (met: () => boolean) => {
  for (const end = Date.now() + 20_000; !met() && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 5));
};

it("replicas that are added behind a name are found though no connection ends, and nobody is told what he knows", async () => {
  const names = naming("10.0.0.1");
  const { told, resolver } = resolving("loci-auth");
  resolver.updateResolution();
  await until(() => names.lookup.mock.calls.length > 3);
  expect(told).toEqual([["10.0.0.1"]]);
  names.add("10.0.0.2");
  await until(() => told.length > 1);
  const asked = names.lookup.mock.calls.length;
  await until(() => names.lookup.mock.calls.length > asked + 3);
  expect(told.map((one) => one.toSorted())).toEqual([["10.0.0.1"], ["10.0.0.1", "10.0.0.2"]]);
  resolver.destroy();
});

it("who asks because a connection ended is told also what has not changed", async () => {
  naming("10.0.0.1");
  const { told, resolver } = resolving("loci-auth");
  resolver.updateResolution();
  await until(() => told.length > 0);
  resolver.updateResolution();
  await until(() => told.length > 1);
  expect(told).toEqual([["10.0.0.1"], ["10.0.0.1"]]);
  resolver.destroy();
});

it("a channel that is closed asks no more", async () => {
  const names = naming("10.0.0.1");
  const { resolver } = resolving("loci-auth");
  resolver.updateResolution();
  await until(() => names.lookup.mock.calls.length > 1);
  resolver.destroy();
  const asked = names.lookup.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(names.lookup.mock.calls.length).toBe(asked);
});
