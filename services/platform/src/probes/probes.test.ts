import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createReadiness, probePages, servePages, type ProbeServer, type Readiness } from "./index.ts";

let server: ProbeServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function asked(readiness: Readiness, path: string, method = "GET") {
  server ??= await servePages(probePages(readiness), "127.0.0.1", 0);
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  return { status: answer.status, body: method === "HEAD" ? "" : await answer.json() };
}

describe("the probes of a process", () => {
  it("say alive from the first moment, and ready only between start and end", async () => {
    const readiness = createReadiness();
    expect(await asked(readiness, "/healthz")).toEqual({ status: 200, body: { status: "ok" } });
    const starting = { status: "unavailable", parts: { server: "starting" }, degraded: {} };
    expect(await asked(readiness, "/readyz")).toEqual({ status: 503, body: starting });
    readiness.serve();
    expect(await asked(readiness, "/readyz?verbose")).toEqual({ status: 200, body: { status: "ready", parts: {}, degraded: {} } });
    readiness.leave();
    readiness.serve();
    expect(await asked(readiness, "/readyz")).toMatchObject({ status: 503, body: { parts: { server: "stopping" } } });
    expect((await asked(readiness, "/healthz")).status).toBe(200);
  });

  it("say what a start waits for, until it is over", async () => {
    const readiness = createReadiness();
    readiness.waits("The workflow service does not answer.");
    const parts = { server: "starting: The workflow service does not answer." };
    expect(await asked(readiness, "/readyz")).toEqual({ status: 503, body: { status: "unavailable", parts, degraded: {} } });
    expect((await asked(readiness, "/healthz")).status).toBe(200);
    readiness.serve();
    expect(await asked(readiness, "/readyz")).toEqual({ status: 200, body: { status: "ready", parts: {}, degraded: {} } });
  });

  it("name what does not answer", async () => {
    const readiness = createReadiness();
    readiness.needs("database", async () => true);
    readiness.needs("graph", async () => false);
    readiness.serve();
    const parts = { database: "ok", graph: "does not answer" };
    expect(await asked(readiness, "/readyz")).toEqual({ status: 503, body: { status: "unavailable", parts, degraded: {} } });
    expect((await asked(readiness, "/readyz", "HEAD")).status).toBe(503);
    expect((await asked(readiness, "/readyz", "POST")).status).toBe(405);
    expect(await asked(readiness, "/constructor")).toMatchObject({ status: 404, body: { paths: ["/healthz", "/readyz"] } });
  });

  it("stay ready, and say so, where something fails that the process works without", async () => {
    const readiness = createReadiness();
    const model: { problem?: string } = {};
    readiness.prefers("languageModel", () => model.problem);
    readiness.serve();
    expect((await asked(readiness, "/readyz")).body).toEqual({ status: "ready", parts: {}, degraded: {} });
    model.problem = "failing since 2030-01-01T00:00:00.000Z: unavailable";
    const body = { status: "ready", parts: {}, degraded: { languageModel: model.problem } };
    expect(await asked(readiness, "/readyz")).toEqual({ status: 200, body });
  });

  it("keep the connection of one who asks every minute", async () => {
    server = await servePages(probePages(createReadiness()), "127.0.0.1", 0);
    const answer = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    expect(answer.headers.get("keep-alive")).toBe("timeout=75");
    await answer.body?.cancel();
  });
});

describe("the pages of a process", () => {
  it("are made once for whoever asks ninety times at once and reads none", async () => {
    let made = 0;
    const page = async () => ({ status: 200, type: "text/plain", body: `${++made}`.padEnd(16 * 1024 * 1024) });
    server = await servePages({ "/metrics": page }, "127.0.0.1", 0);
    const client = connect(server.port, "127.0.0.1");
    await once(client, "connect");
    client.pause();
    client.write("GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n".repeat(90));
    await asked(createReadiness(), "/healthz");
    expect(made).toBe(1);
    client.destroy();
  });
});
