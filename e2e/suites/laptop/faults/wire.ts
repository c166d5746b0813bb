/** HTTP as no well-behaved client speaks it: bytes over a socket. */
import { connect } from "node:net";

export interface WireReply {
  /** The status of each answer, in order. */
  readonly statuses: readonly number[];
  /** All that came back. */
  readonly text: string;
  /** Whether the server ended the connection. */
  readonly isClosed: boolean;
}

export interface Exchange {
  /** Stops as soon as so many answers have come. */
  readonly answers?: number;
  readonly limitMs?: number;
  /** Sent again and again, this often, until the server has had enough. */
  readonly trickle?: { readonly text: string; readonly everyMs: number };
}

/** Sends text to the port and reads until the server closes, or as far as the exchange says. */
export function exchange(port: number, text: string, { answers, limitMs = 120_000, trickle }: Exchange = {}): Promise<WireReply> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    const drops = trickle && setInterval(() => socket.write(trickle.text), trickle.everyMs);
    const end = (isClosed: boolean) => {
      clearTimeout(limit);
      clearInterval(drops);
      socket.destroy();
      resolve({ statuses: statusesIn(received), text: received, isClosed });
    };
    const limit = setTimeout(() => end(false), limitMs);
    socket.setEncoding("utf8").on("data", (part: string) => {
      received += part;
      if (answers !== undefined && statusesIn(received).length >= answers) end(false);
    });
    socket.on("close", () => end(true));
    // A reset is an end like any other; `close` follows.
    socket.on("error", () => socket.destroy());
  });
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)).filter((status) => status >= 200);
}

/** One request as text. */
export function requestText(method: string, path: string, headers: Readonly<Record<string, string>>, body = ""): string {
  const lines = Object.entries({ host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
