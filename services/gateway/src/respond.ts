import type { ServerResponse } from "node:http";
import type { ProblemAnswer } from "./errors.ts";

/** Answers hold memories and, once, secrets: no cache may keep them, and no browser may guess what they are. */
export const uncached = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** Sends a whole answer in one write, with its length. A client that has gone gets nothing. */
export function sendJson(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  type = "application/json",
): void {
  if (response.headersSent || response.destroyed) return;
  if (body === undefined) {
    response.writeHead(status, { ...uncached, ...headers });
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.writeHead(status, { ...uncached, "content-type": type, "content-length": Buffer.byteLength(text), ...headers });
  response.end(text);
}

export function sendProblem(response: ServerResponse, answer: ProblemAnswer): void {
  sendJson(response, answer.status, answer.headers, answer.body, "application/problem+json");
}
