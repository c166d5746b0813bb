import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { contextPath, createClient } from "./client.ts";
import { exitCodes } from "./failure.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };

describe("the HTTP client", () => {
  const seen: IncomingMessage[] = [];
  let answers: Answer[] = [];
  let url = "";
  const server = createServer((request, response) => {
    seen.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  const client = (timeoutMs = 2_000) => createClient({ url, apiKey: "secret", contextId: "dev" }, { timeoutMs, backoffMs: 1 });

  beforeEach(async () => {
    seen.length = 0;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("sends the key as bearer, and encodes what stands in a path", async () => {
    answers = [json(200, { ok: true })];
    const path = contextPath({ url, apiKey: "", contextId: "dev" }, "entities", "Person", "Mina / Ana");
    expect(await client()({ method: "GET", path, query: { asOf: "2024", none: undefined } })).toEqual({ ok: true });
    expect(seen[0]?.url).toBe("/api/v1/dev/entities/Person/Mina%20%2F%20Ana?asOf=2024");
    expect(seen[0]?.headers.authorization).toBe("Bearer secret");
  });

  it("repeats an idempotent write under the same key", async () => {
    answers = [json(503, {}), json(429, {}, { "retry-after": "0" }), json(200, { done: 1 })];
    expect(await client()({ method: "POST", path: "/dev/facts", body: {}, idempotent: true })).toEqual({ done: 1 });
    const keys = seen.map((request) => request.headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it("never repeats a write that the server cannot recognise", async () => {
    answers = [json(503, { detail: "busy", status: 503 })];
    await expect(client()({ method: "POST", path: "/dev/keys", body: {} })).rejects.toThrow("busy (503)");
    expect(seen).toHaveLength(1);
  });

  it("shows a problem document with each wrong field", async () => {
    answers = [
      json(400, {
        title: "The request is not valid",
        detail: "Two fields are wrong.",
        errors: [{ pointer: "/k", detail: "must be at most 50" }],
      }),
    ];
    const failed = client()({ method: "POST", path: "/dev/query", body: {}, readOnly: true });
    await expect(failed).rejects.toMatchObject({
      message: "Two fields are wrong. (400 The request is not valid)\n  /k: must be at most 50",
      exitCode: exitCodes.failed,
    });
  });

  it("tells a refused key from other failures", async () => {
    answers = [json(401, { detail: "The key is not valid." })];
    await expect(client()({ method: "GET", path: "/dev/me" })).rejects.toMatchObject({ exitCode: exitCodes.unauthorised });
  });

  it("says so when the answer does not come from a Loci server", async () => {
    answers = [(_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>")];
    await expect(client()({ method: "GET", path: "/dev/me" })).rejects.toThrow(/not as a Loci server/);
  });

  it("gives up after a time-out, and says that the server is not reachable", async () => {
    answers = [() => undefined];
    const failed = client(30)({ method: "POST", path: "/dev/keys" });
    await expect(failed).rejects.toMatchObject({
      exitCode: exitCodes.unreachable,
      message: expect.stringContaining("no answer in time"),
    });
  });

  it("says that nothing listens there", async () => {
    const nobody = createClient({ url: "http://127.0.0.1:9", apiKey: "x", contextId: "dev" }, { backoffMs: 1 });
    await expect(nobody({ method: "GET", path: "/dev/me" })).rejects.toMatchObject({ exitCode: exitCodes.unreachable });
  });
});
