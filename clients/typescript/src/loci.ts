import { createCaller, type Caller, type ConnectionOptions } from "./caller.ts";
import { streamChat, type ChatEvent, type ChatRequest, type ChatResponse } from "./chat.ts";
import { download } from "./download.ts";
import { readJson } from "./http/answer.ts";
import type { AnswerOf, BodyOf, CallArguments, CallOptions, DataOperationId, QueryOf } from "./operation.ts";
import { Keys, Principals, Scopes } from "./resources/access.ts";
import { Documents } from "./resources/documents.ts";
import { Entities } from "./resources/entities.ts";
import { Sessions } from "./resources/sessions.ts";
import { Traces, type StatsQuery } from "./resources/traces.ts";
import { Uncertainties } from "./resources/uncertainties.ts";

export interface LociOptions extends ConnectionOptions {
  /** A context key. */
  readonly apiKey: string;
  /** The context that it belongs to. */
  readonly contextId: string;
  /** A principal to act for: both principals' grants must then allow what is asked. */
  readonly onBehalfOf?: string | undefined;
}

const importTimeoutMs = 3_600_000;

/** One memory: what is written to it, and asked of it. */
export class Loci {
  readonly documents: Documents;
  readonly sessions: Sessions;
  readonly entities: Entities;
  readonly uncertainties: Uncertainties;
  readonly traces: Traces;
  readonly keys: Keys;
  readonly scopes: Scopes;
  readonly principals: Principals;
  readonly #caller: Caller;

  constructor({ apiKey, contextId, onBehalfOf, ...connection }: LociOptions) {
    this.#caller = createCaller(connection, { bearer: apiKey, contextId, onBehalfOf });
    this.documents = new Documents(this.#caller);
    this.sessions = new Sessions(this.#caller);
    this.entities = new Entities(this.#caller);
    this.uncertainties = new Uncertainties(this.#caller);
    this.traces = new Traces(this.#caller);
    this.keys = new Keys(this.#caller);
    this.scopes = new Scopes(this.#caller);
    this.principals = new Principals(this.#caller);
  }

  /** Any operation of the API document by its name; what has no method of its own here is reached so. */
  call<Id extends DataOperationId>(operationId: Id, ...rest: CallArguments<Id>): Promise<AnswerOf<Id>> {
    return this.#caller.call(operationId, ...rest);
  }

  /** Remembers a text, or structured facts. It is searchable when this returns. */
  remember(facts: string | BodyOf<"remember">, options?: CallOptions): Promise<AnswerOf<"remember">> {
    return this.#caller.call("remember", { body: typeof facts === "string" ? { text: facts } : facts }, options);
  }

  /** Remembers a conversation. */
  rememberBatch(conversation: BodyOf<"rememberBatch">, options?: CallOptions): Promise<AnswerOf<"rememberBatch">> {
    return this.#caller.call("rememberBatch", { body: conversation }, options);
  }

  /** What the memory holds that answers a question, best first. */
  recall(question: string | BodyOf<"recall">, options?: CallOptions): Promise<AnswerOf<"recall">> {
    return this.#caller.call("recall", { body: typeof question === "string" ? { query: question } : question }, options);
  }

  /** The same as one block of text for a prompt. */
  context(question: string | BodyOf<"context">, options?: CallOptions): Promise<AnswerOf<"context">> {
    return this.#caller.call("context", { body: typeof question === "string" ? { query: question } : question }, options);
  }

  /** An answer made of what is remembered, which cites it. */
  chat(message: string | ChatRequest, options?: CallOptions): Promise<ChatResponse> {
    return this.#caller.call("chat", { body: typeof message === "string" ? { message } : message }, options);
  }

  /** The same as it comes: deltas, citations, and last `done` with the whole. Leaving the loop early stops it. */
  chatStream(message: string | ChatRequest, options: CallOptions = {}): AsyncGenerator<ChatEvent> {
    return streamChat(this.#caller, "chat", { body: typeof message === "string" ? { message } : message }, options);
  }

  /** What the memory says together about a question; with `persist` it is kept as derived facts. */
  reflect(question: string | BodyOf<"reflect">, options?: CallOptions): Promise<AnswerOf<"reflect">> {
    return this.#caller.call("reflect", { body: typeof question === "string" ? { query: question } : question }, options);
  }

  /** Forgets what a text describes; `dryRun` only counts, `purge` erases for good. */
  forget(what: string | BodyOf<"forget">, options?: CallOptions): Promise<AnswerOf<"forget">> {
    return this.#caller.call("forget", { body: typeof what === "string" ? { query: what } : what }, options);
  }

  /** Corrects a value of an entity, with a reason. */
  correct(
    entityType: string,
    entityName: string,
    correction: BodyOf<"correct">,
    options?: CallOptions,
  ): Promise<AnswerOf<"correct">> {
    return this.#caller.call("correct", { path: { entityType, entityName }, body: correction }, options);
  }

  /** Who asks, and what it may do. */
  me(options?: CallOptions): Promise<AnswerOf<"whoami">> {
    return this.#caller.call("whoami", {}, options);
  }

  /** Numbers over the traces of a window. */
  stats(query?: StatsQuery, options?: CallOptions): Promise<AnswerOf<"getTraceStats">> {
    return this.traces.stats(query, options);
  }

  /** Who did what, newest first. */
  audit(query?: QueryOf<"listAudit">, options?: CallOptions): Promise<AnswerOf<"listAudit">> {
    return this.#caller.call("listAudit", { query }, options);
  }

  /** The audit's chain of requests as JSON Lines, as they come; `verifyAudit` checks it. */
  exportAudit(options: CallOptions = {}): Promise<Response> {
    return download(this.#caller, "exportAudit", {}, options);
  }

  /** The whole context as JSON Lines, as they come. */
  export(options: CallOptions = {}): Promise<Response> {
    return download(this.#caller, "exportContext", {}, options);
  }

  /** Fills an empty context from an export. The same file goes on where it broke off. It may take an hour, unless `timeoutMs` says else. */
  import(file: Blob | ReadableStream<Uint8Array>, options: CallOptions = {}): Promise<AnswerOf<"importContext">> {
    // Nothing comes back before all of it is stored.
    const patient = { ...options, timeoutMs: options.timeoutMs ?? importTimeoutMs };
    return this.#caller.exchange("importContext", {}, patient, {
      accept: "application/json",
      contentType: "application/x-ndjson",
      // Without a redirect to follow, fetch keeps no second copy of what it sends.
      body: () => ({ body: file, redirect: "error", window: null, ...(file instanceof Blob ? {} : { duplex: "half" }) }),
      read: async (response) => (await readJson(response, this.#caller.server)) as AnswerOf<"importContext">,
    });
  }
}
