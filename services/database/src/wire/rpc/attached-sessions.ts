import type { Databases, Session, SessionOrigin } from "../../session/port.ts";
import { parseUuid } from "../../values/uuid.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { idOf } from "./arguments.ts";
import { RpcConnection } from "./connection.ts";
import { attachedExists, attachedMissing, attachedUnnamed, invalidRequest } from "./errors.ts";
import { refusal } from "./reply.ts";

export interface AttachedLimits {
  /** Sessions that are kept at once. */
  readonly sessions: number;
  /** Of these, sessions in which nobody has signed in. */
  readonly strangers: number;
  /** Milliseconds after its last call that a session is kept. */
  readonly idleMs: number;
}

export const attachedLimits: AttachedLimits = { sessions: 4096, strangers: 1024, idleMs: 60 * 60_000 };

interface Attached {
  readonly session: Session;
  readonly connection: RpcConnection;
  used: number;
}

/** A call over HTTP: whom the request is from, and the session of the request itself, which its headers made. */
export interface HttpCall {
  readonly from: SessionOrigin;
  readonly caller: Session;
  readonly signal: AbortSignal;
}

/**
 * The sessions that clients attach over HTTP and name in later requests, as the SDK for Rust does: what `use`, `let` and `signin` set lasts from one
 * request to the next. Who knows a session's id may use it until somebody has signed in; from then on only requests of the same one may. To anybody
 * else it is not there.
 */
export class AttachedSessions {
  readonly #databases: Databases;
  readonly #failed: (error: unknown) => void;
  readonly #limits: AttachedLimits;
  readonly #now: () => number;
  /** The longest unused first. */
  readonly #sessions = new Map<string, Attached>();

  constructor(
    databases: Databases,
    failed: (error: unknown) => void,
    limits: AttachedLimits = attachedLimits,
    now: () => number = () => performance.now(),
  ) {
    this.#databases = databases;
    this.#failed = failed;
    this.#limits = limits;
    this.#now = now;
  }

  /** Answers a call that names a session, or attaches one; never throws. */
  async answer(envelope: ObjectValue, call: HttpCall): Promise<ObjectValue> {
    const named = envelope.get("session");
    const reply = await this.#answer(envelope, call).catch((error: unknown) => refusal(envelope.get("id") ?? null, error));
    return named === undefined || named === null ? reply : new Map<string, Value>([...reply, ["session", named]]);
  }

  async #answer(envelope: ObjectValue, { from, caller, signal }: HttpCall): Promise<ObjectValue> {
    const id = sessionIdOf(envelope.get("session"));
    const method = envelope.get("method");
    if (method === "attach") {
      this.#attach(id, from);
      return done(envelope);
    }
    const attached = this.#of(id, caller);
    if (method === "detach") {
      this.#sessions.delete(id);
      await attached.connection.close();
      return done(envelope);
    }
    const own = new Map(envelope);
    own.delete("session");
    return attached.connection.answer(own, signal);
  }

  #of(id: string, caller: Session): Attached {
    const attached = this.#sessions.get(id);
    const isIdle = attached !== undefined && this.#now() - attached.used > this.#limits.idleMs;
    if (attached === undefined || isIdle) throw attachedMissing(id);
    const { actor } = attached.session;
    if (actor !== undefined && actor !== caller.actor) throw attachedMissing(id);
    attached.used = this.#now();
    this.#sessions.delete(id);
    this.#sessions.set(id, attached);
    return attached;
  }

  #attach(id: string, from: SessionOrigin): void {
    this.#endIdle();
    if (this.#sessions.has(id)) throw attachedExists(id);
    this.#makeRoom();
    const session = this.#databases.openSession(from);
    const connection = new RpcConnection(this.#databases, from, { session, failed: this.#failed });
    this.#sessions.set(id, { session, connection, used: this.#now() });
  }

  #endIdle(): void {
    for (const [id, { used }] of this.#sessions) {
      if (this.#now() - used <= this.#limits.idleMs) return;
      this.#end(id);
    }
  }

  /** Where there are too many, the longest unused of a stranger goes, or of the one who has most of them: nobody drives out all others. */
  #makeRoom(): void {
    if (this.#sessions.size < this.#limits.strangers) return;
    const ofActors = Map.groupBy(this.#sessions, ([, { session }]) => session.actor);
    const strangers = ofActors.get(undefined) ?? [];
    const isFull = this.#sessions.size >= this.#limits.sessions;
    const most = [...ofActors.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const crowd = strangers.length >= this.#limits.strangers || (isFull && strangers.length > 0) ? strangers : isFull ? most : [];
    const [first] = crowd;
    if (first !== undefined) this.#end(first[0]);
  }

  /** What runs in it still ends, and is not waited for. */
  #end(id: string): void {
    void this.#sessions.get(id)?.connection.close().catch(this.#failed);
    this.#sessions.delete(id);
  }
}

/** Ids are kept: they are UUIDs, and nothing longer. */
function sessionIdOf(value: Value): string {
  const text = idOf(value);
  if (text === undefined) throw attachedUnnamed();
  const id = parseUuid(text);
  if (id === undefined) throw invalidRequest();
  return id.text;
}

const done = (envelope: ObjectValue): ObjectValue =>
  new Map<string, Value>([
    ["id", envelope.get("id") ?? null],
    ["result", undefined],
  ]);
