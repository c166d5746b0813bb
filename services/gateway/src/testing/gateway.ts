import { request as httpRequest } from "node:http";
import { idSource, LociError, type Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { AuthService, GraphService, IngestService, RetrievalService } from "@loci/protos";
import { createGateway, defaultGatewaySettings, type GatewayDeps, type GatewaySettings } from "../index.ts";

export const contextKey = "loci_ck_test";
export const managementKey = "loci_mk_test";

/** A service of which a test needs only some methods; the others refuse to be called. */
export function serviceWith<S extends object>(methods: Partial<S>): S {
  return new Proxy(methods, {
    get: (target, name) =>
      (Reflect.get(target, name) as unknown) ?? (() => Promise.reject(new Error(`unexpected call of ${String(name)}`))),
  }) as S;
}

/** No other gateway is at the operation. */
async function* granted() {
  yield {};
}

const refused = () => new LociError("unauthenticated", "Some inner reason that must not be told apart.");

/** Knows one context `acme` with one key, a principal `helper` to delegate to, and one management key. */
export function authOfOneKey(more: Partial<AuthService<Call>> = {}, grants: Grants = { "memory:write": ["/"] }): AuthService<Call> {
  return serviceWith<AuthService<Call>>({
    async authenticate({ bearer, contextId, onBehalfOf }) {
      if (bearer !== contextKey || !["acme", ""].includes(contextId)) throw refused();
      if (onBehalfOf !== "" && onBehalfOf !== "helper") throw new LociError("forbidden", "Unknown principal.");
      return {
        principalId: "agent",
        keyId: "key:1",
        delegatedPrincipalId: onBehalfOf,
        grants: grantsMessage(grants),
        token: "signed",
        contextId: "acme",
        principalSince: "2024-05-01T00:00:00.000Z",
        secretMark: "mark",
        isNarrowed: false,
      };
    },
    findUnregistered: async () => ({ paths: [] }),
    getContext: async ({ contextId: id }) => ({
      ...{ id, displayName: id, configJson: "", policyJson: "", owner: "" },
      createdAt: "2024-04-01T00:00:00.000Z",
    }),
    async authenticateManagement({ bearer }) {
      if (bearer !== managementKey) throw refused();
      return { token: "", keyId: "key:management" };
    },
    appendAudit: async () => ({ failed: [] }),
    listAudit: async () => ({ rows: [] }),
    ...more,
  });
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; undefined when there is none. */
  readonly json: Record<string, unknown>;
}

export interface Sent {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

/** What a stream's client does while it reads. */
export interface Reading {
  /** Called with all the text so far, as often as some of it comes. */
  readonly onData?: (text: string) => void;
  /** Closes the connection once this was read. */
  readonly hangUpAfter?: string;
}

export interface RunningGateway {
  send(path: string, sent?: Sent): Promise<Reply>;
  /** The same for an answer that is not JSON. */
  raw(path: string, sent?: Sent & Reading): Promise<Omit<Reply, "json">>;
  readonly port: number;
  close(): Promise<void>;
}

export interface GatewayParts extends Partial<Omit<GatewayDeps, "settings" | "ingest" | "graph" | "retrieval">> {
  readonly ingest?: Partial<IngestService<Call>>;
  readonly graph?: Partial<GraphService<Call>>;
  readonly retrieval?: Partial<RetrievalService<Call>>;
  readonly settings?: Partial<GatewaySettings>;
}

/** A gateway on a free port over the given parts of services. */
export async function startGateway(parts: GatewayParts = {}): Promise<RunningGateway> {
  const clock = parts.clock ?? Date.now;
  let counter = 0;
  const gateway = createGateway({
    auth: parts.auth ?? authOfOneKey(),
    ingest: serviceWith(parts.ingest ?? {}),
    graph: serviceWith({ holdOperation: granted, ...parts.graph }),
    retrieval: serviceWith(parts.retrieval ?? {}),
    clock,
    ids: parts.ids ?? idSource(clock, (length) => new Uint8Array(length).fill(counter++ % 32)),
    logger: parts.logger ?? silentLogger(),
    settings: { ...defaultGatewaySettings, ...parts.settings },
    planes: parts.planes ?? "all",
    ...(parts.keyLookMs === undefined ? {} : { keyLookMs: parts.keyLookMs }),
    ready: parts.ready ?? (async () => ({ ok: true, parts: { database: "ok" } })),
  });
  const listener = await gateway.listen("127.0.0.1", 0);
  return {
    port: listener.port,
    async send(path, sent) {
      const reply = await send(listener.port, path, sent);
      return { ...reply, json: (reply.text === "" ? undefined : JSON.parse(reply.text)) as Record<string, unknown> };
    },
    raw: (path, sent) => send(listener.port, path, sent),
    close: () => listener.close(100),
  };
}

function send(port: number, path: string, sent: Sent & Reading = {}): Promise<Omit<Reply, "json">> {
  const { body } = sent;
  const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const key = "key" in sent ? sent.key : contextKey;
  const headers: Record<string, string | string[]> = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(raw === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(raw)) }),
    ...sent.headers,
  };
  const method = sent.method ?? (raw === undefined ? "GET" : "POST");
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        sent.onData?.(text);
        if (sent.hangUpAfter !== undefined && text.includes(sent.hangUpAfter)) request.destroy();
      });
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.on("error", reject);
    request.end(raw);
  });
}
