import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Loci } from "@loci/client";
import { describe, expect, it } from "@jest/globals";
import { waitForAll } from "./wait.ts";

describe("waiting for what was uploaded", () => {
  it("ends in order at an interrupt, also in the middle of a request", async () => {
    const controller = new AbortController();
    const server = createServer(() => controller.abort());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const loci = new Loci({ url, apiKey: "k", contextId: "dev" });
    try {
      expect(await waitForAll(loci, ["document:1"], () => undefined, controller.signal)).toEqual(new Map());
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
