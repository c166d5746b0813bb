import type { Statement } from "../postgres/sendable.ts";

/** What the database's worker thread is asked, and what it answers; plain data, as it is cloned between threads. */
export type WorkerTask =
  /** `opening` begins the transaction of which this is the first statement. */
  | {
      readonly kind: "query";
      readonly statement: Statement;
      readonly opening?: readonly Statement[];
      readonly shape?: "arrays";
    }
  /** Any number of statements without parameters. */
  | { readonly kind: "exec"; readonly text: string; readonly opening?: readonly Statement[]; readonly shape?: "arrays" }
  | { readonly kind: "close" };

export type WorkerRequest = WorkerTask & { readonly id: number };

/** The rows of the last statement; each an object, or where `shape` says so an array in the order of the columns. */
export interface WorkerRows {
  readonly columns: readonly string[];
  readonly rows: unknown[];
}

export type WorkerAnswer =
  | ({ readonly id: number } & WorkerRows)
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string; readonly constraint: string } };

export interface WorkerData {
  /** The data folder, or undefined for a database in memory that ends with the process. */
  readonly folder: string | undefined;
}
