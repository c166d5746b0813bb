import { createServer, STATUS_CODES, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createLine, type Line } from "@loci/platform/turns";
import { serverEnds } from "./deadline.ts";
import { unreadableAnswer } from "./errors.ts";
import { farewell, limitPatience, usualPatience, type Patience } from "./patience.ts";

/** Longer than the 60 s of common load balancers, so that they, not we, end an idle connection. */
const keepAliveTimeoutMs = 75_000;
const headersTimeoutMs = 20_000;
const idleCheckMs = 50;
/** For the last words of answers that are cut. */
const lastWordsMs = 200;
/** How long a request may take to arrive in full: the longest is a whole context. Every route ends by its own, shorter deadline. */
const arrivalTimeoutMs = 60 * 60_000;

type Lines = Map<Socket, Line>;

export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Asks each client to make its next request on another connection: by then another process may be the one to take it. */
  leave(): void;
  /** Takes no new connections, lets requests under way finish for at most `graceMs`, then cuts them with an error where one can be told. */
  close(graceMs: number): Promise<void>;
}

/** @throws the system's error (EADDRINUSE, EACCES, …) when it cannot listen there */
export async function listenHttp(
  handler: RequestListener,
  host: string,
  port: number,
  patience: Patience = usualPatience,
): Promise<Listener> {
  let leaving = false;
  const lines: Lines = new Map();
  const serve: RequestListener = (request, response) => {
    if (leaving) response.shouldKeepAlive = false;
    limitPatience(request, response, patience);
    handler(request, response);
  };
  const handle: RequestListener = (request, response) => lines.get(request.socket)?.take(request, response);
  // Without noDelay an answer can wait some 40 ms for the client's delayed acknowledgement.
  const server = createServer({ noDelay: true, keepAliveTimeout: keepAliveTimeoutMs, requestTimeout: arrivalTimeoutMs }, handle);
  server.headersTimeout = headersTimeoutMs;
  server.timeout = patience.silenceMs;
  server.on("connection", (socket: Socket) => {
    lines.set(socket, createLine(socket, serve));
    socket.once("close", () => lines.delete(socket));
  });
  server.on("clientError", (cause: NodeJS.ErrnoException, socket: Socket) => refuseGarbage(cause, socket, patience));
  // An expectation that we do not know is ignored, as RFC 9110 allows: Node itself would answer 417 without a word.
  server.on("checkExpectation", handle);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    host: address.address,
    port: address.port,
    leave() {
      leaving = true;
    },
    close: (graceMs) => close(server, lines, graceMs),
  };
}

/** Answers what is not HTTP, comes too slowly, or whose headers are too long, before it becomes a request. */
function refuseGarbage(cause: NodeJS.ErrnoException, socket: Socket, patience: Patience): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = unreadableAnswer(cause.code);
  const text = JSON.stringify(body);
  const headers = `content-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close`;
  farewell(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${headers}\r\n\r\n${text}`, patience);
}

async function close(server: Server, lines: Lines, graceMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const tell = setTimeout(() => {
      for (const line of lines.values()) {
        line.end();
        line.current()?.emit(serverEnds);
      }
    }, graceMs);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs + lastWordsMs);
    // A client keeps its connection open after the answer that was under way: it would hold us up for all of the grace.
    const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
    server.close(() => {
      clearTimeout(tell);
      clearTimeout(cut);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
