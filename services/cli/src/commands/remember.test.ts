import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { recorded, run } from "../testing/recorded.ts";

const stored = {
  sessionId: "session:1",
  turnIds: Array.from({ length: 50 }, (_, i) => `turn:${i}`),
  chunkIds: [],
  extractions: [],
  deferred: false,
};

describe("a long transcript", () => {
  it("says at Ctrl-C how much of it is stored", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loci-transcript-"));
    const file = join(folder, "call.txt");
    await writeFile(file, Array.from({ length: 60 }, (_, i) => `user: line ${i}\n`).join(""));
    const terminal = recorded();
    let requests = 0;
    const server = createServer((request, response) => {
      request.resume();
      if (++requests > 1) terminal.interrupt();
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(stored));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { code, err } = await run(["remember", "--transcript", file], { url, apiKey: "k", contextId: "dev" }, terminal);
      expect(err).toContain("loci: Interrupted.\n  50 of 60 messages were stored, in session:1; the rest was not.");
      expect(code).toBe(130);
    } finally {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("a text", () => {
  const nothing = { entities: [], attributes: [], relations: [], corrections: [], instructions: [], uncertainties: [] };
  const wren = { id: "entity:1", entityType: "Person", name: "Wren" };
  const address = { entityId: wren.id, key: "residence", value: "Faro" };

  it.each([
    ["what was read, and of whom", { ...nothing, entities: [wren], attributes: [address] }, "Wren residence: Faro"],
    ["that nothing was read", nothing, "No fact was read from it"],
    ["that something has ended", { ...nothing, decisions: [{ rule: "negation" }] }, "ended: a fact that was known"],
  ])("is answered with %s", async (_what, extraction, line) => {
    const answer = { mode: "full", sessionId: "session:1", turnId: "turn:1", extraction };
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { code, out } = await run(["remember", "Wren moved to Faro."], { url, apiKey: "k", contextId: "dev" }, recorded());
      expect(out).toContain(line);
      expect(code).toBe(0);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
