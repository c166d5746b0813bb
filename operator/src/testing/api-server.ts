/** A small HTTP server that lists and watches as kube-apiserver does: pages, bookmarks, histories that end, streams that fall silent. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { KubeObject } from "../runtime/kube-object.ts";

type Event = "ADDED" | "MODIFIED" | "DELETED";

export interface TestApiServer {
  readonly url: string;
  put(name: string, spec?: unknown): void;
  remove(name: string): void;
  bookmark(): void;
  /** Ends all watches; the next ones may go on from where they were. */
  endWatches(): void;
  /** Forgets all history: whoever watches from an older version is told so. */
  compact(): void;
  /** The next requests are answered with this status. */
  refuse(status: number, times: number, headers?: Readonly<Record<string, string>>): void;
  /** All requests so far, as their paths with the query. */
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startTestApiServer(): Promise<TestApiServer> {
  const objects = new Map<string, KubeObject>();
  const history: { readonly type: Event; readonly object: KubeObject }[] = [];
  const watches = new Set<ServerResponse>();
  const refusals: { readonly status: number; readonly headers: Readonly<Record<string, string>> }[] = [];
  const asked: string[] = [];
  let version = 100;
  let oldest = 100;

  const tell = (type: Event, object: KubeObject) => {
    history.push({ type, object });
    for (const watch of watches) watch.write(`${JSON.stringify({ type, object })}\n`);
  };
  const status = (code: number, reason: string) => ({ kind: "Status", code, reason, message: reason });
  const made = (name: string, spec: unknown): KubeObject => ({
    apiVersion: "v1",
    kind: "Thing",
    metadata: { namespace: "a", name, uid: name, resourceVersion: String(++version) },
    spec,
  });

  const list = (query: URLSearchParams, response: ServerResponse) => {
    const limit = Number(query.get("limit"));
    const from = Number(query.get("continue") ?? 0);
    const items = [...objects.values()].slice(from, from + limit);
    const next = from + limit < objects.size ? { continue: String(from + limit) } : {};
    response.end(JSON.stringify({ metadata: { resourceVersion: String(version), ...next }, items }));
  };
  const watch = (query: URLSearchParams, response: ServerResponse) => {
    const from = Number(query.get("resourceVersion"));
    if (from < oldest) {
      response.end(`${JSON.stringify({ type: "ERROR", object: status(410, "Expired") })}\n`);
      return;
    }
    response.flushHeaders();
    for (const event of history) {
      if (Number(event.object.metadata.resourceVersion) > from) response.write(`${JSON.stringify(event)}\n`);
    }
    watches.add(response);
    response.once("close", () => watches.delete(response));
  };

  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const refusal = refusals.shift();
    if (refusal !== undefined) {
      response.writeHead(refusal.status, refusal.headers).end(JSON.stringify(status(refusal.status, "Refused")));
      return;
    }
    const { searchParams } = new URL(request.url ?? "/", "http://any");
    if (searchParams.get("watch") === "1") watch(searchParams, response);
    else list(searchParams, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    put(name, spec = {}) {
      const type = objects.has(name) ? "MODIFIED" : "ADDED";
      const object = made(name, spec);
      objects.set(name, object);
      tell(type, object);
    },
    remove(name) {
      objects.delete(name);
      tell("DELETED", made(name, {}));
    },
    bookmark() {
      const object = { kind: "Thing", metadata: { resourceVersion: String(++version) } };
      for (const one of watches) one.write(`${JSON.stringify({ type: "BOOKMARK", object })}\n`);
    },
    endWatches() {
      for (const one of watches) one.end();
      watches.clear();
    },
    compact() {
      oldest = ++version;
      history.length = 0;
    },
    refuse(code, times, headers = {}) {
      for (let i = 0; i < times; i++) refusals.push({ status: code, headers });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
