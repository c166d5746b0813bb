/** The Kubernetes API over HTTP: one request, or one watch as a stream of events. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pause } from "./backoff.ts";
import type { KubeConfig } from "./kube-config.ts";
import { KubeError } from "./kube-error.ts";
import { leadsTo } from "./kube-path.ts";

export interface KubeRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As `kubePath` makes it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface WatchEvent {
  readonly type: string;
  readonly object: unknown;
}

export interface KubeClient {
  /** The answer's JSON. @throws KubeError */
  request<T>(request: KubeRequest): Promise<T>;
  /**
   * Events until the server ends the stream. @throws KubeError where it breaks off, or stays silent for `silenceMs`, as a connection
   * does whose other end is gone without a word.
   */
  watch(request: KubeRequest, silenceMs: number): AsyncGenerator<WatchEvent>;
  close(): void;
}

const requestTimeoutMs = 30_000;
const maxSockets = 16;
/** A watch is silent for minutes: the kernel asks whether the other machine is still there. */
const probeAfterMs = 30_000;

export function createKubeClient(config: KubeConfig): KubeClient {
  const isPlain = config.server.startsWith("http:");
  const { ca, cert, key } = config;
  const tls = { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) };
  const agent = isPlain ? new HttpAgent({ keepAlive: true, maxSockets }) : new HttpsAgent({ keepAlive: true, maxSockets, ...tls });
  // A watch takes a connection for itself: it must not use up those of the requests.
  const watching = isPlain ? new HttpAgent() : new HttpsAgent(tls);

  const send = (asked: KubeRequest, by: HttpAgent, signal: AbortSignal, keepAliveMs?: number): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const url = new URL(config.server + asked.path);
      if (!leadsTo(url, asked.path)) throw new KubeError(400, "BadRequest", `'${asked.path}' is no path of the API.`);
      for (const [name, value] of Object.entries(asked.query ?? {})) if (value !== undefined) url.searchParams.set(name, value);
      const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
      const headers = {
        accept: asked.accept ?? "application/json",
        "user-agent": "loci-operator",
        ...(config.token === undefined ? {} : { authorization: `Bearer ${config.token()}` }),
        ...(body === undefined
          ? {}
          : { "content-type": asked.contentType ?? "application/json", "content-length": Buffer.byteLength(body) }),
      };
      const outgoing = (isPlain ? httpRequest : httpsRequest)(url, { method: asked.method, headers, agent: by, signal }, resolve);
      outgoing.once("error", reject);
      if (keepAliveMs !== undefined) outgoing.setSocketKeepAlive(true, keepAliveMs);
      outgoing.end(body);
    });

  return {
    async request<T>(asked: KubeRequest): Promise<T> {
      const late = AbortSignal.timeout(requestTimeoutMs);
      const signal = asked.signal === undefined ? late : AbortSignal.any([late, asked.signal]);
      const until = performance.now() + requestTimeoutMs;
      try {
        for (;;) {
          const response = await send(asked, agent, signal);
          const text = await textOf(response);
          if (isFine(response)) return JSON.parse(text) as T;
          const refused = refusal(response, text);
          // It was not begun. Nobody else asks for the same at once only because this one gave up.
          const waitMs = refused.status === 429 ? refused.retryAfterMs : undefined;
          if (waitMs === undefined || performance.now() + waitMs >= until) throw refused;
          await pause(waitMs, signal);
        }
      } catch (thrown) {
        throw unreached(thrown, config.server);
      }
    },

    async *watch(asked, silenceMs) {
      const abort = new AbortController();
      const signal = asked.signal === undefined ? abort.signal : AbortSignal.any([abort.signal, asked.signal]);
      const silent = new KubeError(0, "Silent", `${config.server} said nothing for ${silenceMs} ms`);
      let timer = setTimeout(() => abort.abort(silent), silenceMs);
      const heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => abort.abort(silent), silenceMs);
      };
      try {
        const response = await send(asked, watching, signal, probeAfterMs);
        heard();
        if (!isFine(response)) throw refusal(response, await textOf(response));
        for await (const line of linesOf(response, heard)) yield JSON.parse(line) as WatchEvent;
      } catch (thrown) {
        throw unreached(abort.signal.aborted ? silent : thrown, config.server);
      } finally {
        clearTimeout(timer);
        abort.abort(silent);
      }
    },

    close() {
      agent.destroy();
      watching.destroy();
    },
  };
}

const isFine = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300;

/** Lines as they come; what breaks off throws. */
async function* linesOf(response: IncomingMessage, heard: () => void): AsyncGenerator<string> {
  let rest = "";
  response.setEncoding("utf8");
  for await (const piece of response) {
    heard();
    const lines = (rest + (piece as string)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield line;
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = "";
  response.setEncoding("utf8");
  for await (const piece of response) text += piece as string;
  return text;
}

/** The Status object that the API answers, or whatever stood before it. */
function refusal(response: IncomingMessage, text: string): KubeError {
  const status = response.statusCode ?? 0;
  const seconds = Number(response.headers["retry-after"]);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  const said = statusObject(text);
  return new KubeError(status, said.reason ?? "", said.message ?? `HTTP status ${status}`, { retryAfterMs });
}

function statusObject(text: string): { readonly reason?: string; readonly message?: string } {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}

function unreached(thrown: unknown, server: string): KubeError {
  if (thrown instanceof KubeError) return thrown;
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return new KubeError(0, "Unreachable", `Cannot reach ${server}: ${said}`, { cause: thrown });
}
