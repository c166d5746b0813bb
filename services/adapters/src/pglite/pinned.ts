import type { Statement } from "../postgres/sendable.ts";
import { cancelled, overtaken, tookTooLong } from "../postgres/errors.ts";
import { beginOf, controlText, type Answer, type Opening, type Pinned } from "../postgres/pinned.ts";
import type { WorkerRows, WorkerTask } from "./protocol.ts";
import { statementLog, type LoggedTask } from "./statement-log.ts";

/** What a transaction needs of PGlite, which has one session. */
export interface OneSession {
  ask(task: WorkerTask): Promise<WorkerRows>;
  /** The session, once it is free; the function gives it back. */
  take(): Promise<() => void>;
  isAwaited(): boolean;
  taskOf(statement: Statement): Exclude<WorkerTask, { kind: "close" }>;
  /** @param rows about as many were written */
  committed(rows: number): void;
  rowsOf(statement: Statement): number;
}

/**
 * A transaction that has nothing to ask for so long lets others go before: it is rolled back, and when it goes on all that it did is done again. Where an
 * answer is another one then, it was overtaken, as on a Postgres whoever writes what another has written meanwhile.
 */
const parksAfterMs = 50;

/**
 * PGlite's one session for a transaction. WebAssembly cannot be interrupted: who waits for a statement that takes too long is told so, and the session is
 * free again once it has ended.
 * @param giveBack what `take` gave
 */
export function pin(session: OneSession, statementMs: number, giveBack: () => void): Pinned {
  const waiting = new Set<(error: Error) => void>();
  const log = statementLog();
  let begun: readonly Statement[] | undefined;
  let held: (() => void) | undefined = giveBack;
  /** What is sent next is sent behind this; not behind its answer. */
  let line: Promise<unknown> = Promise.resolve();
  let inFlight = 0;
  let written = 0;
  let parking: NodeJS.Timeout | undefined;
  let hasEnded = false;
  let broken: Error | undefined;

  const inLine = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = line.then(run);
    line = mine.catch(() => undefined);
    return mine;
  };

  async function park(): Promise<void> {
    if (hasEnded || held === undefined || inFlight > 0 || !session.isAwaited()) return;
    await session.ask({ kind: "exec", text: "rollback" });
    held();
    held = undefined;
  }

  function parkLater(): void {
    clearTimeout(parking);
    if (hasEnded || held === undefined || !log.isWhole()) return;
    parking = setTimeout(() => void inLine(park).finally(parkLater), parksAfterMs).unref();
  }

  /** Has the session again, in the state in which it was given up. @throws 40001 where that is none any more */
  async function resume(): Promise<void> {
    if (broken !== undefined) throw broken;
    if (held !== undefined) return;
    held = await session.take();
    const opening = begun;
    if (opening === undefined) return;
    if (await log.repeat((task, isFirst) => session.ask({ ...task, ...(isFirst && { opening }) }))) return;
    broken = overtaken();
    throw broken;
  }

  /** Sends behind what was sent; the answer is waited for by the caller alone. */
  async function send(
    task: Exclude<WorkerTask, { kind: "close" }>,
    opening: Opening | undefined,
    logged: Omit<LoggedTask, "task"> | undefined,
  ): Promise<Answer> {
    clearTimeout(parking);
    inFlight++;
    try {
      const { answer } = await inLine(async () => {
        await resume();
        if (opening !== undefined) begun = openingOfSession(opening);
        const asked = opening !== undefined && begun !== undefined ? { ...task, opening: begun } : task;
        // In an object: else the line would wait for it.
        return { answer: timed(session.ask(asked)) };
      });
      const result = await answer;
      if (logged !== undefined) log.add({ ...logged, task }, result);
      return result;
    } finally {
      inFlight--;
      parkLater();
    }
  }

  function timed(asked: Promise<WorkerRows>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      waiting.add(reject);
      const late = setTimeout(() => reject(tookTooLong(statementMs)), statementMs).unref();
      asked.then(resolve, reject).finally(() => {
        waiting.delete(reject);
        clearTimeout(late);
      });
    });
  }

  parkLater();
  return {
    run(statement, shape, opening) {
      written = Math.max(written, session.rowsOf(statement));
      // A cursor cannot be had again where it stood.
      if (statement.text.startsWith("declare ")) log.close();
      const task = { ...session.taskOf(statement), ...(shape === "arrays" && { shape }) };
      return send(task, opening, statement.once === true ? undefined : {});
    },
    async control(kind, savepoint, opening) {
      const isUndone = kind === "rollback to savepoint";
      const logged = isUndone ? undefined : { ...(kind === "savepoint" && { savepoint }) };
      await send({ kind: "exec", text: controlText(kind, savepoint) }, opening, logged);
      if (isUndone) log.cutTo(savepoint);
    },
    end: (how) =>
      inLine(async () => {
        hasEnded = true;
        clearTimeout(parking);
        if (how === "commit") await resume();
        // What was given up is rolled back already.
        if (held === undefined) return;
        await session.ask({ kind: "query", statement: { name: how, text: how } });
      }),
    async cancel() {
      for (const reject of waiting) reject(cancelled());
    },
    release({ committed }) {
      hasEnded = true;
      clearTimeout(parking);
      held?.();
      held = undefined;
      if (committed) session.committed(written);
    },
  };
}

function openingOfSession(opening: Opening): readonly Statement[] {
  const planned = (text: string): Statement => ({ name: text, text, values: [] });
  // As the session's own user, whom row-level security does not bind.
  return opening.as === "owner" ? [planned(beginOf(opening))] : [planned(beginOf(opening)), planned("set local role loci_app")];
}
