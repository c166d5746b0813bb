/** What is done to memory without a request: documents are read, and what the clock asks for. */
import { createDocumentPipeline, createUpkeep, defaultDocumentLimits, findUnfinished, type UpkeepDeps } from "@loci/ingest";
import type { Call } from "@loci/platform/call";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { ModelDirectory } from "@loci/ports/language-model";
import type { AuthService, GraphService } from "@loci/protos";
import { createRebuildPipeline, type Rebuild } from "@loci/retrieval";
import type { DocumentParts } from "./documents.ts";
import { insist } from "./insist.ts";
import type { Surroundings } from "./surroundings.ts";

export interface BackgroundPeers extends DocumentParts {
  readonly auth: Pick<AuthService<Call>, "appendAudit">;
  readonly graph: GraphService<Call>;
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
}

interface UpkeepOfIndex {
  /** Of an index on a server of its own. */
  readonly rebuild?: Rebuild | undefined;
  /** Where this process opens it. */
  readonly database?: Pick<Database, "reclaim">;
}

/** Which part of the work this process does. */
export interface BackgroundDuties {
  /** Reads documents. */
  readonly documents: boolean;
  /** Does the scheduled work, through these. */
  readonly upkeep: (Pick<UpkeepDeps, "auth" | "ingest" | "retrieval"> & UpkeepOfIndex) | undefined;
}

/** Where what is erased stood. */
const ownSchemas = ["auth", "graph", "retrieval", "search", "queue"];

/** How soon a schedule is put right that was changed or removed by hand. */
const schedulesEveryMs = 300_000;

/**
 * Begins the work, also what a process that died has left. Where what keeps the work does not answer it is waited for.
 * @param onWaiting is told when it is
 * @returns false where the process was asked to stop before it began
 */
export async function startBackground(
  peers: BackgroundPeers,
  { documents, upkeep }: BackgroundDuties,
  parts: Surroundings,
  onWaiting: () => void = () => undefined,
): Promise<boolean> {
  const { clock, ids, lifecycle, logger, random, telemetry } = parts;
  const { runner } = peers;
  const onSetAside = (chunks: number) => telemetry.meter.add("loci_texts_set_aside_total", { of: "document" }, chunks);
  const reading = { ...peers, clock, ids, logger, limits: defaultDocumentLimits, onSetAside };
  if (documents) runner.register(createDocumentPipeline(reading));
  const onErased = (of: "record" | "context", seconds: number) => telemetry.meter.observe("loci_erasure_seconds", { of }, seconds);
  const database = upkeep?.database;
  const reclaim =
    database &&
    (async () => {
      await database.reclaim(ownSchemas);
      logger.info("the bytes of what was erased were reclaimed");
    });
  const scheduled =
    upkeep && createUpkeep({ ...peers, ...upkeep, reclaim, clock, ids, logger, onErased, random: () => (random(1)[0] ?? 0) / 256 });
  if (upkeep?.rebuild) runner.register(createRebuildPipeline({ rebuild: upkeep.rebuild, clock, ids }));
  const begin = async () => {
    await runner.start();
    await scheduled?.start();
    if (documents) await findUnfinished({ ...peers, clock, ids });
  };
  if (!(await insist(begin, { ...parts, onWaiting }))) return false;
  if (scheduled) {
    const keep = () =>
      scheduled
        .start()
        .catch((error: unknown) => logger.warn({ err: error }, "the schedules could not be looked at; trying again"));
    const keeping = setInterval(() => void keep(), schedulesEveryMs).unref();
    lifecycle.onClose("schedules", () => clearInterval(keeping));
  }
  return true;
}
