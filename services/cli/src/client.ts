/** HTTP to one server: time-outs, retries of what is safe to repeat, problem documents as failures. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import { exitCodes, Failure, failureOf, type Problem } from "./failure.ts";

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below /api/v1, e.g. `/verbs`; see `contextPath`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** A POST that changes nothing: safe to repeat as it is. */
  readonly readOnly?: boolean;
  /** A write that the server deduplicates: it gets an Idempotency-Key of its own, and is repeated under it. */
  readonly idempotent?: boolean;
}

export type Send = <Answer>(request: Request) => Promise<Answer>;

export interface ClientOptions {
  readonly fetch?: typeof fetch;
  /** Milliseconds for one attempt. Extraction by a slow model may take a minute. */
  readonly timeoutMs?: number;
  /** Milliseconds before the first repetition; doubled for each further one. */
  readonly backoffMs?: number;
}

const attempts = 4;
const longestWaitMs = 10_000;
const transient = new Set([429, 502, 503, 504]);

/** `/{context_id}/…` below /api/v1. */
export function contextPath(connection: Connection, ...segments: string[]): string {
  return `/${[connection.contextId, ...segments].map(encodeURIComponent).join("/")}`;
}

export function createClient(connection: Connection, options: ClientOptions = {}): Send {
  const { fetch: doFetch = fetch, timeoutMs = 120_000, backoffMs = 200 } = options;
  return async <Answer>(request: Request): Promise<Answer> => {
    const repeatable = request.method === "GET" || request.readOnly === true || request.idempotent === true;
    const init = requestInit(connection, request);
    for (let attempt = 1; ; attempt++) {
      const last = !repeatable || attempt === attempts;
      const answer = await once(doFetch, addressOf(connection, request), init, timeoutMs, connection.url, last);
      if (answer !== undefined && (last || !transient.has(answer.status))) return (await read(answer, connection.url)) as Answer;
      await sleep(Math.min(longestWaitMs, retryAfterMs(answer) ?? backoffMs * 2 ** (attempt - 1)));
    }
  };
}

function addressOf(connection: Connection, request: Request): string {
  const url = new URL(`${connection.url}/api/v1${request.path}`);
  for (const [name, value] of Object.entries(request.query ?? {})) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

function requestInit(connection: Connection, request: Request): RequestInit {
  const headers: Record<string, string> = { authorization: `Bearer ${connection.apiKey}`, accept: "application/json" };
  if (request.body !== undefined) headers["content-type"] = "application/json";
  if (request.idempotent) headers["idempotency-key"] = randomUUID();
  return { method: request.method, headers, ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }) };
}

/** One attempt; undefined when there was no answer and another attempt may follow. */
async function once(doFetch: typeof fetch, address: string, init: RequestInit, timeoutMs: number, url: string, last: boolean) {
  try {
    return await doFetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    // A key with a line break pasted along cannot stand in a header: fetch throws at once, without a cause.
    if (nameOf(error) === "TypeError" && causeOf(error) === undefined)
      throw new Failure(`The request cannot be sent: ${String(error)}`, exitCodes.usage);
    if (last) throw unreachable(url, error);
    return undefined;
  }
}

const unreachableTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there. Is it running? 'npm start' starts it on this machine",
  ENOTFOUND: "there is no host of that name",
  TimeoutError: "no answer in time",
};

function unreachable(url: string, error: unknown): Failure {
  const cause = causeOf(error) ?? error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  const why = unreachableTexts[code] ?? unreachableTexts[nameOf(cause)] ?? (code || String(cause));
  return new Failure(`Cannot reach ${url}: ${why}.`, exitCodes.unreachable);
}

function nameOf(error: unknown): string {
  return typeof error === "object" && error !== null && "name" in error ? String(error.name) : "";
}

function causeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined;
}

function retryAfterMs(answer: Response | undefined): number | undefined {
  const seconds = Number(answer?.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

async function read(answer: Response, url: string): Promise<unknown> {
  const text = await answer.text();
  const json = /\bjson\b/.test(answer.headers.get("content-type") ?? "") ? parse(text) : undefined;
  if (answer.ok && (json !== undefined || text === "")) return json;
  if (answer.ok) throw new Failure(`${url} answers, but not as a Loci server does. Is the URL right?`);
  throw failureOf({ ...(typeof json === "object" ? (json as Partial<Problem>) : {}), status: answer.status });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`The server's answer is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
