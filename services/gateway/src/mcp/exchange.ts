import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { uncached } from "../respond.ts";

const eventStream = "text/event-stream";
/** The protocol has clients accept both; one that names one of them gets that. */
const acceptsBoth = `application/json, ${eventStream}`;

/** Whether the client takes nothing but a stream of events. */
export function wantsEvents(request: IncomingMessage): boolean {
  const accept = request.headers.accept ?? "*/*";
  return accept.includes(eventStream) && !/application\/json|application\/\*|\*\/\*/.test(accept);
}

/** A request as the protocol's library takes it: its body was read before. */
export function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    // What protects the endpoint was checked before, and the key stays here.
    if (name === "authorization" || name === "host" || name === "content-length") continue;
    for (const value of values ?? []) headers.append(name, value);
  }
  headers.set("accept", acceptsBoth);
  return new Request("http://mcp.invalid/mcp", { method: "POST", headers, signal });
}

/** Sends an answer of the library: whole where it is JSON, as it comes where it is a stream. */
export async function sendWeb(answer: Response, response: ServerResponse, more: Readonly<Record<string, string>>): Promise<void> {
  const headers = { ...Object.fromEntries(answer.headers), ...uncached, ...more };
  if (answer.body !== null && (answer.headers.get("content-type") ?? "").startsWith(eventStream)) {
    if (response.headersSent || response.destroyed) return answer.body.cancel();
    response.writeHead(answer.status, headers);
    return pipeline(Readable.fromWeb(answer.body), response);
  }
  const body = Buffer.from(await answer.arrayBuffer());
  if (response.headersSent || response.destroyed) return;
  response.writeHead(answer.status, { ...headers, "content-length": body.length });
  response.end(body);
}
