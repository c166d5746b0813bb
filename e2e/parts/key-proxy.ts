/** Adds a key to each request on its way: for clients that cannot send headers of one's own. */
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface KeyProxy {
  readonly url: string;
  close(): void;
}

/** All else, Host and Origin too, goes on as it came. */
export async function startKeyProxy(target: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const onwards = { hostname, port, path, method, headers: { ...headers, authorization: `Bearer ${key}` } };
    const sent = httpRequest(onwards, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
