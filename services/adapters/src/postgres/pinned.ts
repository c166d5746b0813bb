import type { BeginOptions, SessionOptions } from "@loci/ports/database";
import type { Statement } from "./sendable.ts";

/** A connection while it is one session's alone. */
export interface Pinned {
  /**
   * Sends a statement behind those before it.
   * @param opening begins the transaction of which this is the first statement
   */
  run(statement: Statement, shape: "objects" | "arrays", opening: Opening | undefined): Promise<Answer>;
  /** Makes a savepoint, goes back to it, or forgets it. */
  control(kind: Control, savepoint: number, opening: Opening | undefined): Promise<void>;
  /** Ends the transaction behind what was sent, however long that takes. */
  end(how: "commit" | "rollback"): Promise<void>;
  /** Has what was sent and is not answered yet fail with 57014. */
  cancel(): Promise<void>;
  /** Gives it back. @param broken it is not to be used again */
  release(end: { readonly broken?: Error | undefined; readonly committed: boolean }): void;
}

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: unknown[];
}

export type Opening = Required<BeginOptions> & Required<Pick<SessionOptions, "as" | "statementMs" | "lockMs">>;

export type Control = "savepoint" | "rollback to savepoint" | "release savepoint";

export function controlText(kind: Control, savepoint: number): string {
  return `${kind} s${savepoint}`;
}

/** The text of BEGIN itself. */
export function beginOf({ isolation, readOnly }: Opening): string {
  return `begin isolation level ${isolation}${readOnly ? " read only" : ""}`;
}
