import type { SessionOptions } from "@loci/ports/database";
import type { Statement } from "./sendable.ts";
import { type DatabaseError, failedBefore, idleTooLong, noSavepoint, openTooLong } from "./errors.ts";
import type { Answer, Control, Opening, Pinned } from "./pinned.ts";

export type Limits = Required<Pick<SessionOptions, "idleMs" | "totalMs" | "statementMs">>;

/** A transaction of a session, which has a connection to itself until it ends, by its client or by a limit. */
export interface OpenTransaction {
  run(statement: Statement, shape: "objects" | "arrays"): Promise<Answer>;
  /** A number that no other call gave. */
  count(): number;
  hasFailed(): boolean;
  savepoint(): Promise<number>;
  rollbackTo(savepoint: number): Promise<void>;
  release(savepoint: number): Promise<void>;
  /** Commits behind what was sent, without waiting for its answers: after a failure the database rolls back instead. */
  endWith(): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  cancel(): Promise<void>;
}

export function openTransaction(pinned: Pinned, begin: Opening, { idleMs, totalMs }: Limits): OpenTransaction {
  let opening: Opening | undefined = begin;
  let failure: { readonly thrown: unknown } | undefined;
  /** The limit that ended it. */
  let over: DatabaseError | undefined;
  let isEnding = false;
  let inFlight = 0;
  let last: Promise<unknown> = Promise.resolve();
  let counted = 0;
  const savepoints: number[] = [];

  const total = setTimeout(() => endBy(openTooLong(totalMs)), totalMs).unref();
  let idle = startIdle();

  function startIdle(): NodeJS.Timeout {
    return setTimeout(() => endBy(idleTooLong(idleMs)), idleMs).unref();
  }

  /** Sends; whatever its answer, one that is asked next runs after it. */
  function send<T>(run: (first: Opening | undefined) => Promise<T>): Promise<T> {
    clearTimeout(idle);
    inFlight++;
    const first = opening;
    opening = undefined;
    const answer = run(first)
      .catch((thrown: unknown) => {
        failure ??= { thrown };
        throw over ?? (thrown as Error);
      })
      .finally(() => {
        if (--inFlight === 0 && !isEnding) idle = startIdle();
      });
    last = answer.catch(() => undefined);
    return answer;
  }

  function control(kind: Control, savepoint: number): Promise<void> {
    return send((first) => pinned.control(kind, savepoint, first));
  }

  /** Ends the transaction and gives the connection back. What was not begun needs no end. */
  async function end(how: "commit" | "rollback"): Promise<void> {
    isEnding = true;
    clearTimeout(total);
    clearTimeout(idle);
    if (opening !== undefined) return pinned.release({ committed: false });
    try {
      const ended = pinned.end(how);
      if (how === "commit" && begin.readOnly) {
        // What was only read is known already: the connection alone waits.
        ended.then(
          () => pinned.release({ committed: true }),
          (broken: unknown) => pinned.release({ broken: broken as Error, committed: false }),
        );
        return;
      }
      await ended;
      pinned.release({ committed: how === "commit" });
    } catch (thrown) {
      if (how === "commit") await end("rollback");
      else pinned.release({ broken: thrown as Error, committed: false });
      throw thrown;
    }
  }

  function endBy(limit: DatabaseError): void {
    if (isEnding) return;
    isEnding = true;
    over = limit;
    const cancelled = inFlight > 0 ? pinned.cancel() : Promise.resolve();
    cancelled.then(() => end("rollback")).catch(() => undefined);
  }

  function refusal(): DatabaseError | undefined {
    return over ?? (failure && failedBefore(failure.thrown));
  }

  function positionOf(savepoint: number): number {
    const at = savepoints.indexOf(savepoint);
    if (at < 0) throw noSavepoint();
    return at;
  }

  return {
    async run(statement, shape) {
      const refused = refusal();
      if (refused !== undefined) throw refused;
      return send((first) => pinned.run(statement, shape, first));
    },
    count: () => ++counted,
    hasFailed: () => refusal() !== undefined,
    async savepoint() {
      const refused = refusal();
      if (refused !== undefined) throw refused;
      const made = ++counted;
      savepoints.push(made);
      // Not waited for: where it fails, so does what is asked next.
      control("savepoint", made).catch(() => undefined);
      return made;
    },
    async rollbackTo(savepoint) {
      // A failure that is still on its way is older than this.
      await last;
      if (over !== undefined) throw over;
      savepoints.length = positionOf(savepoint) + 1;
      failure = undefined;
      await control("rollback to savepoint", savepoint);
    },
    async release(savepoint) {
      const refused = refusal();
      if (refused !== undefined) throw refused;
      savepoints.length = positionOf(savepoint);
      control("release savepoint", savepoint).catch(() => undefined);
    },
    endWith: () => end("commit"),
    async commit() {
      await last;
      const refused = refusal();
      if (refused === undefined) return end("commit");
      if (over === undefined) await end("rollback");
      throw refused;
    },
    async rollback() {
      if (over === undefined) await end("rollback").catch(() => undefined);
    },
    cancel: () => pinned.cancel(),
  };
}
