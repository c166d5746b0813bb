/** Stands between the operator and what it speaks to, and does what networks and servers do. Only tests import this file. */
import { once } from "node:events";
import { Agent as HttpAgent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
}

export type Fault =
  /** It is answered here, and never gets there. */
  | {
      readonly is: "refused";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** It has its effect; the answer is lost on its way back, or all but its first half. */
  | { readonly is: "lost" | "halved" }
  /** It waits on its way there. */
  | { readonly is: "held"; readonly until: Promise<unknown> }
  /** Neither an answer nor an end. */
  | { readonly is: "swallowed" }
  /** Something else is asked in its place. */
  | { readonly is: "changed"; readonly url: string };

export interface Target {
  /** http:// or https:// */
  readonly server: string;
  readonly ca?: string | Buffer | undefined;
  readonly cert?: string | Buffer | undefined;
  readonly key?: string | Buffer | undefined;
}

export interface Proxy {
  readonly url: string;
  /** All that was asked so far, and when. */
  readonly asked: readonly (Asked & { readonly at: number })[];
  /** Answers under way stop in their middle, and nobody is told: connections stay open. */
  muteStreams(): void;
  /** Ends all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** @param faultOf decides for each request; undefined passes it on */
export async function startProxy(target: Target, faultOf: (asked: Asked) => Fault | undefined = () => undefined): Promise<Proxy> {
  const { ca, cert, key } = target;
  const isPlain = target.server.startsWith("http:");
  const agent = isPlain
    ? new HttpAgent()
    : new HttpsAgent({ ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) });
  const asked: (Asked & { readonly at: number })[] = [];
  const streams = new Set<{ readonly answer: IncomingMessage; readonly outgoing: ServerResponse }>();

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, url: string, fault: Fault | undefined) => {
    const { method, headers } = incoming;
    const send = isPlain ? httpRequest : httpsRequest;
    const { host: _ours, ...others } = headers;
    const onward = send(new URL(url, target.server), { method, headers: others, agent }, (answer) => {
      if (fault?.is === "lost" || fault?.is === "halved") {
        answerPartly(answer, outgoing, fault.is === "halved" ? 0.5 : 0);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.flushHeaders();
      const stream = { answer, outgoing };
      streams.add(stream);
      answer.once("close", () => streams.delete(stream));
      answer.once("error", () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    onward.once("error", () => outgoing.destroy());
    outgoing.once("close", () => onward.destroy());
    incoming.pipe(onward);
  };

  const server = createServer((incoming, outgoing) => {
    const one = { method: incoming.method ?? "GET", url: incoming.url ?? "/" };
    asked.push({ ...one, at: Date.now() });
    const fault = faultOf(one);
    if (fault?.is === "refused") {
      incoming.resume();
      outgoing
        .writeHead(fault.status, { "content-type": "application/json", ...fault.headers })
        .end(JSON.stringify(fault.body ?? {}));
    } else if (fault?.is === "held") {
      fault.until.then(() => pass(incoming, outgoing, one.url, undefined)).catch(() => outgoing.destroy());
    } else if (fault?.is !== "swallowed") {
      pass(incoming, outgoing, fault?.is === "changed" ? fault.url : one.url, fault);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    muteStreams() {
      for (const { answer, outgoing } of streams) {
        answer.unpipe(outgoing);
        answer.resume();
      }
    },
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function answerPartly(answer: IncomingMessage, outgoing: ServerResponse, share: number): void {
  const pieces: Buffer[] = [];
  answer.on("data", (piece: Buffer) => pieces.push(piece));
  answer.once("end", () => {
    const all = Buffer.concat(pieces);
    if (share === 0) {
      outgoing.destroy();
      return;
    }
    const { "content-length": _whole, "transfer-encoding": _how, ...headers } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 500, headers);
    outgoing.write(all.subarray(0, Math.floor(all.length * share)), () => outgoing.destroy());
  });
}
