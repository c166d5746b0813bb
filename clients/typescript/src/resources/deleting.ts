import type { CallOptions, Schemas } from "../operation.ts";

export interface DeleteOptions extends CallOptions {
  /** Erases it for good; else it is hidden, and its history stays for the audit. */
  readonly purge?: boolean | undefined;
  /** Only tells what would go. */
  readonly dryRun?: boolean | undefined;
}

/** What a purge erased, and its receipt; of a dry run what would go. */
export type Purged = Schemas["PurgeResponse"];

export function deleteQuery({ purge, dryRun }: Pick<DeleteOptions, "purge" | "dryRun">) {
  return { ...(purge === true && { purge: "true" as const }), ...(dryRun === true && { dryRun: "true" as const }) };
}
