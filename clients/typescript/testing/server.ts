import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Loci, type LociOptions } from "../src/index.ts";

/** One request as it came. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answering = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface TestServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** How long the client waited between its attempts. */
  readonly waits: readonly number[];
  client(options?: Partial<LociOptions>): Loci;
  close(): Promise<void>;
}

/** A real HTTP server that answers one request after another as it is told; the last answer is for all that follow. */
export async function answers(...script: readonly Answering[]): Promise<TestServer> {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const server = createServer((request, response) => {
    const answer = script[Math.min(seen.length, script.length - 1)];
    const note: { -readonly [K in keyof Seen]: Seen[K] } = {
      ...{ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: "" },
    };
    seen.push(note);
    // What is cut off while it is sent has no whole body.
    const read = buffer(request).then((bytes) => (note.body = bytes.toString()), String);
    void Promise.resolve(answer?.(response, request)).then(() => read);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, seen, waits },
    client: (options = {}) => {
      const sleep = (ms: number) => {
        waits.push(ms);
        return Promise.resolve();
      };
      return new Loci({ url, apiKey: "key", contextId: "dev", backoffMs: 100, sleep, random: () => 0.5, ...options });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

export const problem = (slug: string, status: number, more: object = {}, headers: Readonly<Record<string, string>> = {}) => {
  const body = {
    type: `urn:loci:problem:${slug}`,
    title: "A title",
    detail: "What is wrong.",
    status,
    traceId: "trace:1",
    ...more,
  };
  return json(body, status, { "content-type": "application/problem+json", ...headers });
};

export const html =
  (status: number): Answering =>
  (response) => {
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
    response.end("<html><body>Welcome to the proxy</body></html>");
  };

/** The head and half a body, then nothing more. */
export const cutOff: Answering = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"hits": [');
  setTimeout(() => response.destroy(), 10);
};

export const silence: Answering = () => undefined;

/** Server-sent events; without `end` the stream is left open. */
export const events =
  (frames: readonly string[], end = true): Answering =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const frame of frames) response.write(frame);
    if (end) response.end();
  };

export const frame = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
