import { randomUUID } from "node:crypto";
import { QueryError, type ErrorReason } from "../errors.ts";
import type { LiveQuery, LiveRegistry, RecordChange } from "../interpret/live.ts";
import type { Limits } from "../limits.ts";
import { liveLimit, liveLimitOfServer, liveUnsupported } from "../messages/live.ts";
import type { LiveStore, Place } from "../store/port.ts";
import type { Notification } from "./port.ts";
import { Watching } from "./watching.ts";

/** Changes that may wait to be told; where more do, the sessions that watch are ended rather than told half. */
const mostWaiting = 100_000;

/** What a live query says of one change: its value, or undefined where it says nothing. */
export type Answer = (query: LiveQuery, change: RecordChange) => Promise<Pick<Notification, "result"> | undefined>;

interface Running extends LiveQuery {
  readonly id: string;
  readonly sessionId: string;
}

type LiveLimits = Pick<Limits, "liveQueriesOfSession" | "liveQueries">;
type Listener = (notification: Notification) => void;

/** The live queries of this process. Where others share its records, changes are heard from the store, those of this process too. */
export class LiveQueries {
  readonly #limits: LiveLimits;
  readonly #watching: Watching | undefined;
  readonly #answer: Answer;
  readonly #failed: (error: unknown) => void;
  readonly #listeners = new Map<string, Listener>();
  readonly #byTable = new Map<string, Map<string, Running>>();
  /** How many each session has. */
  readonly #ofSession = new Map<string, number>();
  #count = 0;
  #telling: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(answer: Answer, failed: (error: unknown) => void, limits: LiveLimits, store: LiveStore | undefined) {
    this.#limits = limits;
    const lost = (error: unknown): void => {
      this.#failed(error);
      this.#endAll();
    };
    this.#watching = store && new Watching(store, (changes) => this.#publish(changes), lost);
    this.#answer = answer;
    this.#failed = failed;
  }

  /** How many run. */
  get count(): number {
    return this.#count;
  }

  /** Sends what concerns a session's live queries to it. @returns ends them all */
  listen(sessionId: string, listener: Listener): () => void {
    this.#listeners.set(sessionId, listener);
    return () => {
      this.#listeners.delete(sessionId);
      for (const [table, queries] of this.#byTable) {
        for (const query of queries.values()) if (query.sessionId === sessionId) this.#end(table, query.id);
      }
    };
  }

  /** The registry as one session's statements use it. */
  of(sessionId: string): LiveRegistry {
    return {
      watches: (place, table) => this.#byTable.has(keyOf(place, table)),
      start: (query) => this.#start(query, sessionId),
      kill: (id) => this.#kill(id, sessionId),
      commit: async (transaction, changes) => {
        if (this.#watching !== undefined) await transaction.announce(changes);
        await transaction.commit();
        if (this.#watching === undefined) this.#publish(changes);
      },
    };
  }

  async #start(query: LiveQuery, sessionId: string): Promise<string> {
    if (!this.#listeners.has(sessionId)) throw liveUnsupported();
    const { liveQueriesOfSession: ofSession, liveQueries: ofProcess } = this.#limits;
    if ((this.#ofSession.get(sessionId) ?? 0) >= ofSession) throw liveLimit(ofSession);
    if (this.#count >= ofProcess) throw liveLimitOfServer(ofProcess);
    const key = keyOf(query.place, query.table);
    this.#countOf(sessionId, 1);
    const id = randomUUID();
    const queries = this.#byTable.get(key) ?? new Map<string, Running>();
    this.#byTable.set(key, queries.set(id, { ...query, id, sessionId }));
    try {
      // Each asks, as the first one may not have been answered yet.
      await this.#watching?.begin(query.place, query.table);
    } catch (error) {
      this.#end(key, id);
      throw error;
    }
    // Its session may have ended meanwhile.
    if (!this.#byTable.get(key)?.has(id)) throw liveUnsupported();
    return id;
  }

  #kill(id: string, sessionId: string): boolean {
    for (const [table, queries] of this.#byTable) {
      if (queries.get(id)?.sessionId !== sessionId) continue;
      this.#end(table, id);
      this.#listeners.get(sessionId)?.({ id, action: "KILLED", record: undefined, result: undefined });
      return true;
    }
    return false;
  }

  #endAll(): void {
    const all = [...this.#byTable.values()].flatMap((queries) => [...queries.values()]);
    this.#byTable.clear();
    this.#ofSession.clear();
    this.#count = 0;
    for (const { id, sessionId } of all) {
      this.#listeners.get(sessionId)?.({ id, action: "KILLED", record: undefined, result: undefined });
    }
  }

  #end(table: string, id: string): void {
    const queries = this.#byTable.get(table);
    const ended = queries?.get(id);
    if (queries === undefined || ended === undefined) return;
    queries.delete(id);
    if (queries.size === 0) {
      this.#byTable.delete(table);
      this.#watching?.end(ended.place, ended.table);
    }
    this.#countOf(ended.sessionId, -1);
  }

  #countOf(sessionId: string, change: 1 | -1): void {
    const count = (this.#ofSession.get(sessionId) ?? 0) + change;
    if (count === 0) this.#ofSession.delete(sessionId);
    else this.#ofSession.set(sessionId, count);
    this.#count += change;
  }

  /** Tells of changes in the order in which they were committed. */
  #publish(changes: readonly RecordChange[]): void {
    if (changes.length === 0) return;
    if (this.#waiting + changes.length > mostWaiting) {
      this.#failed(new Error("live queries were ended: more changes waited to be told than are kept"));
      this.#endAll();
      return;
    }
    this.#waiting += changes.length;
    const concerned = changes.map((change) => [change, this.#queriesOf(change)] as const);
    this.#telling = this.#telling.then(async () => {
      for (const [change, queries] of concerned) await this.#tell(change, queries);
      this.#waiting -= changes.length;
    });
  }

  /** The live queries of this moment: one that begins before a change is told, but after it was committed, is not told of it. */
  #queriesOf({ place, id }: RecordChange): readonly Running[] {
    return [...(this.#byTable.get(keyOf(place, id.table))?.values() ?? [])];
  }

  async #tell(change: RecordChange, queries: readonly Running[]): Promise<void> {
    const key = keyOf(change.place, change.id.table);
    for (const query of queries) {
      try {
        const said = await this.#answerOf(query, change);
        if (said === undefined || this.#byTable.get(key)?.has(query.id) !== true) continue;
        this.#listeners.get(query.sessionId)?.({ ...said, id: query.id, action: change.action, record: change.id });
      } catch (error) {
        // What the query's own words cannot show of a change is its author's to mend: it ends, and they are told so.
        if (isOfStore(error)) this.#failed(error);
        this.#kill(query.id, query.sessionId);
      }
    }
  }

  /** Once more where the store failed: its connection was lost, or another's work ended the transaction. */
  async #answerOf(query: LiveQuery, change: RecordChange): ReturnType<Answer> {
    try {
      return await this.#answer(query, change);
    } catch (error) {
      if (!isOfStore(error)) throw error;
      this.#failed(error);
      return await this.#answer(query, change);
    }
  }
}

const ofStore: ReadonlySet<ErrorReason | undefined> = new Set(["conflict", "timeout", "cancelled"]);
/** Whether the store failed, and not the query's own expressions: who misses a change for that is told that the live query has ended. */
const isOfStore = (error: unknown): boolean => !(error instanceof QueryError) || ofStore.has(error.reason);
const keyOf = ({ namespace, database }: Place, table: string): string => JSON.stringify([namespace, database, table]);
