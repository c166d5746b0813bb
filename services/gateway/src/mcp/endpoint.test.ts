import { once } from "node:events";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import {
  authOfOneKey,
  contextKey,
  managementKey,
  startGateway,
  type GatewayParts,
  type RunningGateway,
} from "../testing/gateway.ts";
import { agentOf, generations, problemOf } from "./testing/agent.ts";

let gateway: RunningGateway;
afterEach(() => gateway.close());

const calls: Call[] = [];
/** A memory whose context block is always the same. */
const parts: GatewayParts = {
  retrieval: {
    async context(_request, call) {
      calls.push(call);
      return { context: "<memory>\n- Mina employer: Acme\n</memory>", queryMs: 1, tier: "direct", leftOut: 0 };
    },
  },
};
const start = async (more: GatewayParts = {}) => (gateway = await startGateway({ ...parts, ...more }));
const asked = { query: "Where does Mina work?" };
const refusal = "The key is missing, unknown, expired or not for this resource.";

describe.each(generations)("the endpoint, to a client of %s", (generation) => {
  it("lists seven tools that say what they do, take and answer", async () => {
    const agent = agentOf(await start(), generation);
    const { status, json } = await agent.post("tools/list");
    const { tools } = json["result"] as { tools: Record<string, unknown>[] };
    expect(status).toBe(200);
    expect(tools.map(({ name }) => name)).toEqual(["remember", "recall", "context", "reflect", "forget", "upload", "inspect"]);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        annotations: {
          readOnlyHint: expect.any(Boolean),
          destructiveHint: tool["name"] === "forget",
          idempotentHint: expect.any(Boolean),
          openWorldHint: false,
        },
        inputSchema: {
          type: "object",
          properties: { scope: { type: "array", items: { type: "string" } }, context_id: { type: "string" } },
        },
        outputSchema: { type: "object", properties: { error: { type: "object", required: ["status", "title", "detail"] } } },
      });
      expect(tool["outputSchema"]).not.toHaveProperty("required");
    }
  });

  it("calls a tool with the key's own context, a deadline and a trace id of our own", async () => {
    const agent = agentOf(await start(), generation);
    const meta = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };
    const before = Date.now();
    const { json } = await agent.post("tools/call", { name: "context", arguments: asked, _meta: meta });
    expect(json["result"]).toMatchObject({
      content: [{ type: "text", text: "<memory>\n- Mina employer: Acme\n</memory>" }],
      structuredContent: { context: "<memory>\n- Mina employer: Acme\n</memory>", queryMs: 1, tier: "direct", leftOut: 0 },
    });
    const call = calls.at(-1);
    expect(call && principalOf(call)).toMatchObject({ contextId: "acme", principalId: "agent" });
    // The caller's trace is that of all its calls.
    expect(call?.traceId).toMatch(/^trace:/);
    expect(call?.traceId).not.toContain("4bf92f3577b34da6a3ce929d0e0e4736");
    expect(call?.deadline).toBeGreaterThanOrEqual(before + 60_000);
  });

  it("answers a key that does not fit by a result of tools, and by HTTP of everything else", async () => {
    const agent = agentOf(await start(), generation);
    for (const key of [undefined, "loci_ck_other", managementKey]) {
      const result = await agent.call("context", asked, { key });
      expect([result.isError, problemOf(result)]).toEqual([true, expect.objectContaining({ status: 401, detail: refusal })]);
      expect(result.content[0]?.text).toContain("401");
      const listed = await agent.post("tools/list", {}, { key });
      expect([listed.status, listed.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="loci"']);
      expect(listed.json).toMatchObject({ status: 401, detail: refusal });
    }
  });

  it("refuses another context than the key's as it refuses a key", async () => {
    const agent = agentOf(await start(), generation);
    expect(
      await agent.call("context", { ...asked, context_id: "acme" }, { headers: { "x-service-context": "acme" } }),
    ).not.toHaveProperty("isError");
    for (const foreign of ["beta", "Not an id"]) {
      for (const result of [
        await agent.call("context", { ...asked, context_id: foreign }),
        await agent.call("context", { ...asked, contextId: foreign }),
        await agent.call("context", asked, { headers: { "x-service-context": foreign } }),
      ]) {
        expect(problemOf(result)).toMatchObject({ status: 401, detail: refusal });
      }
    }
  });

  it("takes the context's header by another name too, and one of them only", async () => {
    const settings = { headerAliases: { "X-Vendor-Context": "X-Service-Context" } };
    const agent = agentOf(await start({ settings }), generation);
    const vendors = await agent.call("context", asked, { headers: { "x-vendor-context": "beta" } });
    expect(problemOf(vendors)).toMatchObject({ status: 401 });
    const both = await agent.call("context", asked, { headers: { "x-vendor-context": "acme", "x-service-context": "acme" } });
    expect(problemOf(both)).toMatchObject({ status: 400, errors: [{ pointer: "/headers/x-service-context" }] });
  });

  it("knows a tool that there is not as a fault of the protocol", async () => {
    const { json } = await agentOf(await start(), generation).post("tools/call", { name: "erase", arguments: {} });
    expect(json).toMatchObject({ id: 1, error: { code: -32602, message: "There is no tool erase." } });
  });

  it("answers params that a method does not take as such, and not as a failure of its own", async () => {
    const agent = agentOf(await start(), generation);
    const first = { protocolVersion: 5, capabilities: {}, clientInfo: { name: "a", version: "1" } };
    for (const [method, params] of [
      ...(generation === "2025-11-25" ? [["initialize", first] as const, ["initialize", {}] as const] : []),
      ["tools/call", {}],
      ["tools/call", { name: 5 }],
      ["tools/call", { name: "context", arguments: "all" }],
      ["tools/list", { cursor: 5 }],
    ] as const) {
      const { json } = await agent.post(method, params);
      expect([method, json]).toMatchObject([method, { error: { code: -32602 } }]);
    }
  });

  it("answers bad arguments with 400 and the fields as they were given, before anything is asked", async () => {
    const agent = agentOf(await start(), generation);
    const before = calls.length;
    for (const [args, pointer] of [
      [{ query: "x", k: 51 }, "/k"],
      [{ query: "x", limit: 0 }, "/limit"],
      [{ query: "x", k: 1.5 }, "/k"],
      [{}, "/query"],
      [{ query: "x", colour: "red" }, "/colour"],
      [{ query: "x", scope: ["a//b"] }, "/scope/0"],
      [{ query: "nul \0" }, "/query"],
      [{ query: "x", idempotency_key: "a" }, "/idempotency_key"],
    ] as const) {
      const problem = problemOf(await agent.call("context", args));
      expect(problem).toMatchObject({ status: 400, errors: [{ pointer }] });
      expect(problem["detail"]).toMatch(new RegExp(`^${pointer}: (?:is|must|has|holds) `));
    }
    expect(calls).toHaveLength(before);
  });

  it("ends a call at its deadline with 504, and tells the service to stop", async () => {
    let stopped = false;
    const slow = {
      context: (_request: unknown, call: Call) =>
        new Promise<never>((_, reject) => {
          call.signal.addEventListener("abort", () => {
            stopped = true;
            reject(LociError.from(call.signal.reason));
          });
          jest.advanceTimersByTime(40);
        }),
    };
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "Date"] });
    const agent = agentOf(await start({ retrieval: slow, settings: { requestTimeoutMs: 40 } }), generation);
    const late = await agent.call("context", asked).finally(() => jest.useRealTimers());
    expect(problemOf(late)).toMatchObject({ status: 504 });
    expect(stopped).toBe(true);
  });

  it("gives a call what is left of its request's time after a message that was long in coming", async () => {
    // So much later than the request the call begins.
    let later = 0;
    const slow = {
      async context(_request: unknown, { signal }: Call): Promise<never> {
        await once(signal, "abort");
        throw LociError.from(signal.reason);
      },
    };
    const auth = authOfOneKey();
    const authenticate: typeof auth.authenticate = (request, call) => {
      later = 59_950;
      return auth.authenticate(request, call);
    };
    await start({ retrieval: slow, auth: { ...auth, authenticate }, clock: () => Date.now() + later });
    const late = await agentOf(gateway, generation).call("context", asked);
    expect(problemOf(late)).toMatchObject({ status: 504 });
  }, 45_000);

  it("counts against the key's limit, and says how long to wait", async () => {
    const agent = agentOf(await start({ settings: { requestsPerMinute: 1 } }), generation);
    await agent.call("context", asked);
    const result = await agent.call("context", asked);
    expect(problemOf(result)).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
    expect(result.content[0]?.text).toMatch(/Try again in \d+ seconds/);
    expect((await agent.post("tools/list")).status).toBe(429);
  });

  it("acts on behalf of another principal", async () => {
    const agent = agentOf(await start({ settings: { headerAliases: { "X-Vendor-For": "X-Service-On-Behalf-Of" } } }), generation);
    await agent.call("context", asked, { headers: { "x-vendor-for": "helper" } });
    expect(calls.at(-1)?.caller).toMatchObject({ identity: { delegatedPrincipalId: "helper" } });
    expect(problemOf(await agent.call("context", asked, { headers: { "x-service-on-behalf-of": "nobody" } }))).toMatchObject({
      status: 403,
    });
  });

  it("says nothing of what went wrong inside", async () => {
    const agent = agentOf(
      await start({ retrieval: { context: () => Promise.reject(new Error("select secret from auth.keys")) } }),
      generation,
    );
    const result = await agent.call("context", asked);
    expect(problemOf(result)).toMatchObject({ status: 500 });
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  it("answers a stream of events to who takes nothing else", async () => {
    const agent = agentOf(await start(), generation);
    const call = agent.request("tools/call", { name: "context", arguments: asked }, { headers: { accept: "text/event-stream" } });
    const reply = await gateway.raw("/mcp", call);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "text/event-stream"]);
    expect(reply.text).toMatch(/^data: \{.*"structuredContent":\{"context"/m);
  });
});

describe("the endpoint keeps no session", () => {
  it("greets a client of 2025-11-25 without one", async () => {
    const clientInfo = { name: "test", version: "1" };
    const agent = agentOf(await start());
    const { json, headers } = await agent.post("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    expect(json["result"]).toMatchObject({
      protocolVersion: "2025-11-25",
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: "loci", title: "Loci" },
      instructions: expect.stringContaining("data"),
    });
    expect(headers["mcp-session-id"]).toBeUndefined();
  });

  it("is discovered by a client of 2026-07-28", async () => {
    const { json } = await agentOf(await start(), "2026-07-28").post("server/discover");
    expect(json["result"]).toMatchObject({ capabilities: { tools: { listChanged: false } }, supportedVersions: ["2026-07-28"] });
  });

  it("takes notifications, and nothing to listen to", async () => {
    await start();
    const note = await gateway.raw("/mcp", { body: { jsonrpc: "2.0", method: "notifications/initialized" } });
    expect([note.status, note.text]).toEqual([202, ""]);
    const { json } = await agentOf(gateway, "2026-07-28").post("subscriptions/listen", { notifications: {} });
    expect(json).toHaveProperty("error");
    for (const method of ["GET", "DELETE", "PUT"]) {
      const reply = await gateway.send("/mcp", { method, headers: { accept: "text/event-stream" } });
      expect([reply.status, reply.headers["allow"]]).toEqual([405, "POST"]);
    }
  });

  it("refuses what is no message by the protocol's own errors", async () => {
    await start();
    for (const [body, status, code] of [
      ["{", 400, -32700],
      [Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
      ["", 400, -32700],
      ["1", 400, -32600],
      [[], 400, -32600],
      [[{ jsonrpc: "2.0", id: 1, method: "ping" }], 400, -32600],
      [{ id: 1, method: "ping" }, 400, -32600],
    ] as const) {
      const reply = await gateway.send("/mcp", { body, headers: { "content-type": "application/json" } });
      expect([reply.status, reply.json["error"]]).toEqual([status, expect.objectContaining({ code })]);
    }
    const typed = await gateway.send("/mcp", { body: "{}", headers: { "content-type": "text/plain" } });
    expect(typed.status).toBe(415);
  });

  it("limits what it reads, of strangers more", async () => {
    await start({ settings: { jsonLimitBytes: 200_000 } });
    const agent = agentOf(gateway);
    expect((await agent.post("tools/call", { name: "context", arguments: { query: "x".repeat(300_000) } })).status).toBe(413);
    const big = { name: "context", arguments: { query: "x".repeat(100_000) } };
    expect((await agent.post("tools/call", big)).status).toBe(200);
    expect((await agent.post("tools/call", big, { key: undefined })).status).toBe(401);
  });

  it("stops the work of a client that goes away", async () => {
    const stopped = Promise.withResolvers<string>();
    const gone = new AbortController();
    const context = (_request: unknown, { signal }: Call) =>
      new Promise<never>(() => {
        signal.addEventListener("abort", () => stopped.resolve(LociError.from(signal.reason).code));
        gone.abort();
      });
    await start({ retrieval: { context } });
    const sent = fetch(`http://127.0.0.1:${gateway.port}/mcp`, {
      method: "POST",
      signal: gone.signal,
      headers: { authorization: `Bearer ${contextKey}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "context", arguments: asked } }),
    }).catch(() => undefined);
    expect(await stopped.promise).toBe("cancelled");
    await sent;
  });
});

describe("a web page", () => {
  it("is refused unless it is on this machine or listed, and then told so", async () => {
    await start({ settings: { allowedOrigins: ["https://app.example.com"] } });
    const body = { jsonrpc: "2.0", id: 1, method: "ping" };
    for (const [origin, host, status] of [
      ["http://evil.example", `127.0.0.1:${gateway.port}`, 403],
      ["http://evil.example", "evil.example", 403],
      ["https://app.example.com", "memory.example.com", 200],
      ["http://localhost:6274", `127.0.0.1:${gateway.port}`, 200],
    ] as const) {
      const reply = await gateway.send("/mcp", { body, headers: { origin, host } });
      expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([status, status === 200 ? origin : undefined]);
    }
    const ask = {
      method: "OPTIONS",
      key: undefined,
      headers: { origin: "https://app.example.com", "access-control-request-method": "POST" },
    };
    const before = await gateway.raw("/mcp", ask);
    expect([before.status, before.headers["access-control-allow-headers"]]).toEqual([204, "*, Authorization"]);
  });
});
