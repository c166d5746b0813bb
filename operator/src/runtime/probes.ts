/** What the kubelet and Prometheus ask: /healthz, /readyz and /metrics. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Probes {
  /** The metrics' text and its content type. */
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  /** What is not ready yet; undefined when all is. */
  readonly notReady: () => string | undefined;
}

export async function serveProbes({ host, port }: { readonly host: string; readonly port: number }, probes: Probes) {
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    const send = (status: number, text: string, contentType = "text/plain; charset=utf-8") => {
      response.writeHead(status, { "content-type": contentType }).end(text);
    };
    if (path === "/healthz") send(200, "ok\n");
    else if (path === "/readyz") {
      const missing = probes.notReady();
      send(missing === undefined ? 200 : 503, `${missing ?? "ok"}\n`);
    } else if (path === "/metrics") {
      const { text, contentType } = await probes.metrics();
      send(200, text, contentType);
    } else send(404, "not found\n");
  };
  const server = createServer((request, response) => {
    answer((request.url ?? "/").split("?")[0] ?? "/", response).catch(() => response.writeHead(500).end());
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
