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
  /** What the scheduled work needs beside; without them this process reads documents only. */
  readonly upkeep: Pick<UpkeepDeps, "auth" | "ingest" | "retrieval"> | undefined;
}

/** Begins the work, also what a process that died has left. */
export async function startBackground(peers: BackgroundPeers, parts: Surroundings): Promise<void> {
  const { clock, ids, logger, random } = parts;
  const { runner, upkeep } = peers;
  runner.register(createDocumentPipeline({ ...peers, clock, ids, logger, limits: defaultDocumentLimits }));
  const scheduled = upkeep && createUpkeep({ ...peers, ...upkeep, clock, ids, logger, random: () => (random(1)[0] ?? 0) / 256 });
  await runner.start();
  await scheduled?.start();
  await findUnfinished({ ...peers, clock, ids });
}
