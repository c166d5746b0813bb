import type { Call } from "@loci/platform/call";
import type { IngestService } from "@loci/protos";
import type { IngestDeps } from "./deps.ts";
import { deriveMethods } from "./derive/index.ts";
import { documentMethods } from "./documents/index.ts";
import { correctWith } from "./rpc/correct.ts";
import { resolveWith } from "./rpc/resolve.ts";
import { rememberWith } from "./rpc/remember.ts";
import { rememberBatchWith } from "./rpc/remember-batch.ts";

export {
  defaultDocumentLimits,
  defaultIngestLimits,
  type DocumentDeps,
  type DocumentLimits,
  type IngestDeps,
  type IngestLimits,
} from "./deps.ts";
export { createDocumentPipeline, dropOrphans, findUnfinished, type FinderDeps } from "./documents/index.ts";
export { exportOriginalsWith, importOriginalsWith } from "./documents/export-originals.ts";
export { fillVectors, type FillDeps, type FillProgress } from "./embedding/fill.ts";
export { rereadContext, type RereadDeps, type RereadGroup, type RereadWatcher } from "./rereading/reread.ts";
export { createUpkeep, defaultPeriods, type Periods, type Upkeep, type UpkeepDeps } from "./upkeep/index.ts";
export { createDeferredExtractor, type DeferredDeps, type DeferredExtractor } from "./deferred.ts";

/** The write path: it checks, extracts and embeds; what it stores, graph keeps. It has no state of its own. */
export function createIngestService(deps: IngestDeps): IngestService<Call> {
  return {
    remember: rememberWith(deps),
    rememberBatch: rememberBatchWith(deps),
    correct: correctWith(deps),
    resolve: resolveWith(deps),
    ...documentMethods(deps),
    ...deriveMethods(deps),
  };
}
