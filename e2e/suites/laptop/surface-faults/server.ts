/** The server is not there, is another one, or does not take the key. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { Loci } from "@loci/client";
import { freePort } from "@loci/e2e/parts/postgres";
import { messagesIn, type World } from "./world.ts";

const ofVersion =
  (version: string): RequestListener =>
  ({ url }, response) => {
    const known = url === "/openapi.json";
    const problem = {
      type: "urn:loci:problem:no-such-route",
      title: "No such route",
      status: 404,
      detail: "There is no such route.",
    };
    response.writeHead(known ? 200 : 404, { "content-type": known ? "application/json" : "application/problem+json" });
    response.end(JSON.stringify(known ? { openapi: "3.1.1", info: { title: "Loci", version } } : problem));
  };
const page =
  (status: number): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "text/html" }).end("<html><h1>Hello</h1></html>");

export function wrongServers(world: World): void {
  let close: (() => void) | undefined;
  const answering = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => {
    close?.();
    close = undefined;
  });

  describe("a server that is not the right one", () => {
    it("is missed with one message and exit code 3, by every kind of command", async () => {
      const SERVICE_URL = `http://127.0.0.1:${await freePort()}`;
      const folder = dirname(await world().file("gone/a.md", "A note."));
      for (const args of [
        ["recall", "x"],
        ["contexts", "list"],
        ["ingest", folder],
      ]) {
        const { code, out, err } = await world().run(args, { SERVICE_URL });
        expect({ args, code, out }).toEqual({ args, code: 3, out: "" });
        expect(messagesIn(err)).toEqual([expect.stringContaining(`Cannot reach ${SERVICE_URL}: nothing listens there`)]);
      }
      const { code, out, err } = await world().run(["recall", "x", "--json"], { SERVICE_URL });
      expect([code, out]).toEqual([3, ""]);
      expect(JSON.parse(err)).toMatchObject({ error: { status: 0, exitCode: 3 } });
    });

    it.each(["0.0.1", "99.0.0"])("tells of itself that it is of version %s", async (version) => {
      const SERVICE_URL = await answering(ofVersion(version));
      const { code, err } = await world().run(["recall", "x"], { SERVICE_URL });
      expect(code).toBe(1);
      expect(messagesIn(err)).toHaveLength(1);
      expect(err).toContain(`the server is ${version}. Use one of the same version.`);
    });

    it.each([
      [502, "Perhaps a proxy in front of it has lost the server."],
      [200, "Is the URL right?"],
    ])("is known by its page of HTML (%d)", async (status, said) => {
      const SERVICE_URL = await answering(page(status));
      const { code, out, err } = await world().run(["recall", "x"], { SERVICE_URL });
      expect([code, out]).toEqual([1, ""]);
      expect(messagesIn(err)).toEqual([expect.stringContaining(said)]);
    });

    it("is asked again when it wishes so (503 with Retry-After), and is given up in the end", async () => {
      let asked = 0;
      let lastAt = 0;
      const waits: number[] = [];
      const url = await answering((_request, response) => {
        if (asked++ > 0) waits.push(performance.now() - lastAt);
        lastAt = performance.now();
        const problem = { type: "urn:loci:problem:unavailable", title: "Unavailable", status: 503, detail: "Stopping." };
        response.writeHead(503, { "content-type": "application/problem+json", "retry-after": "1" }).end(JSON.stringify(problem));
      });
      const client = new Loci({ url, apiKey: "k", contextId: "dev", attempts: 3 });
      await expect(client.recall("x")).rejects.toMatchObject({ code: "unavailable", status: 503, retryAfterMs: 1_000 });
      expect(asked).toBe(3);
      for (const wait of waits) expect(wait).toBeGreaterThan(950);
      const { code, err } = await world().run(["recall", "x"], { SERVICE_URL: url });
      expect([code, err]).toEqual([1, "loci: Stopping. (503 Unavailable)\n"]);
    });
  });

  describe("a key that is not taken", () => {
    it.each([
      ["of another wording", { SERVICE_API_KEY: "loci_ck_wrong" }],
      ["of another context", { SERVICE_CONTEXT_ID: "elsewhere" }],
    ])("is refused with exit code 4: one %s", async (_what, changed) => {
      const { code, out, err } = await world().run(["recall", "x"], changed);
      expect([code, out]).toEqual([4, ""]);
      expect(messagesIn(err)).toHaveLength(1);
      expect(err).toContain("'loci login' stores one that works");
      expect(err).not.toContain("loci_ck_wrong");
    });

    it("is refused when it has expired", async () => {
      const minted = await world().run(["keys", "mint", "brief", "--ttl", "1", "--json"]);
      expect(minted).toMatchObject({ code: 0 });
      const { key, validUntil } = JSON.parse(minted.out) as { key: string; validUntil: string };
      await sleep(Math.max(0, Date.parse(validUntil) - Date.now() + 100));
      const { code, err } = await world().run(["recall", "x"], { SERVICE_API_KEY: key });
      expect(code).toBe(4);
      expect(err).toContain("expired");
    });

    it("is called by its name where a management key is meant", async () => {
      const { code, err } = await world().run(["contexts", "list"], { SERVICE_MANAGEMENT_API_KEY: "loci_mk_wrong" });
      expect(code).toBe(4);
      expect(err).toContain("does not take this management key");
      expect(err).toContain("loci config set management_api_key");
    });
  });
}
