import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import type { WorkerRows, WorkerTask } from "./protocol.ts";

export interface LoggedTask {
  readonly task: WorkerTask;
  /** The savepoint that it made. */
  readonly savepoint?: number;
}

/** What a transaction has done, so that it can be done again. */
export interface StatementLog {
  add(logged: LoggedTask, answer: WorkerRows): void;
  /** Forgets what was done after the savepoint. */
  cutTo(savepoint: number): void;
  /** Nothing is to be repeated any more: it could not be. */
  close(): void;
  /** Whether all that was done can be done again. */
  isWhole(): boolean;
  /** Does it all again. @returns whether every answer was as before */
  repeat(ask: (task: WorkerTask, isFirst: boolean) => Promise<WorkerRows>): Promise<boolean>;
}

/** A log that is longer is closed: to do so much again would take longer than others would have to wait. */
const longest = 2_000;
const mostBytes = 16 * 1024 * 1024;

export function statementLog(): StatementLog {
  const done: (LoggedTask & { readonly digest: string })[] = [];
  let bytes = 0;
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    done.length = 0;
  };
  return {
    add(logged, answer) {
      if (isClosed) return;
      bytes += sizeOf(logged.task);
      if (done.length >= longest || bytes > mostBytes) return close();
      done.push({ ...logged, digest: digestOf(answer) });
    },
    cutTo(savepoint) {
      const at = done.findIndex((one) => one.savepoint === savepoint);
      if (at >= 0) done.length = at + 1;
    },
    close,
    isWhole: () => !isClosed,
    async repeat(ask) {
      const first = done.length === 0 ? [ask({ kind: "exec", text: "select" }, true)] : [];
      const asked = done.map(({ task }, i) => ask(task, i === 0));
      const answers = await Promise.allSettled(asked);
      await Promise.all(first);
      return answers.every((answer, i) => answer.status === "fulfilled" && digestOf(answer.value) === done[i]?.digest);
    },
  };
}

/** Rows in any order, as an answer without ORDER BY has none. */
function digestOf({ rows }: WorkerRows): string {
  const each = rows.map((row) => createHash("sha1").update(serialize(row)).digest("base64")).sort();
  return createHash("sha1").update(each.join("")).digest("base64");
}

function sizeOf(task: WorkerTask): number {
  if (task.kind === "close") return 0;
  return task.kind === "exec" ? task.text.length : task.statement.text.length + sizeOfValue(task.statement.values);
}

function sizeOfValue(value: unknown): number {
  if (typeof value === "string" || value instanceof Uint8Array) return value.length;
  return Array.isArray(value) ? value.reduce<number>((sum, one) => sum + sizeOfValue(one), 0) : 8;
}
