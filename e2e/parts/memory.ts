/** A program that uses Loci over REST: a key of one context, and what the answers hold. */
import type { AnswerCheck } from "./api-document.ts";

export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A problem document (RFC 7807) with the service's own members. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly traceId: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

export interface Extraction {
  readonly turnId: string;
  readonly entities: readonly { id: string; entityType: string; name: string; memoryCategory: string; isNew: boolean }[];
  readonly attributes: readonly { id: string; entityId: string; key: string; value: string; memoryCategory: string }[];
  readonly relations: readonly { subject: string; label: string; object: string; memoryCategory: string }[];
  readonly corrections: readonly { entityId: string; key: string; oldValue: string; newValue: string }[];
  readonly instructions: readonly { id: string; label: string; description: string }[];
  readonly uncertainties: readonly { about: string; reason: string }[];
}

export interface FactsAnswer {
  readonly mode: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly chunkId?: string;
  readonly preview?: boolean;
  readonly deferred: boolean;
  readonly extraction: Extraction;
}

export interface BatchAnswer {
  readonly sessionId: string;
  readonly turnIds: readonly string[];
  readonly chunkIds: readonly string[];
  readonly extractions: readonly Extraction[];
}

export interface Hit {
  readonly id: string;
  readonly score: number;
  readonly source: string;
  readonly text: string;
  readonly occurredAt?: string;
  readonly scopes: string[][];
  readonly labels: string[];
  readonly turnId?: string;
  readonly sessionId?: string;
  readonly key?: string;
  readonly value?: string;
  readonly disagreement?: { readonly uncertaintyIds: string[] };
}

export interface QueryAnswer {
  readonly tier: string;
  readonly classificationKind: string;
  readonly hits: readonly Hit[];
  readonly queryMs: number;
  readonly seedEntities: readonly string[];
  readonly trace: {
    readonly traceId: string;
    readonly tierReason: string;
    readonly retrievedCount: number;
    readonly topScores: readonly number[];
    readonly degraded: readonly string[];
  };
}

export interface Fact {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly memoryCategory: string;
  readonly confidence: number;
  readonly createdAt: string;
  readonly knownUntil: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly recordedAt: string;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  readonly sources: readonly { readonly kind: string; readonly ref: string | null }[];
  readonly uncertaintyIds: readonly string[];
}

export interface Relation extends Omit<Fact, "key" | "value"> {
  readonly subject: string;
  readonly label: string;
  readonly object: string;
}

export interface EntityAnswer {
  readonly entity: { readonly id: string; readonly entityType: string; readonly name: string; readonly createdAt: string };
  readonly attributes: readonly Fact[];
  readonly relations: readonly Relation[];
  readonly uncertainties: readonly { readonly about: string; readonly reason: string }[];
}

export interface EntityList {
  readonly entities: readonly { readonly id: string; readonly entityType: string; readonly name: string }[];
  readonly total: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Headings = Readonly<Record<string, string>>;
type Message = readonly [role: string, content: string, ts?: string];
type Triple = readonly [entity: string, key: string, value: string];

/** Requests under one bearer. */
export interface Caller {
  get<Body = Problem>(path: string, headers?: Headings): Promise<Reply<Body>>;
  post<Body = Problem>(path: string, body: unknown, headers?: Headings): Promise<Reply<Body>>;
  /** Any method; a form and a file go as they are, every other body as JSON. An answer that is not JSON comes back as its text. */
  send<Body = Problem>(method: string, path: string, body?: unknown, headers?: Headings): Promise<Reply<Body>>;
}

/**
 * @param base the URL before each path
 * @param key the bearer, "" for none
 * @param always headers of each request
 * @param check held against each answer; what it finds is thrown
 */
export function caller(base: string, key: string, always: Headings = {}, check: AnswerCheck = () => []): Caller {
  const send = async <Body>(method: string, path: string, body?: unknown, headers: Headings = {}): Promise<Reply<Body>> => {
    const isReady = body instanceof FormData || body instanceof Blob;
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || isReady ? {} : { "content-type": "application/json" }),
        ...always,
        ...headers,
      },
      ...(body === undefined ? {} : { body: isReady ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const contentType = response.headers.get("content-type") ?? "";
    const read: unknown = /\bjson\b/.test(contentType) ? JSON.parse(text) : text || undefined;
    const { status } = response;
    const wrong = check({ method, url: base + path, status, contentType, body: read });
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
    return { status, headers: response.headers, body: read as Body };
  };
  return {
    send,
    get: (path, headers = {}) => send("GET", path, undefined, headers),
    post: (path, body, headers = {}) => send("POST", path, body, headers),
  };
}

/** The memory of one context for the holder of one key. The methods that tell no status throw where the answer is no success. */
export interface Memory extends Caller {
  readonly contextId: string;
  remember(text: string, fields?: Fields): Promise<FactsAnswer>;
  /** States facts as triples: `["Person/Mina", "residence", "Lisbon"]`; a value `-> Type/name` is another entity. */
  state(triples: readonly Triple[], fields?: Fields): Promise<FactsAnswer>;
  converse(messages: readonly Message[], fields?: Fields): Promise<BatchAnswer>;
  recall(query: string, fields?: Fields): Promise<QueryAnswer>;
  entity(reference: string, times?: Headings): Promise<EntityAnswer>;
  /** Newest first. */
  history(reference: string, key: string, times?: Headings): Promise<readonly Fact[]>;
  entities(parameters?: Headings): Promise<EntityList>;
}

export function memory(url: string, contextId: string, key: string, always: Headings = {}, check?: AnswerCheck): Memory {
  const plain = caller(`${url}/api/v1/${contextId}`, key, always, check);
  const post = async <Body>(path: string, body: unknown) => succeeded(await plain.post<Body>(path, body));
  const get = async <Body>(path: string) => succeeded(await plain.get<Body>(path));
  return {
    ...plain,
    contextId,
    remember: (text, fields = {}) => post("/facts", { text, ...fields }),
    state: (triples, fields = {}) => post("/facts", { infer: "triples", triples: triples.map(tripleBody), ...fields }),
    converse: (messages, fields = {}) =>
      post("/facts/batch", { messages: messages.map(([role, content, ts]) => ({ role, content, ts })), ...fields }),
    recall: (query, fields = {}) => post("/query", { query, ...fields }),
    entity: (reference, times = {}) => get(entityPath(reference) + queryString(times)),
    async history(reference, key, times = {}) {
      return (await get<{ history: Fact[] }>(`${entityPath(reference)}/history/${key}${queryString(times)}`)).history;
    },
    entities: (parameters = {}) => get(`/entities${queryString(parameters)}`),
  };
}

/** The body of an answer. @throws Error where it is no success */
export function succeeded<Body>({ status, body }: Reply<Body>): Body {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

function tripleBody([entity, key, value]: Triple): object {
  const to = /^-> (.+)$/.exec(value)?.[1];
  return { entity: named(entity), key, ...(to === undefined ? { value } : { target: named(to) }) };
}

/** A reference splits at its first slash. */
function named(reference: string): { type: string; name: string } {
  const at = reference.indexOf("/");
  return { type: reference.slice(0, at), name: reference.slice(at + 1) };
}

export function entityPath(reference: string): string {
  const { type, name } = named(reference);
  return `/entities/${encodeURIComponent(type)}/${encodeURIComponent(name)}`;
}

export function queryString(parameters: Headings): string {
  const text = new URLSearchParams(parameters).toString();
  return text === "" ? "" : `?${text}`;
}
