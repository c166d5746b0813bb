import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { serviceCall } from "@loci/platform/call";
import { addressGroup } from "./client-address.ts";
import type { GatewaySettings } from "./index.ts";
import { createRateLimit, maxOpen } from "./rate-limit.ts";
import { contextKey, managementKey, startGateway, type RunningGateway, type Sent } from "./testing/gateway.ts";

let gateway: RunningGateway;
afterEach(() => gateway.close());

const path = "/api/v1/acme/entities";
async function start(settings: Partial<GatewaySettings>): Promise<void> {
  gateway = await startGateway({ settings, graph: { listEntities: async () => ({ entities: [], total: 0 }) } });
}
const send = (sent: Sent = {}, at = path) => gateway.send(at, sent);
const guess = (from = "") => send({ key: "loci_ck_guess", headers: from === "" ? {} : { "x-forwarded-for": from } });
async function statuses(times: number, ask: () => ReturnType<typeof send>): Promise<number[]> {
  const seen = [];
  for (let i = 0; i < times; i++) seen.push((await ask()).status);
  return seen;
}

describe("wrong keys", () => {
  it("are told 429 and when to come again after too many of one address, at every door, while a key that fits works", async () => {
    await start({ wrongKeysPerMinute: 3 });
    expect(await statuses(4, guess)).toEqual([401, 401, 401, 429]);
    const refused = await guess();
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.json).toMatchObject({
      type: "urn:loci:problem:rate-limited",
      detail: "Too many wrong keys came from this address.",
    });
    expect((await send({ key: "loci_mk_guess" }, "/api/v1/contexts")).status).toBe(429);
    expect((await send({ key: "loci_ck_guess", body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }, "/mcp")).status).toBe(429);
    expect((await send({ key: contextKey })).status).toBe(200);
    // Nobody guesses who sends none.
    expect((await send({ key: undefined })).status).toBe(401);
  });

  it("may be any number where whoever runs the server says so, and a key for another plane is one", async () => {
    await start({ wrongKeysPerMinute: 0 });
    expect(await statuses(5, guess)).toEqual([401, 401, 401, 401, 401]);
    await gateway.close();
    await start({ wrongKeysPerMinute: 1 });
    expect(await statuses(2, () => send({ key: managementKey }))).toEqual([401, 429]);
  });

  it("are counted for whom a trusted proxy names, and for nobody that others name", async () => {
    await start({ wrongKeysPerMinute: 1, trustedProxies: ["127.0.0.0/8", "::1"] });
    expect([(await guess("198.51.100.1")).status, (await guess("198.51.100.1")).status]).toEqual([401, 429]);
    expect((await guess("198.51.100.2")).status).toBe(401);
    // What the client wrote itself stands before what the proxy adds.
    expect((await guess("203.0.113.9, 198.51.100.2")).status).toBe(429);
    await gateway.close();
    await start({ wrongKeysPerMinute: 1 });
    expect([(await guess("198.51.100.1")).status, (await guess("198.51.100.2")).status]).toEqual([401, 429]);
  });
});

describe("requests under way", () => {
  it("are so many of one key at once, and are taken again when some have ended", async () => {
    const limit = createRateLimit({ requestsPerMinute: 0, contextRequestsPerMinute: 0 });
    const ask = async (keyId: string) => {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      const call = serviceCall("acme", "", Number.MAX_SAFE_INTEGER);
      const identity = { contextId: "acme", principalId: "p", principalSince: "", keyId, secretMark: "", delegatedPrincipalId: "" };
      await limit({ ...call, caller: { kind: "principal", identity: { ...identity, grants: {} } } }, response);
      return response;
    };
    const open = await Promise.all(Array.from({ length: maxOpen }, () => ask("key:1")));
    await expect(ask("key:1")).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
    await ask("key:2");
    open[0]?.emit("close");
    await ask("key:1");
    await expect(ask("key:1")).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("an address", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::9", "2001:db8:1:3::/64"],
    ["", ""],
  ])("%s is of %s", async (address, group) => {
    await start({});
    expect(addressGroup(address)).toBe(group);
  });
});

describe("requests of one context", () => {
  it("are limited together, and each key is told what is left of its own", async () => {
    await start({ requestsPerMinute: 10, contextRequestsPerMinute: 2 });
    const replies = [await send(), await send(), await send()];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(replies[2]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(replies.map(({ headers }) => String(headers["ratelimit"]).replace(/t=\d+/, "t=…"))).toEqual([
      '"key";r=9;t=…',
      '"key";r=8;t=…',
      '"key";r=7;t=…',
    ]);
    expect(replies[0]?.headers["ratelimit-policy"]).toBe('"key";q=10;w=60');
  });

  it("are limited by default, beyond what a person or an import sends", async () => {
    await start({});
    expect((await send()).headers["ratelimit-policy"]).toBe('"key";q=30000;w=60');
    await gateway.close();
    await start({ requestsPerMinute: 0 });
    expect((await send()).headers["ratelimit"]).toBeUndefined();
  });
});
