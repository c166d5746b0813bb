import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { Embedder } from "@loci/ports/embedder";
import type { LanguageModel } from "@loci/ports/language-model";
import type { AuthService, GraphService } from "@loci/protos";

export interface IngestLimits {
  /** How long a request may wait for extraction, in milliseconds; after that the text is kept and extracted later. */
  readonly extractionBudgetMs: number;
}

export const defaultIngestLimits: IngestLimits = { extractionBudgetMs: 30_000 };

export interface IngestDeps {
  readonly graph: GraphService<Call>;
  readonly auth: Pick<AuthService<Call>, "findUnregistered">;
  readonly embedder: Embedder;
  readonly languageModel: LanguageModel;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly logger: Logger;
  readonly limits: IngestLimits;
  /** Called after a text was kept whose extraction is still to come. */
  readonly onDeferred: () => void;
}
