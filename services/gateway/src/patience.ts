/** How long a connection may be held that nobody works for: whoever holds many takes the descriptors of all others. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { unreadableAnswer } from "./errors.ts";
import { sendProblem } from "./respond.ts";

export interface Patience {
  /** What is left of a request may go on arriving so long after its answer: a client that is cut off while it sends may never see it. */
  readonly restMs: number;
  /** And so many bytes of it. */
  readonly restBytes: number;
  /** So long nothing of an answer may be taken. */
  readonly silenceMs: number;
  /** So long a client may wait to close its end after an answer that ends the connection. */
  readonly farewellMs: number;
  /** In each such time in which we wait for a body, so many bytes of it have to come for each second. */
  readonly bodyWindowMs: number;
  readonly bodyBytesPerSecond: number;
}

export const usualPatience: Patience = {
  restMs: 60_000,
  restBytes: 512 * 1024 * 1024,
  silenceMs: 120_000,
  farewellMs: 5_000,
  bodyWindowMs: 30_000,
  // A modem of 1990 sends four times as much.
  bodyBytesPerSecond: 512,
};

const looksInWindow = 10;
const restLookMs = 100;

/** Cuts a client off that sends too slowly, does not take its answer, or does not come to an end after it. The server's `timeout` is `silenceMs`. */
export function limitPatience(request: IncomingMessage, response: ServerResponse, patience: Patience): void {
  // Told where nothing moved on the connection. While we work on the answer that is not the client's fault, unless we wait for room.
  response.on("timeout", (socket: Socket) => {
    if (response.writableEnded || response.writableNeedDrain) socket.destroy();
  });
  // Before Node's own listener, which closes a connection that is to end.
  response.prependOnceListener("finish", () => {
    if (!request.complete) linger(request, response, patience);
  });
  const { headers } = request;
  if (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0) {
    requireProgress(request, response, patience);
  }
}

/** Says the last words on a connection, and closes it though the client may not. What still comes is dropped. */
export function farewell(socket: Socket, words: string, { farewellMs }: Patience): void {
  socket.end(words);
  socket.resume();
  cutAfter(farewellMs, socket);
}

/**
 * Takes what is left of a request that was answered before it was whole. To close a connection on which something is unread resets it,
 * and a client that sends all before it reads (or asked for `Connection: close`) would lose the answer with it.
 */
function linger(request: IncomingMessage, response: ServerResponse, { restMs, restBytes, farewellMs }: Patience): void {
  const { socket } = request;
  const before = socket.bytesRead;
  const ends = !response.shouldKeepAlive;
  // What Node closes a connection with once its last answer is out: here it closes our end alone.
  if (ends) socket.destroySoon = () => void socket.end();
  request.resume();
  const look = () => {
    if (!request.complete) return;
    stop();
    if (ends) cutAfter(farewellMs, socket);
  };
  // At once: the next request may come on the same connection, and be answered before it is whole too.
  request.once("end", look);
  const looks = setInterval(() => {
    if (socket.bytesRead - before > restBytes) socket.destroy();
    look();
  }, restLookMs).unref();
  const limit = setTimeout(() => socket.destroy(), restMs).unref();
  const stop = () => {
    clearInterval(looks);
    clearTimeout(limit);
    request.off("end", look);
    // The connection may serve thousands of requests more: what stays on it keeps each of them in memory.
    socket.off("close", stop);
  };
  socket.once("close", stop);
}

/** Ends a request whose body comes too slowly, or stops coming. Time in which what has come waits for us is not the client's. */
function requireProgress(request: IncomingMessage, response: ServerResponse, patience: Patience): void {
  const { bodyWindowMs, bodyBytesPerSecond, farewellMs } = patience;
  const { socket } = request;
  let waited = 0;
  let before = socket.bytesRead;
  const looks = setInterval(() => {
    if (request.complete || response.writableEnded) return clearInterval(looks);
    if (request.readableLength > 0 || ++waited < looksInWindow) return;
    if (socket.bytesRead - before >= (bodyBytesPerSecond * bodyWindowMs) / 1_000) {
      waited = 0;
      before = socket.bytesRead;
      return;
    }
    clearInterval(looks);
    if (response.headersSent) return void socket.destroy();
    response.shouldKeepAlive = false;
    sendProblem(response, unreadableAnswer("ERR_HTTP_REQUEST_TIMEOUT"));
    cutAfter(farewellMs, socket);
  }, bodyWindowMs / looksInWindow).unref();
  response.once("close", () => clearInterval(looks));
}

function cutAfter(ms: number, socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), ms).unref();
  socket.once("close", () => clearTimeout(timer));
}
