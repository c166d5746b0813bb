import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { publicOnly } from "@loci/platform/outbound";
import { createLogger } from "@loci/platform/telemetry";
import { modelHosts } from "../allowed-model-hosts.ts";
import { keySetFetch } from "./database-keys.ts";

describe("keys that an access method names by their address", () => {
  let server: Server;
  let url: string;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/moved") response.writeHead(302, { location: "/keys" }).end();
      else response.end(request.url === "/long" ? "x".repeat(2_000_000) : '{"keys":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const logger = createLogger("error", { role: "database" });
  const allowed = modelHosts("127.0.0.1", { addIssue: () => undefined } as never);

  it("are not read from this machine or its network, unless the operator allows it", async () => {
    for (const address of [url, "http://localhost:1", "http://169.254.169.254", "http://10.0.0.1", "http://[::1]:1"]) {
      await expect(keySetFetch(publicOnly, logger)(`${address}/keys`)(`${address}/keys`)).rejects.toThrow("fetch failed");
    }
    expect(asked).toEqual([]);
    const answer = await keySetFetch(allowed, logger)(`${url}/keys`)(`${url}/keys`);
    expect(await answer.json()).toEqual({ keys: [] });
    expect(asked).toEqual(["/keys"]);
  });

  it("are read from that address alone, and so much of them", async () => {
    const fetch = keySetFetch(allowed, logger)(`${url}/keys`);
    expect((await fetch(`${url}/moved`)).status).toBe(302);
    await expect(fetch("http://example.com/keys")).rejects.toThrow("fetch failed");
    await expect(fetch(`${url}/long`).then((answer) => answer.text())).rejects.toThrow("longer than");
  });
});
