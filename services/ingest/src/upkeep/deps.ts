import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { Embedder } from "@loci/ports/embedder";
import type { AuthService, IngestService, RetrievalService } from "@loci/protos";
import type { FinderDeps } from "../documents/index.ts";

export interface UpkeepDeps extends FinderDeps {
  readonly auth: Pick<
    AuthService<Call>,
    | "listContexts"
    | "getContext"
    | "sweepExpired"
    | "listDeletedContexts"
    | "confirmContextPurged"
    | "appendAudit"
    | "listDeeds"
    | "dropDeeds"
  >;
  readonly ingest: Pick<IngestService<Call>, "consolidate" | "elaborate" | "dropOriginals">;
  readonly retrieval: Pick<RetrievalService<Call>, "followPurge" | "scrubTraces" | "retainTraces" | "reindex">;
  readonly embedder: Embedder;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly logger: Logger;
  /** Is told of each erasure that is complete, and how long it took since it was asked for; for metrics. */
  readonly onErased?: ((of: "record" | "context", seconds: number) => void) | undefined;
  /**
   * Has the bytes of what was erased leave the database's files. Where this process opens no database nobody calls it, and the server's own
   * VACUUM has to do.
   */
  readonly reclaim?: (() => Promise<void>) | undefined;
  /** How often, in seconds; the rest as in `defaultPeriods`. */
  readonly periods?: Partial<Periods>;
}

/** In seconds. */
export interface Periods {
  /** Decay, what is thought over daily, and left-over originals. */
  readonly day: number;
  /** Expiry, retention, and what is thought over hourly. */
  readonly hour: number;
  readonly purged: number;
  readonly deletedContexts: number;
  readonly finder: number;
  /**
   * A deleted context is purged when it was deleted so long ago. A request that had been let in writes by the context's id for a minute
   * yet (its answer of auth is kept for three seconds, its token and its time are over after sixty more; an upload may come for longer,
   * and asks for its context again before it writes); the rest is for clocks that differ. Sooner its rows would lie in what is made next
   * under that id: in the backup, for who deletes to restore one.
   */
  readonly purgeAfter: number;
}

export const defaultPeriods: Periods = {
  day: 86_400,
  hour: 3_600,
  purged: 300,
  deletedContexts: 60,
  finder: 60,
  purgeAfter: 120,
};
