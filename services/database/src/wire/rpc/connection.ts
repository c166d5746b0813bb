import { QueryError } from "../../errors.ts";
import { sessionMessages } from "../../messages/session.ts";
import type { Databases, Notification, Session, SessionOrigin } from "../../session/port.ts";
import { Uuid, type ObjectValue, type Value } from "../../values/value.ts";
import {
  attachedExists,
  attachedMissing,
  attachedUnnamed,
  invalidRequest,
  methodMissing,
  RpcError,
  rpcCodes,
  rpcErrorOf,
} from "./errors.ts";
import { idOf, textArgument } from "./arguments.ts";
import { methods, type Call } from "./methods.ts";
import { Turns } from "./turns.ts";
import { isObject } from "../../values/kind-of.ts";

/** Sessions that one connection may have beside its own. */
const mostSessions = 64;

/**
 * The calls of one connection: its own session, and those that it attached. Every call answers with one object that carries its id; a failure is an
 * `error` in it. `send` gets the notifications of live queries.
 */
export class RpcConnection {
  readonly #databases: Databases;
  readonly #from: SessionOrigin;
  readonly #own: Session;
  readonly #attached = new Map<string, Session>();
  readonly #send: ((message: ObjectValue) => void) | undefined;
  readonly #failed: (error: unknown) => void;
  readonly #turns = new Turns();

  constructor(
    databases: Databases,
    from: SessionOrigin,
    options: {
      readonly session?: Session;
      readonly send?: (message: ObjectValue) => void;
      readonly failed: (error: unknown) => void;
    },
  ) {
    this.#databases = databases;
    this.#from = from;
    this.#send = options.send;
    this.#failed = options.failed;
    this.#own = options.session ?? this.#open(undefined);
  }

  /** Answers one request; never throws. */
  async answer(request: Value, signal: AbortSignal): Promise<ObjectValue> {
    const envelope = isObject(request) ? request : new Map<string, Value>();
    const reply = new Map<string, Value>([["id", envelope.get("id") ?? null]]);
    const session = envelope.get("session");
    if (session !== undefined && session !== null) reply.set("session", session);
    try {
      if (!isObject(request)) throw invalidRequest();
      reply.set("result", await this.#call(envelope, signal));
    } catch (error) {
      if (!(error instanceof RpcError || error instanceof QueryError)) this.#failed(error);
      reply.set("error", rpcErrorOf(error));
    }
    return reply;
  }

  /** Whether any of its sessions may run statements. */
  get mayAsk(): boolean {
    return this.#own.mayAsk || [...this.#attached.values()].some((session) => session.mayAsk);
  }

  /** Waits for its calls, then ends its sessions with their transactions and live queries. */
  async close(): Promise<void> {
    await this.#turns.ended();
    await Promise.all([this.#own, ...this.#attached.values()].map((session) => session.close()));
  }

  async #call(envelope: ObjectValue, signal: AbortSignal): Promise<Value> {
    const name = envelope.get("method");
    const params = envelope.get("params") ?? [];
    if (typeof name !== "string" || !Array.isArray(params)) throw invalidRequest();
    const session = idOf(envelope.get("session"));
    const own = this.#connectionMethod(name, session);
    if (own !== undefined) return own();
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method === undefined) throw methodMissing(name, "Method not found");
    const call = { session: this.#sessionOf(session), params, transaction: idOf(envelope.get("txn")), signal };
    if (name === "ping") return method(call);
    return this.#turns.run({ session, transaction: transactionOf(name, call), setsSession: setters.has(name) }, async () => {
      if (signal.aborted) throw sessionMessages.cancelled();
      return method(call);
    });
  }

  #connectionMethod(name: string, session: string | undefined): (() => Promise<Value>) | undefined {
    switch (name) {
      case "sessions":
        return async () => [...this.#attached.keys()].map((id) => new Uuid(id));
      case "attach":
        return async () => this.#attach(session);
      case "detach":
        return async () =>
          this.#turns.run({ session, transaction: undefined, setsSession: true }, async () => this.#detach(session));
      default:
        return undefined;
    }
  }

  #attach(id: string | undefined): undefined {
    if (id === undefined) throw attachedUnnamed();
    if (this.#attached.has(id)) throw attachedExists(id);
    if (this.#attached.size >= mostSessions) {
      throw new RpcError(
        rpcCodes.methodNotAllowed,
        "NotAllowed",
        `A connection may have ${mostSessions} sessions: detach one first`,
      );
    }
    this.#attached.set(id, this.#open(id));
    return undefined;
  }

  async #detach(id: string | undefined): Promise<undefined> {
    const session = this.#sessionOf(id);
    if (id === undefined || session === this.#own) throw attachedUnnamed();
    this.#attached.delete(id);
    await session.close();
    return undefined;
  }

  #sessionOf(id: string | undefined): Session {
    if (id === undefined) return this.#own;
    const session = this.#attached.get(id);
    if (session === undefined) throw attachedMissing(id);
    return session;
  }

  #open(id: string | undefined): Session {
    const session = this.#databases.openSession(this.#from);
    const send = this.#send;
    if (send !== undefined) session.onNotification((notification) => send(notificationMessage(notification, id)));
    return session;
  }
}

/** Methods that change what later calls of the session find. */
const setters: ReadonlySet<string> = new Set([
  ...["use", "let", "set", "unset", "reset"],
  ...["signup", "signin", "authenticate", "refresh", "invalidate"],
]);

/** The transaction that a call is of. */
function transactionOf(method: string, { params, transaction }: Call): string | undefined {
  if (method !== "commit" && method !== "cancel") return transaction;
  return params.length === 1 ? textArgument(params[0]) : undefined;
}

/** A notification is a message without an id. It names the session that its query was made in, where that was attached. */
function notificationMessage(notification: Notification, session: string | undefined): ObjectValue {
  const attached = session === undefined ? undefined : new Uuid(session);
  const result = new Map<string, Value>([
    ["id", new Uuid(notification.id)],
    ["action", notification.action],
    ["record", notification.record],
    ["result", notification.result],
    ["session", attached],
  ]);
  const message = new Map<string, Value>([["result", result]]);
  return attached === undefined ? message : message.set("session", attached);
}
