/** Spreads requests over replicas as an ingress does: in turns, only to those that say they are ready. */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HttpBalancer {
  readonly url: string;
  close(): void;
}

const lookEveryMs = 200;

/** @param ready the path that tells by 200 whether a replica is to be asked */
export async function startBalancer(replicas: readonly string[], ready: string): Promise<HttpBalancer> {
  const agent = new Agent({ keepAlive: true });
  let able = replicas;
  let turn = 0;
  const look = async () => {
    const answers = await Promise.all(
      replicas.map((replica) =>
        fetch(replica + ready, { signal: AbortSignal.timeout(5_000) }).then(
          async ({ ok, body }) => (await body?.cancel(), ok),
          () => false,
        ),
      ),
    );
    able = replicas.filter((_, i) => answers[i]);
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookEveryMs);

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    turn++;
    const target = new URL(able[turn % able.length] ?? replicas[turn % replicas.length] ?? "");
    const { url: path, method, headers } = incoming;
    const sent = httpRequest({ hostname: target.hostname, port: target.port, path, method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    sent.on("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502, { "content-type": "application/problem+json" }).end('{"title":"The replica was cut off."}');
    });
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  };
  // Replicas tell their clients that a connection stays for 75 s: ours must not end it sooner.
  const server = createServer({ keepAliveTimeout: 120_000 }, pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await look();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
