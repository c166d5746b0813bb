import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { exitCodes } from "./failure.ts";
import { run } from "./testing/recorded.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (status: number, body: object): Answer =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/problem+json" }).end(JSON.stringify(body));

const problem = (slug: string, status: number, title: string, detail: string, more: object = {}): Answer =>
  json(status, { type: `urn:loci:problem:${slug}`, title, status, detail, ...more });

describe("what the client says when something is wrong", () => {
  let url = "";
  let answer: Answer;
  const server = createServer((request, response) => answer(request, response));
  const me = () => run(["me", "--url", url, "--api-key", "secret-key", "--context-id", "dev"]);

  beforeEach(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("shows each wrong field", async () => {
    const errors = [{ pointer: "/k", detail: "must be at most 50" }];
    answer = problem("invalid-request", 400, "The request is not valid", "Two fields are wrong.", { errors });
    const { code, err } = await me();
    expect(code).toBe(exitCodes.failed);
    expect(err).toBe("loci: Two fields are wrong. (400 The request is not valid)\n  /k: must be at most 50\n");
  });

  it("tells a refused key from other failures, and what to do", async () => {
    answer = problem(
      "unauthenticated",
      401,
      "Authentication failed",
      "The key is missing, unknown, expired or not for this resource.",
    );
    const { code, err } = await me();
    expect(code).toBe(exitCodes.unauthorised);
    expect(err).toContain("for the context 'dev'");
    expect(err).toContain("'loci login'");
    expect(err).not.toContain("secret-key");
  });

  it("ends with 4 where the grant does not reach", async () => {
    answer = problem("forbidden", 403, "Forbidden", "The grant does not cover it.");
    expect((await me()).code).toBe(exitCodes.unauthorised);
  });

  it("says so when the answer does not come from a Loci server", async () => {
    answer = (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>");
    const { code, err } = await me();
    expect(code).toBe(exitCodes.failed);
    expect(err).toContain("not as a Loci server does");
  });

  it("says which versions meet when the server does not know the operation", async () => {
    answer = (request, response) =>
      request.url === "/openapi.json"
        ? json(200, { info: { version: "0.0.9" } })(request, response)
        : problem("no-such-route", 404, "No such route", "There is no such route.")(request, response);
    const { code, err } = await me();
    expect(code).toBe(exitCodes.failed);
    expect(err).toMatch(/this is loci \d+\.\d+\.\d+, and the server is 0\.0\.9/);
  });

  it("and so in JSON", async () => {
    answer = (request, response) =>
      request.url === "/openapi.json"
        ? json(200, { info: { version: "0.0.9" } })(request, response)
        : problem("no-such-route", 404, "No such route", "There is no such route.")(request, response);
    const { err } = await run(["me", "--json", "--url", url, "--api-key", "k", "--context-id", "dev"]);
    expect(JSON.parse(err)).toMatchObject({ error: { status: 404, detail: expect.stringContaining("the server is 0.0.9") } });
  });

  it("keeps the problem in JSON", async () => {
    answer = problem("not-found", 404, "Not found", "There is no such entity.", { traceId: "trace:1" });
    const { code, out, err } = await run(["me", "--json", "--url", url, "--api-key", "k", "--context-id", "dev"]);
    expect(code).toBe(exitCodes.failed);
    expect(out).toBe("");
    expect(JSON.parse(err)).toEqual({
      error: { status: 404, title: "Not found", detail: "There is no such entity.", traceId: "trace:1", exitCode: 1 },
    });
  });

  it("says that nothing listens there", async () => {
    const nobody = ["me", "--url", "http://127.0.0.1:9", "--api-key", "k", "--context-id", "dev"];
    const { code, err } = await run(nobody);
    expect(code).toBe(exitCodes.unreachable);
    expect(err).toContain("Cannot reach http://127.0.0.1:9");
  });

  it("says where a key with a line break in it was pasted", async () => {
    const { code, err } = await run(["me", "--url", url, "--api-key", "a\nb", "--context-id", "dev"]);
    expect(code).not.toBe(0);
    expect(err).toContain("line break");
  });
});
