import type { Caller } from "../caller.ts";
import { streamChat, type ChatEvent, type ChatRequest, type ChatResponse } from "../chat.ts";
import type { AnswerOf, BodyOf, CallOptions, QueryOf, RowOf } from "../operation.ts";
import { everyRow } from "../pages.ts";
import { deleteQuery, type DeleteOptions, type Purged } from "./deleting.ts";

/** Conversations, and what was said in them. */
export class Sessions {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Begins a session. */
  create(body?: BodyOf<"createSession">, options?: CallOptions): Promise<AnswerOf<"createSession">> {
    return this.#caller.call("createSession", { body }, options);
  }

  /** One page of the sessions, newest first. */
  list(query?: QueryOf<"listSessions">, options?: CallOptions): Promise<AnswerOf<"listSessions">> {
    return this.#caller.call("listSessions", { query }, options);
  }

  /** All sessions, page after page as they are asked for. */
  all(options: CallOptions = {}): AsyncGenerator<RowOf<"listSessions", "sessions">> {
    return everyRow(this.#caller, "listSessions", "sessions", {}, options);
  }

  get(sessionId: string, options?: CallOptions): Promise<AnswerOf<"getSession">> {
    return this.#caller.call("getSession", { path: { sessionId } }, options);
  }

  /** Deletes a session, and forgets what was said in it. @returns of a purge what was erased, with its receipt; of a dry run what would go */
  delete(sessionId: string, { purge, dryRun, ...options }: DeleteOptions = {}): Promise<Purged | undefined> {
    return this.#caller.call("deleteSession", { path: { sessionId }, query: deleteQuery({ purge, dryRun }) }, options);
  }

  /** One page of what was said, in its order. */
  turns(sessionId: string, query?: QueryOf<"listTurns">, options?: CallOptions): Promise<AnswerOf<"listTurns">> {
    return this.#caller.call("listTurns", { path: { sessionId }, query }, options);
  }

  /** All that was said, page after page as it is asked for. */
  allTurns(sessionId: string, options: CallOptions = {}): AsyncGenerator<RowOf<"listTurns", "turns">> {
    return everyRow(this.#caller, "listTurns", "turns", { path: { sessionId } }, options);
  }

  /** What a prompt in this session needs to know: the session so far, and what bears on the question. */
  context(
    sessionId: string,
    question: string | BodyOf<"askSessionContext">,
    options?: CallOptions,
  ): Promise<AnswerOf<"askSessionContext">> {
    const body = typeof question === "string" ? { query: question } : question;
    return this.#caller.call("askSessionContext", { path: { sessionId }, body }, options);
  }

  /** Asks within the session. */
  chat(sessionId: string, message: string | ChatRequest, options?: CallOptions): Promise<ChatResponse> {
    const body = typeof message === "string" ? { message } : message;
    return this.#caller.call("chatInSession", { path: { sessionId }, body }, options);
  }

  /** Asks within the session, and gives the reply as it comes. */
  chatStream(sessionId: string, message: string | ChatRequest, options: CallOptions = {}): AsyncGenerator<ChatEvent> {
    const body = typeof message === "string" ? { message } : message;
    return streamChat(this.#caller, "chatInSession", { path: { sessionId }, body }, options);
  }
}
