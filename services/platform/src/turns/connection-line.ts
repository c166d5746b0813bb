/** The requests of one connection, in the order in which they came. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Clients that send several requests at once send some tens of them. */
const maxInLine = 100;

export interface Line {
  take(request: IncomingMessage, response: ServerResponse): void;
  /** The answer to the request that is being served; undefined where none is. */
  current(): ServerResponse | undefined;
  /** Begins nothing more of what waits. */
  end(): void;
}

/**
 * A request is served when the one before it was answered and the answer taken (RFC 9112, 9.3.2, asks for it of all that change something).
 * Node hands over at once whatever a client has sent, and keeps each answer until those before it are out: a stranger's few kilobytes
 * of requests, whose answers nobody reads, would be gigabytes of answers here.
 */
export function createLine(socket: Socket, serve: RequestListener): Line {
  const inLine: [IncomingMessage, ServerResponse][] = [];
  const begin = () => {
    const [first] = inLine;
    // What comes after the last answer of a connection has nobody to be answered to.
    if (first === undefined || !socket.writable) return;
    first[1].once("close", () => {
      inLine.shift();
      begin();
    });
    serve(...first);
  };
  return {
    take(request, response) {
      if (inLine.length === maxInLine) return void socket.destroy();
      if (inLine.push([request, response]) === 1) begin();
    },
    current: () => inLine[0]?.[1],
    end: () => void inLine.splice(1),
  };
}
