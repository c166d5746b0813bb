import type { MemoryBackup } from "../api/memory-backup.ts";
import type { MemoryContext } from "../api/memory-context.ts";
import { findCondition } from "../desired/conditions.ts";
import type { Manifest } from "../desired/manifest.ts";
import type { StoreKeys } from "./store-keys.ts";

export interface ObservedBackup {
  readonly resource: MemoryBackup;
  /** undefined while the context is not provisioned. */
  readonly contextId: string | undefined;
  /** undefined where the Secret lacks them. */
  readonly credentials: StoreKeys | undefined;
  /** The manifest of the run that is under way: it is over, but was not yet said to be. */
  readonly published: Manifest | undefined;
  /** Whether this very visit deleted the resource's objects. */
  readonly isErased: boolean;
}

/** The context's id, once it is there. */
export function provisionedId(context: MemoryContext | undefined): string | undefined {
  const isProvisioned = findCondition(context?.status?.conditions, "Provisioned")?.status === "True";
  return isProvisioned && context?.metadata.deletionTimestamp === undefined ? context?.status?.contextId : undefined;
}
