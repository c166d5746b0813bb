import type { Call } from "@loci/platform/call";
import type { IngestService } from "@loci/protos";
import type { IngestDeps } from "./deps.ts";
import { rememberWith } from "./rpc/remember.ts";
import { rememberBatchWith } from "./rpc/remember-batch.ts";

export { defaultIngestLimits, type IngestDeps, type IngestLimits } from "./deps.ts";
export { createDeferredExtractor, type DeferredDeps, type DeferredExtractor } from "./deferred.ts";

/** The write path: it checks, extracts and embeds; what it stores, graph keeps. It has no state of its own. */
export function createIngestService(deps: IngestDeps): IngestService<Call> {
  return { remember: rememberWith(deps), rememberBatch: rememberBatchWith(deps) };
}
