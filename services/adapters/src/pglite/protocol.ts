/** What the database's worker thread is asked, and what it answers; plain data, as it is cloned between threads. */
export type WorkerRequest =
  | { readonly id: number; readonly kind: "query"; readonly text: string; readonly values: readonly unknown[] }
  | { readonly id: number; readonly kind: "exec"; readonly text: string }
  | { readonly id: number; readonly kind: "close" };

export type WorkerAnswer =
  | { readonly id: number; readonly rows: unknown[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string; readonly constraint: string } };

export interface WorkerData {
  /** The data folder, or undefined for a database in memory that ends with the process. */
  readonly folder: string | undefined;
}
