import type { Call } from "@loci/platform/call";
import type { IngestService } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { exportOriginalsWith, importOriginalsWith } from "./export-originals.ts";
import { deleteDocumentWith, downloadOriginalWith, dropOriginalsWith, retryDocumentWith } from "./originals.ts";
import { getQueueDepthWith } from "./queue-depth.ts";
import { retryPendingWith } from "./retry-pending.ts";
import { uploadWith } from "./upload.ts";

export { dropOrphans, findUnfinished, type FinderDeps } from "./finder.ts";
export { createDocumentPipeline } from "./pipeline.ts";

/** Originals: how they come in, come out and go. What is read from them is the pipeline's. */
export function documentMethods(deps: IngestDeps) {
  return {
    upload: uploadWith(deps),
    downloadOriginal: downloadOriginalWith(deps),
    retryDocument: retryDocumentWith(deps),
    deleteDocument: deleteDocumentWith(deps),
    dropOriginals: dropOriginalsWith(deps),
    exportOriginals: exportOriginalsWith(deps),
    importOriginals: importOriginalsWith(deps),
    retryPending: retryPendingWith(deps),
    getQueueDepth: getQueueDepthWith(deps),
  } satisfies Partial<IngestService<Call>>;
}
