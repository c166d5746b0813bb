/** What is done to memory without a request: documents are read, and what the clock asks for. */
import { createDocumentPipeline, createUpkeep, defaultDocumentLimits, findUnfinished, type UpkeepDeps } from "@loci/ingest";
import type { Call } from "@loci/platform/call";
import type { Embedder } from "@loci/ports/embedder";
import type { ModelDirectory } from "@loci/ports/language-model";
import type { GraphService } from "@loci/protos";
import type { DocumentParts } from "./documents.ts";
import type { Surroundings } from "./surroundings.ts";

export interface BackgroundPeers extends DocumentParts {
  readonly graph: GraphService<Call>;
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
}

/** Which part of the work this process does. */
export interface BackgroundDuties {
  /** Reads documents. */
  readonly documents: boolean;
  /** Does the scheduled work, through these. */
  readonly upkeep: Pick<UpkeepDeps, "auth" | "ingest" | "retrieval"> | undefined;
}

/** Begins the work, also what a process that died has left. */
export async function startBackground(
  peers: BackgroundPeers,
  { documents, upkeep }: BackgroundDuties,
  { clock, ids, logger, random }: Surroundings,
): Promise<void> {
  const { runner } = peers;
  if (documents) runner.register(createDocumentPipeline({ ...peers, clock, ids, logger, limits: defaultDocumentLimits }));
  const scheduled = upkeep && createUpkeep({ ...peers, ...upkeep, clock, ids, logger, random: () => (random(1)[0] ?? 0) / 256 });
  await runner.start();
  await scheduled?.start();
  if (documents) await findUnfinished({ ...peers, clock, ids });
}
