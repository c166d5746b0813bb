import type { CallOptions, Schemas } from "../operation.ts";

export interface DeleteOptions extends CallOptions {
  /** Erases it for good; else it is hidden, and its history stays for the audit. */
  readonly purge?: boolean | undefined;
}

/** What a purge erased, and its receipt. */
export type Purged = Schemas["PurgeResponse"];

export function purgeQuery(purge: boolean | undefined): { readonly purge?: "true" } {
  return purge === true ? { purge: "true" } : {};
}
