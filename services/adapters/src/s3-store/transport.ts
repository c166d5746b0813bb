/** How requests to the store leave this process: within a time, and answered by a store and not by something else. */
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";

/** What went wrong on the way, before the client could read an answer. */
export class StoreFailure extends Error {
  readonly kind: "late" | "failing" | "no_store";

  constructor(kind: StoreFailure["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

type Send = typeof http.request;

/** Node's own, with a limit on silence; the client itself waits for ever. */
export function patientFor(idleMs: number, secure: boolean): { request: Send } {
  const send = secure ? https.request : http.request;
  const request = (options: RequestOptions, answered: (response: IncomingMessage) => void) => {
    let answer: IncomingMessage | undefined;
    const sent = send({ ...options, timeout: idleMs }, (response) => {
      answer = response;
      const failure = failureOf(response);
      if (failure === undefined) answered(response);
      else {
        response.resume();
        sent.destroy(failure);
      }
    });
    sent.on("timeout", () => {
      // What has arrived waits for its reader: it is not the store that is slow.
      if (answer !== undefined && answer.readableLength > 0) sent.socket?.setTimeout(idleMs);
      else {
        const late = new StoreFailure("late", `no byte for ${idleMs} ms`);
        answer?.destroy(late);
        sent.destroy(late);
      }
    });
    return sent;
  };
  return { request: request as Send };
}

/** Of these the client keeps neither the answer nor what it says. */
const failing: ReadonlySet<number> = new Set([408, 429, 499, 500, 502, 503, 504, 520]);

function failureOf({ statusCode = 0, headers }: IncomingMessage): StoreFailure | undefined {
  if (failing.has(statusCode)) return new StoreFailure("failing", `status ${statusCode}`);
  // A proxy's page with status 200: some calls would take it for success. Objects have an ETag, the store's own answers are XML.
  const page = /^(?:text\/(?:html|plain)|application\/json)/.test(headers["content-type"] ?? "");
  if (statusCode < 300 && page && headers.etag === undefined)
    return new StoreFailure("no_store", `${headers["content-type"] ?? ""} with status ${statusCode}`);
  return undefined;
}
