import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createLine, type Line } from "../turns/index.ts";
import type { Readiness } from "./readiness.ts";

export interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** What stands at a path. */
export type Pages = Readonly<Record<string, () => Promise<Page>>>;

export interface ProbeServer {
  readonly port: number;
  close(): Promise<void>;
}

const headersTimeoutMs = 5_000;
/** Longer than the minute between two scrapes: one that asks again just as its idle connection is closed gets a reset for an answer. */
const keepAliveTimeoutMs = 75_000;
/** So long nobody takes anything of an answer: then it is nobody's any more. */
const silenceMs = 120_000;

/**
 * `/healthz`: the process is alive; it asks nobody, as a database that is down must not get the process restarted. `/readyz`: whether it
 * should be sent work, part by part.
 */
export function probePages(readiness: Readiness): Pages {
  return {
    "/healthz": async () => json(200, { status: "ok" }),
    "/readyz": async () => {
      const { ok, parts, degraded } = await readiness.state();
      return json(ok ? 200 : 503, { status: ok ? "ready" : "unavailable", parts, degraded });
    },
  };
}

/**
 * Serves pages to the machinery around a process, apart from what it serves to its users.
 * @throws the system's error (EADDRINUSE, EACCES, …) when it cannot listen there
 */
export async function servePages(pages: Pages, host: string, port: number): Promise<ProbeServer> {
  const serve: RequestListener = (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    const readable = request.method === "GET" || request.method === "HEAD";
    if (page === undefined || !readable) {
      send(response, json(page === undefined ? 404 : 405, { status: "not found", paths: Object.keys(pages) }));
      return;
    }
    page().then(
      (made) => send(response, made),
      () => send(response, json(500, { status: "failed" })),
    );
  };
  // Whoever asks a thousand times at once, and reads nothing, has the metrics counted once.
  const lines = new WeakMap<Socket, Line>();
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    lines.get(request.socket)?.take(request, response);
  });
  server.on("connection", (socket: Socket) => void lines.set(socket, createLine(socket, serve)));
  server.headersTimeout = headersTimeoutMs;
  server.timeout = silenceMs;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function json(status: number, body: unknown): Page {
  return { status, type: "application/json", body: `${JSON.stringify(body)}\n` };
}

function send(response: ServerResponse, { status, type, body }: Page): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store", "content-length": Buffer.byteLength(body) });
  response.end(body);
}
