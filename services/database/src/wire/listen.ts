import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { offTelemetry, watchHttp, type Telemetry } from "@loci/platform/telemetry";
import type { Databases } from "../session/port.ts";
import { ClientLeft } from "./left.ts";
import type { RpcSockets } from "./rpc/websocket.ts";

export interface ListenOptions {
  /** Opens the databases; called once, at the first request, so that a listener that nobody uses costs nothing. */
  readonly open: () => Promise<Databases>;
  readonly host: string;
  readonly port: number;
  /** PEM of the certificate and its key: HTTPS instead of HTTP. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
  /** Told of every failure that is no client's fault. */
  readonly failed: (error: unknown) => void;
  /** Told of clients that left before their answer was there. */
  readonly left?: (what: ClientLeft) => void;
  readonly telemetry?: Telemetry;
}

export interface DatabaseListener {
  readonly host: string;
  readonly port: number;
  /** Takes nothing new, lets requests under way finish for at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Longer than the 60 s of common load balancers, so that they end an idle connection. */
const keepAliveTimeout = 75_000;
const headersTimeout = 20_000;
/** How long a request may take to arrive: an import is up to 256 MiB. */
const requestTimeout = 60 * 60_000;
/** A connection on which nothing moves, in either direction, is cut; a running query sends nothing, so this bounds one over HTTP. */
const silence = 10 * 60_000;
/** Connections of this process, WebSockets included. */
const mostConnections = 8192;

/**
 * Serves the database over HTTP, and WebSockets at /rpc.
 * @throws the system's error (EADDRINUSE, EACCES, …) when it cannot listen there
 */
export async function listenDatabase(options: ListenOptions): Promise<DatabaseListener> {
  const { open, host, port, tls, left = () => undefined, telemetry = offTelemetry } = options;
  const failed = (error: unknown): void => (error instanceof ClientLeft ? left(error) : options.failed(error));
  const served = once(() => serve(open, failed));
  const answer: RequestListener = (request, response) => {
    served().then(
      ({ app }) => app(request, response),
      (error: unknown) => {
        failed(error);
        response.writeHead(503, { "content-type": "text/plain" }).end("The database cannot be opened; the server's log says why\n");
      },
    );
  };
  const handle = watchHttp(answer, telemetry);
  const settings = { noDelay: true, keepAliveTimeout, requestTimeout };
  const server: Server =
    tls === undefined
      ? createHttpServer(settings, handle)
      : createHttpsServer({ ...settings, cert: tls.certificate, key: tls.key }, handle);
  server.headersTimeout = headersTimeout;
  server.timeout = silence;
  server.maxConnections = mostConnections;
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (request.url?.split("?", 1)[0] !== "/rpc") {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    (socket as Socket).setTimeout(0);
    served().then(
      ({ sockets }) => sockets.upgrade(request, socket, head),
      () => socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return { host: address.address, port: address.port, close: (graceMs) => close(server, served.made(), graceMs) };
}

interface Served {
  readonly app: RequestListener;
  readonly sockets: RpcSockets;
}

async function serve(open: () => Promise<Databases>, failed: (error: unknown) => void): Promise<Served> {
  const [{ httpApp }, { RpcSockets: Sockets }] = await Promise.all([import("./http/app.ts"), import("./rpc/websocket.ts")]);
  const databases = await open();
  return { app: httpApp({ databases, failed }) as RequestListener, sockets: new Sockets(databases, failed) };
}

/** Makes a thing at the first call; after a failure the next call tries again. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { readonly made: () => Promise<T> | undefined } {
  let made: Promise<T> | undefined;
  const get = (): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return Object.assign(get, { made: () => made });
}

async function close(server: Server, served: Promise<Served> | undefined, graceMs: number): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await (await served?.catch(() => undefined))?.sockets.close(graceMs);
  server.closeIdleConnections();
  await ended;
  clearTimeout(cut);
}
