import { LociError } from "@loci/kernel";
import { SearchIndexUnavailable } from "@loci/ports/search-index";
import { Client, errors } from "@opensearch-project/opensearch";

export interface Asked {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** One JSON value, or several, each on a line of its own. */
  readonly body?: object | readonly object[];
  /** Answers that are no failure, besides the usual ones. */
  readonly accepts?: readonly number[];
  /** How long the answer may take: a question's is waited for by somebody. */
  readonly waits?: "question" | "work";
}

export interface Answered<T> {
  readonly status: number;
  readonly body: T;
}

/** An OpenSearch cluster behind one URL. Every request is sent once and ends in time. */
export interface Cluster {
  /** @throws SearchIndexUnavailable when it does not answer or asks to be left alone */
  ask<T>(asked: Asked): Promise<Answered<T>>;
  close(): Promise<void>;
}

const waitsMs = { question: 5_000, work: 60_000 };
/** Too many requests, and what stands before a server saying that it is not there. */
const unavailable = new Set([429, 502, 503, 504]);
export const isBusy = (status: number): boolean => unavailable.has(status);

/** @param url http(s)://user:password@host:port */
export function connectCluster(url: string, limitsMs: Readonly<Record<"question" | "work", number>> = waitsMs): Cluster {
  const { username, password, href } = new URL(url);
  const node = new URL(href);
  node.username = node.password = "";
  const auth = username === "" ? {} : { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } };
  const client = new Client({ node: node.href, ...auth, maxRetries: 0, requestTimeout: limitsMs.work });
  return {
    async ask<T>({ method, path, query = {}, body, accepts = [], waits = "question" }: Asked) {
      const sent = Array.isArray(body)
        ? { bulkBody: `${body.map((line) => JSON.stringify(line)).join("\n")}\n` }
        : body === undefined
          ? {}
          : { body: JSON.stringify(body) };
      const options = { ignore: [...accepts], requestTimeout: limitsMs[waits], maxRetries: 0 };
      try {
        const answer = await client.transport.request({ method, path, querystring: { ...query }, ...sent }, options);
        return { status: answer.statusCode ?? 0, body: answer.body as T };
      } catch (thrown) {
        throw failureOf(thrown);
      }
    },
    close: () => client.close(),
  };
}

/** Says what kind of failure it was; an answer's own words may repeat what was stored, and stay behind. */
function failureOf(thrown: unknown): LociError {
  if (!(thrown instanceof errors.ResponseError)) return new SearchIndexUnavailable(nameOf(thrown));
  return failureFor(thrown.statusCode, typeOf(thrown.body));
}

/** @param reason the type of error that the cluster names */
export function failureFor(status: number, reason: string): LociError {
  return isBusy(status) ? new SearchIndexUnavailable(`HTTP ${status}`) : new SearchIndexRefusal(status, reason);
}

/** The cluster understood the request and would not do it. */
export class SearchIndexRefusal extends LociError {
  readonly status: number;
  readonly reason: string;
  constructor(status: number, reason: string) {
    super("internal", "The search index refused a request.", { cause: new Error(`HTTP ${status}: ${reason}`) });
    this.status = status;
    this.reason = reason;
  }
}

function typeOf(body: unknown): string {
  const error = (body as { error?: { type?: unknown } } | null)?.error;
  return typeof error?.type === "string" ? error.type : "unknown";
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
