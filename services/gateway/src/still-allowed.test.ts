import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { LociError, type Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import type { AuthService, retrieval } from "@loci/protos";
import { agentOf, problemOf } from "./mcp/testing/agent.ts";
import { authOfOneKey, contextKey, startGateway, type GatewayParts, type RunningGateway } from "./testing/gateway.ts";

let gateway: RunningGateway;
afterEach(() => gateway.close());

const everything: Grants = { "memory:read": ["/"], "memory:write": ["/"], "grant:manage": ["/"] };
const started: retrieval.ChatEvent = {
  ...{ kind: "started", traceId: "trace:1", sessionId: "session:1", delta: "", citation: null, done: null },
};
const asStream = { headers: { accept: "text/event-stream" }, body: { message: "Where does Mina live?" } };

/** A gateway whose auth answers each time what `answers` says for that time; and how often it was asked. */
async function start(
  answers: (time: number) => Grants | LociError,
  parts: GatewayParts = {},
  importing: Partial<Pick<AuthService<Call>, "import">>["import"] = () => Promise.reject(new Error("nothing is imported")),
): Promise<{ times: number }> {
  const asked = { times: 0 };
  const usual = authOfOneKey({}, everything);
  const authenticate: AuthService<Call>["authenticate"] = async (request, call) => {
    const answer = answers(++asked.times);
    if (answer instanceof LociError) throw answer;
    return { ...(await usual.authenticate(request, call)), grants: grantsMessage(answer) };
  };
  gateway = await startGateway({ ...parts, keyLookMs: 20, auth: { ...usual, authenticate, import: importing } });
  return asked;
}

const refused = () => new LociError("unauthenticated", "gone");

describe("a request that is under way when its key", () => {
  const lasting = (times: () => number, until: number): NonNullable<GatewayParts["retrieval"]> => ({
    async *chat(_request, call) {
      yield started;
      while (!call.signal.aborted && times() < until) await sleep(5);
      yield { ...started, kind: "delta", delta: "Lisbon" };
    },
  });

  it.each([
    ["is revoked or expires", () => refused(), "unauthenticated", 401],
    ["loses a right", () => ({ ...everything, "memory:read": ["/a"] }), "forbidden", 403],
  ] as const)("%s gets no more of a stream than an error", async (_what, later, slug, status) => {
    const asked = await start((time) => (time === 1 ? everything : later()), { retrieval: lasting(() => asked.times, 50) });
    const { text } = await gateway.raw("/api/v1/acme/chat", asStream);
    expect(text).toContain("event: error");
    expect(text).toContain(`"type":"urn:loci:problem:${slug}"`);
    expect(text).toContain(`"status":${status}`);
    expect(text).not.toContain("Lisbon");
    expect(asked.times).toBeLessThan(5);
  });

  it("cannot be asked about for a while, or is given more rights, goes on", async () => {
    const later = (time: number) => (time % 2 ? { ...everything, "memory:forget": ["/"] } : new LociError("unavailable", "away"));
    const asked = await start((time) => (time === 1 ? everything : later(time)), { retrieval: lasting(() => asked.times, 6) });
    const { text } = await gateway.raw("/api/v1/acme/chat", asStream);
    expect(text).toContain("Lisbon");
    expect(asked.times).toBe(6);
  });

  it("is revoked gets no more of a file", async () => {
    const asked = await start((time) => (time === 1 ? everything : refused()), {
      ingest: {
        async *downloadOriginal(_request, call) {
          const bytes = Buffer.alloc(100_000);
          yield { document: { mimeType: "text/plain", filename: "a.txt", sizeBytes: 10_000_000, title: "" } as never, bytes };
          while (!call.signal.aborted && asked.times < 50) await sleep(5);
          yield { document: null, bytes };
        },
      },
    });
    const file = gateway.raw("/api/v1/acme/documents/document:1/raw");
    await expect(file).rejects.toThrow(/aborted|hang up|closed/);
    expect(asked.times).toBeLessThan(5);
  });

  it("is revoked sends in vain what it still sends", async () => {
    const seen: string[] = [];
    const asked = await start(
      (time) => (time === 1 ? everything : refused()),
      {},
      async (lines) => {
        for await (const { lines: texts } of lines) seen.push(...texts);
        return { imported: {}, skipped: {}, dangling: {}, danglingIds: [], unembedded: 0 };
      },
    );
    const header = { type: "header", format: "loci-export", version: 1, contextId: "x", exportedAt: "2024-01-01T00:00:00Z" };
    const line = (text: object) => `${JSON.stringify(text)}\n`;
    const request = httpRequest({ port: gateway.port, path: "/api/v1/acme/import", method: "POST", agent: false });
    request.setHeader("authorization", `Bearer ${contextKey}`).setHeader("content-type", "application/x-ndjson");
    request.write(line({ ...header, product: "x", embedding: null, revision: 0 }));
    const answered = once(request, "response");
    const [response] = (await answered) as [{ statusCode: number }];
    expect([response.statusCode, asked.times]).toEqual([401, 2]);
    request.end(line({ type: "turn", id: "turn:late" }));
    await sleep(100);
    expect(seen.join()).not.toContain("late");
  });

  it("is revoked gets no more of a tool's answer than an error", async () => {
    const asked = await start((time) => (time === 1 ? everything : refused()), {
      retrieval: {
        async query(_request, call) {
          while (!call.signal.aborted && asked.times < 50) await sleep(5);
          throw new LociError("internal", "nobody was to hear this");
        },
      },
    });
    expect(problemOf(await agentOf(gateway).call("recall", { query: "Where does Mina live?" }))).toMatchObject({ status: 401 });
    expect(asked.times).toBeLessThan(5);
  });

  it("is revoked sends a tool's arguments in vain", async () => {
    const asked = await start((time) => (time === 1 ? everything : refused()));
    const request = httpRequest({ port: gateway.port, path: "/mcp", method: "POST", agent: false });
    request.setHeader("authorization", `Bearer ${contextKey}`).setHeader("content-type", "application/json");
    request.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall",');
    const [response] = (await once(request, "response")) as [{ statusCode: number }];
    expect([response.statusCode, asked.times]).toEqual([401, 2]);
    request.destroy();
  });
});
