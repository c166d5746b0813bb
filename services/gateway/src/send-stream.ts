import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import type { ProblemDocument } from "./errors.ts";
import { uncached } from "./respond.ts";
import type { ServerEvent } from "./route.ts";

/** Proxies close a connection on which nothing comes for a minute or so. */
const heartbeatMs = 15_000;

/**
 * Sends bytes as they come, as fast as the client takes them. The head goes out with the first of them, so that what fails before is
 * still an answer of its own; what fails later cuts the connection, which no client takes for a whole answer.
 */
export async function sendBytes(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const open = () => {
    if (!response.headersSent) response.writeHead(status, { ...uncached, ...headers });
  };
  try {
    for await (const chunk of bytes) {
      if (isOver(response)) return;
      open();
      if (!response.write(chunk)) await writable(response);
      if (response.destroyed) return;
    }
  } catch (error) {
    if (response.headersSent && !response.writableEnded) response.destroy();
    throw error;
  }
  if (isOver(response)) return;
  open();
  response.end();
}

/**
 * Sends server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). What fails after the first one becomes an
 * `error` event with a problem document, and the end; so does the signal's reason, whether or not the events come to an end then.
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ServerEvent>,
  problemOf: (error: LociError) => ProblemDocument,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  // In one step with the end, so that nobody adds another.
  const fail = (thrown: unknown) => void response.end(frame("error", problemOf(LociError.from(thrown))));
  const cut = () => {
    if (response.headersSent && !isOver(response)) fail(signal.reason);
  };
  signal.addEventListener("abort", cut, { signal: stop.signal });
  const write = async (text: string) => {
    if (!response.headersSent) {
      response.writeHead(200, { ...uncached, "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
      void heartbeat(response, stop.signal);
    }
    if (!response.write(text)) await writable(response);
  };
  try {
    for await (const { event, data } of events) {
      if (isOver(response)) return;
      await write(frame(event, data));
      if (response.destroyed) return;
    }
  } catch (thrown) {
    if (!response.headersSent || isOver(response)) throw thrown;
    return fail(thrown);
  } finally {
    stop.abort();
  }
  response.end();
}

/** Whether nothing can be added: the client has gone, or was answered otherwise meanwhile, as its time was up. */
function isOver(response: ServerResponse): boolean {
  return response.destroyed || response.writableEnded;
}

function frame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function heartbeat(response: ServerResponse, signal: AbortSignal): Promise<void> {
  const beats = async () => {
    for (;;) {
      await sleep(heartbeatMs, undefined, { signal, ref: false });
      if (isOver(response)) return;
      response.write(": still there\n\n");
    }
  };
  // It is told to end by a rejection.
  await beats().catch(() => undefined);
}

/** Until the client has taken what was written, or is gone. */
async function writable(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const ended = new AbortController();
  await Promise.race([once(response, "drain", ended), once(response, "close", ended)]).finally(() => ended.abort());
}
