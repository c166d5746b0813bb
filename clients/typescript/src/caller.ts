import { LociError } from "./error.ts";
import { operationTable, type Operation } from "./gen/operations.ts";
import { readJson } from "./http/answer.ts";
import type { Attempt } from "./http/attempt.ts";
import { createTransport, sleep, type Exchange, type RequestBody, type Retry, type Send } from "./http/transport.ts";
import type { AnswerOf, CallArguments, CallOptions, OperationId } from "./operation.ts";
import { randomHex } from "./random.ts";

/** Where the server is and how it is reached. */
export interface ConnectionOptions {
  /** The server's address, such as `http://127.0.0.1:9090`; without `/api/v1`. */
  readonly url: string;
  /** More headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In the place of the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds without anything coming, for each attempt. By default two minutes: extraction by a slow model takes its time. */
  readonly timeoutMs?: number | undefined;
  /** How often a request that may be repeated is sent at most; by default 4. */
  readonly attempts?: number | undefined;
  /** The longest wait before the first repetition, doubled for each further one; by default 250 ms. */
  readonly backoffMs?: number | undefined;
  /** Told before each wait for another attempt. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** For tests: how to wait, and chance from 0 to 1. */
  readonly sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  readonly random?: (() => number) | undefined;
}

/** Who asks. */
export interface Identity {
  readonly bearer: string;
  readonly contextId?: string | undefined;
  readonly onBehalfOf?: string | undefined;
}

/** The input of a call, as it is at run time. */
export interface LooseInput {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** How one call differs from JSON there and JSON back. */
export interface Special<T> {
  readonly accept: string;
  readonly body?: ((attempt: Attempt) => RequestBody) | undefined;
  readonly contentType?: string | undefined;
  readonly fetch?: Send | undefined;
  /** By default as the operation's table says. */
  readonly isRepeatable?: boolean;
  /** The server tells a repetition by its content: it needs no Idempotency-Key, which would cost it a tenth of its speed and more. */
  readonly isRecognised?: boolean | undefined;
  readonly isStream?: boolean;
  readonly read: (response: Response, attempt: Attempt) => Promise<T>;
}

/** Calls operations of one server for one caller. */
export interface Caller {
  /** The server's address, for messages. */
  readonly server: string;
  call<Id extends OperationId>(operationId: Id, ...rest: CallArguments<Id>): Promise<AnswerOf<Id>>;
  /** The same with other bodies or another way to read the answer. */
  exchange<T>(operationId: OperationId, input: LooseInput, options: CallOptions, special: Special<T>): Promise<T>;
}

const defaultTimeoutMs = 120_000;

/** @throws LociError `invalid` for an address or a key that no request can be made of */
export function createCaller(connection: ConnectionOptions, identity: Identity): Caller {
  const server = serverOf(connection.url);
  const transport = createTransport({
    server,
    attempts: connection.attempts ?? 4,
    backoffMs: connection.backoffMs ?? 250,
    // By its name at each call: a program may put its own in the place of the platform's later.
    fetch: connection.fetch ?? ((input, init) => fetch(input, init)),
    onRetry: connection.onRetry ?? (() => undefined),
    sleep: connection.sleep ?? sleep,
    random: connection.random ?? Math.random,
  });
  const common = headersOf({
    ...connection.headers,
    ...(identity.bearer === "" ? {} : { authorization: `Bearer ${identity.bearer}` }),
    ...(identity.onBehalfOf ? { "x-service-on-behalf-of": identity.onBehalfOf } : {}),
  });

  const exchange = async <T>(id: OperationId, input: LooseInput, options: CallOptions, special: Special<T>): Promise<T> => {
    // The compiler refuses another name; a program without types learns it here.
    if (!Object.hasOwn(operationTable, id)) throw new LociError("invalid", `The API has no operation '${id}'.`);
    const { method, path, repeat }: Operation = operationTable[id];
    const headers = new Headers(common);
    headers.set("accept", special.accept);
    if (special.contentType !== undefined) headers.set("content-type", special.contentType);
    // What is written while an answer streams is not done once by any key.
    const isOnce = repeat === "never" || (repeat === "write" && special.isStream === true);
    const isKeyed = repeat === "write" && !isOnce && !special.isRecognised;
    const key = options.idempotencyKey ?? (isKeyed ? randomHex(16) : undefined);
    if (key !== undefined) headers.set("idempotency-key", key);
    for (const [name, value] of headersOf(options.headers ?? {})) headers.set(name, value);
    const exchanged: Exchange<T> = {
      method,
      url: server + pathOf(path, { contextId: identity.contextId, ...input.path }) + queryOf(input.query ?? {}),
      headers,
      body: special.body,
      fetch: special.fetch,
      isRepeatable: special.isRepeatable ?? !isOnce,
      isStream: special.isStream ?? false,
      read: special.read,
    };
    return transport(exchanged, {
      timeoutMs: options.timeoutMs ?? connection.timeoutMs ?? defaultTimeoutMs,
      signal: options.signal,
    });
  };
  return {
    server,
    exchange,
    call: async <Id extends OperationId>(id: Id, ...rest: CallArguments<Id>) => {
      const [input = {}, options = {}] = rest as [LooseInput?, CallOptions?];
      const special = {
        accept: "application/json",
        ...jsonBody(input.body),
        read: (answer: Response) => readJson(answer, server),
      };
      return (await exchange(id, input, options, special)) as AnswerOf<Id>;
    },
  };
}

/** A body of JSON; none where there is nothing to send. */
export function jsonBody(body: unknown): Pick<Special<never>, "body" | "contentType"> {
  if (body === undefined) return {};
  const text = JSON.stringify(body);
  return { body: () => ({ body: text }), contentType: "application/json" };
}

function serverOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new LociError("invalid", `'${url}' is not the address of a server. Write it like http://127.0.0.1:9090.`);
  }
  return parsed.origin + parsed.pathname.replace(/(?<!\/)\/+$/, "").replace(/\/api\/v1$/, "");
}

function headersOf(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value);
    } catch (cause) {
      // The value may be a key: the message does not show it.
      const detail = `The header '${name}' has a character that no header may have. Was a line break pasted along?`;
      throw new LociError("invalid", detail, { cause });
    }
  }
  return headers;
}

function pathOf(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    const text = typeof value === "string" ? value : "";
    // URLs fold such segments away, in whatever way they are written: the request would reach another resource.
    if (/^\.{0,2}$/.test(text) || !text.isWellFormed()) {
      throw new LociError("invalid", `${name} is '${text}', which cannot stand in a path.`);
    }
    return encodeURIComponent(text);
  });
}

function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(parameters)) {
    for (const value of [given].flat()) {
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") query.append(name, String(value));
    }
  }
  return query.size === 0 ? "" : `?${query.toString()}`;
}
