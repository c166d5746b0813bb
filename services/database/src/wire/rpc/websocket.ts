import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { usualLimits, type Limits } from "../../limits.ts";
import type { Databases } from "../../session/port.ts";
import { formats, json, type Format } from "../format.ts";
import { ClientLeft } from "../left.ts";
import { RpcConnection } from "./connection.ts";
import { RpcError, rpcCodes, unreadable } from "./errors.ts";
import { refusal, writeReply } from "./reply.ts";
import { inTurns, type Pausing } from "../../turns.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { isObject } from "../../values/kind-of.ts";

export interface SocketLimits extends Pick<Limits, "sockets" | "message" | "strangerMessage" | "values"> {
  /** Calls of one socket that wait or run; more are refused. */
  readonly calls: number;
  /** Bytes of all calls of this process that arrive, wait or run; who sends more is cut off. */
  readonly waiting: number;
  /** Bytes that wait to be read by a client, after which it is cut off: a slow reader must not fill our memory. */
  readonly unsent: number;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
  /** A socket of which nothing was heard for so many pings is closed. Counted, as a process that was held up reads no answer meanwhile. */
  readonly silentPings: number;
}

export const socketLimits: SocketLimits = {
  ...usualLimits,
  calls: 1024,
  waiting: 512 * 1024 * 1024,
  unsent: 64 * 1024 * 1024,
  pingMs: 5000,
  silentPings: 12,
};

/** Milliseconds that a client which was cut off has to read why. */
const partingMs = 1000;
/** Bytes that one read of a socket gives at most, in which a message may end and others follow. */
const oneRead = 64 * 1024;
/** Bytes of a ping or a pong before its data: two, and four of its mask (RFC 6455, section 5.2). */
const controlFrame = 6;

/** Close codes (RFC 6455, section 7.4.1; 1013 is registered with IANA). */
const codes = { goingAway: 1001, tooBig: 1009, tryLater: 1013 } as const;

/** The WebSockets of `/rpc`: the subprotocol says the format, by its name; without one it is JSON. */
export class RpcSockets {
  readonly #server: WebSocketServer;
  readonly #databases: Databases;
  readonly #limits: SocketLimits;
  readonly #failed: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #connections = new WeakMap<WebSocket, RpcConnection>();
  /** Pings since something was heard of a socket. */
  readonly #silent = new WeakMap<WebSocket, number>();
  /** What of connections that ended is still being cleared away. */
  readonly #ending = new Set<Promise<void>>();
  #waiting = 0;

  constructor(
    databases: Databases,
    failed: (error: unknown) => void,
    limits: SocketLimits = { ...socketLimits, ...databases.limits },
  ) {
    this.#databases = databases;
    this.#limits = limits;
    this.#failed = failed;
    const handleProtocols = (offered: Set<string>): string | false => formats.find(({ name }) => offered.has(name))?.name ?? false;
    this.#server = new WebSocketServer({ noServer: true, maxPayload: limits.message, handleProtocols });
    this.#timer = setInterval(() => this.#ping(), limits.pingMs).unref();
  }

  /** Takes over a connection that asked to be upgraded. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#server.clients.size >= this.#limits.sockets && !this.#makeRoom()) {
      socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (client) => this.#serve(client, request, socket));
  }

  /** When all places are taken, who has been a stranger longest leaves: whoever opens sockets and never signs in keeps nobody out. */
  #makeRoom(): boolean {
    for (const client of this.#server.clients) {
      if (client.readyState !== client.OPEN || this.#connections.get(client)?.mayAsk !== false) continue;
      client.close(codes.tryLater, "The place is taken by others: sign in, or connect again");
      stopReading(client);
      return true;
    }
    return false;
  }

  /** Asks clients to leave, cuts off those that have not after `graceMs`, and waits until nothing of them is left. */
  async close(graceMs: number): Promise<void> {
    clearInterval(this.#timer);
    const { clients } = this.#server;
    for (const client of clients) client.close(codes.goingAway);
    const cut = setTimeout(() => clients.forEach((client) => client.terminate()), graceMs);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    clearTimeout(cut);
    await Promise.all(this.#ending);
  }

  #serve(client: WebSocket, request: IncomingMessage, socket: Duplex): void {
    const format = formats.find(({ name }) => name === client.protocol) ?? json;
    const ended = new AbortController();
    const from = { ip: request.socket.remoteAddress, origin: request.headers.origin };
    let sent: Promise<void> = Promise.resolve();
    // In the order in which they were made, also where one takes long to write.
    const send = (message: ObjectValue): Promise<void> => {
      sent = sent.then(() => this.#send(client, format, message)).catch(this.#failed);
      return sent;
    };
    const connection = new RpcConnection(this.#databases, from, { send: (message) => void send(message), failed: this.#failed });
    this.#connections.set(client, connection);
    let calls = 0;
    let read: Promise<unknown> = Promise.resolve();
    client.on("pong", () => this.#silent.delete(client));
    client.on("error", () => client.terminate());
    client.on("close", () => {
      ended.abort(new ClientLeft());
      arriving.end();
      const ending = connection.close().catch(this.#failed);
      this.#ending.add(ending);
      void ending.finally(() => this.#ending.delete(ending));
    });
    const arriving = this.#arriving(client, connection);
    // Counted before the messages that it ends are.
    socket.prependListener("data", (part: Buffer) => arriving.add(part.length));
    client
      .on("ping", (data) => arriving.add(-data.length - controlFrame))
      .on("pong", (data) => arriving.add(-data.length - controlFrame));
    client.on("message", (data) => {
      this.#silent.delete(client);
      const bytes = bytesOf(data);
      arriving.end();
      if (this.#refuses(client, connection, bytes.length, bytes.length)) return;
      const refused = calls >= this.#limits.calls;
      calls += 1;
      this.#waiting += bytes.length;
      const request = asValue(read, () => format.read(bytes, this.#limits.values));
      // In the order in which they came, also where one takes long to read.
      read = request.catch(() => undefined);
      void this.#answer(connection, request, { signal: ended.signal, refused })
        .then(send)
        .catch(this.#failed)
        .finally(() => {
          calls -= 1;
          this.#waiting -= bytes.length;
        });
    });
  }

  /** Counts what of a message has come: a stranger's is cut off while it comes, and all of them together fill no memory. */
  #arriving(client: WebSocket, connection: RpcConnection): { add(bytes: number): void; end(): void } {
    let here = 0;
    const add = (bytes: number): void => {
      const before = here;
      here = Math.max(0, here + bytes);
      this.#waiting += here - before;
      if (bytes > 0 && this.#refuses(client, connection, here - oneRead, 0)) stopReading(client);
    };
    return { add, end: () => add(-here) };
  }

  /** Whether a client has sent too much in one message, or with this all have in all of theirs; then its socket is closed. */
  #refuses(client: WebSocket, connection: RpcConnection, bytes: number, more: number): boolean {
    if (bytes > this.#limits.strangerMessage && !connection.mayAsk) client.close(codes.tooBig, "Sign in before you send so much");
    else if (this.#waiting + more > this.#limits.waiting) client.close(codes.tryLater, "The server has too much to do");
    else return false;
    return true;
  }

  async #answer(
    connection: RpcConnection,
    reading: Promise<Value>,
    { signal, refused }: { readonly signal: AbortSignal; readonly refused: boolean },
  ): Promise<ObjectValue> {
    let request: Value;
    try {
      request = await reading;
    } catch (error) {
      return refusal(null, unreadable(error));
    }
    if (!refused) return connection.answer(request, signal);
    const id = isObject(request) ? request.get("id") : undefined;
    return refusal(id ?? null, new RpcError(rpcCodes.methodNotAllowed, "NotAllowed", "Too many calls wait for an answer"));
  }

  async #send(client: WebSocket, format: Format, message: ObjectValue): Promise<void> {
    if (client.readyState !== client.OPEN) return;
    if (client.bufferedAmount > this.#limits.unsent) {
      client.terminate();
      return;
    }
    const bytes = await inTurns(writeReply(format, message, this.#failed));
    client.send(format === json ? Buffer.from(bytes).toString() : bytes, { binary: format !== json });
  }

  #ping(): void {
    for (const client of this.#server.clients) {
      const silent = this.#silent.get(client) ?? 0;
      this.#silent.set(client, silent + 1);
      if (silent < this.#limits.silentPings) client.ping();
      else client.terminate();
    }
  }
}

/** A message as a value, in turns, once the one before it was read. */
async function asValue(before: Promise<unknown>, read: () => Pausing<Value>): Promise<Value> {
  await before;
  return inTurns(read());
}

/** Takes nothing more of a client that was told to leave, and gives it a moment to read why. */
function stopReading(client: WebSocket): void {
  client.pause();
  setTimeout(() => client.terminate(), partingMs).unref();
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
