/** How long a connection may be held that nobody works for: whoever holds many takes the descriptors of all others. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface Patience {
  /** What is left of a request may go on arriving so long after its answer: a client that is cut off while it sends may never see it. */
  readonly restMs: number;
  /** So long nothing of an answer may be taken. */
  readonly silenceMs: number;
  /** So long a client may wait to close its end after an answer that ends the connection. */
  readonly farewellMs: number;
}

export const usualPatience: Patience = { restMs: 60_000, silenceMs: 120_000, farewellMs: 5_000 };

/** Cuts a client off that does not take its answer, or does not come to an end after it. The server's `timeout` is `silenceMs`. */
export function limitPatience(request: IncomingMessage, response: ServerResponse, { restMs }: Patience): void {
  // Told where nothing moved on the connection. While we work on the answer that is not the client's fault, unless we wait for room.
  response.on("timeout", (socket: Socket) => {
    if (response.writableEnded || response.writableNeedDrain) socket.destroy();
  });
  response.once("finish", () => {
    if (!request.complete) cutAfter(restMs, request.socket, () => !request.complete);
  });
}

/** Says the last words on a connection, and closes it though the client may not. */
export function farewell(socket: Socket, words: string, { farewellMs }: Patience): void {
  socket.end(words);
  cutAfter(farewellMs, socket);
}

function cutAfter(ms: number, socket: Socket, isDue = () => true): void {
  const timer = setTimeout(() => isDue() && socket.destroy(), ms).unref();
  socket.once("close", () => clearTimeout(timer));
}
