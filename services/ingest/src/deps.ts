import type { IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { DocumentParser } from "@loci/ports/document-parser";
import type { DurableRunner } from "@loci/ports/durable-runner";
import type { Embedder } from "@loci/ports/embedder";
import type { ModelDirectory } from "@loci/ports/language-model";
import type { ObjectStore } from "@loci/ports/object-store";
import type { AuthService, GraphService } from "@loci/protos";

export interface IngestLimits {
  /** How long a request may wait for extraction, in milliseconds; after that the text is kept and extracted later. */
  readonly extractionBudgetMs: number;
  /** The largest original that is taken, in bytes. */
  readonly maxOriginalBytes: number;
}

export const defaultIngestLimits: IngestLimits = { extractionBudgetMs: 30_000, maxOriginalBytes: 100 * 1024 * 1024 };

export interface IngestDeps {
  readonly graph: GraphService<Call>;
  readonly auth: Pick<AuthService<Call>, "findUnregistered" | "getContext">;
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
  /** The originals of documents. */
  readonly objects: ObjectStore;
  readonly runner: DurableRunner;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly limits: IngestLimits;
  /** Called after a text was kept whose extraction is still to come. */
  readonly onDeferred: () => void;
}

export interface DocumentLimits {
  /** How many chunks of a document, from its beginning, are read for facts; the rest is found as text only. */
  readonly maxExtractedChunks: number;
  /** How long one extraction from a few chunks may take, in milliseconds. */
  readonly extractionBudgetMs: number;
}

export const defaultDocumentLimits: DocumentLimits = { maxExtractedChunks: 400, extractionBudgetMs: 120_000 };

/** What the pipeline of documents works with. */
export interface DocumentDeps extends Pick<IngestDeps, "graph" | "embedder" | "models" | "objects" | "clock" | "ids" | "logger"> {
  readonly auth: Pick<AuthService<Call>, "appendAudit">;
  readonly parser: DocumentParser;
  /** Told how many chunks were set aside: they are found as text, and not read for facts until somebody asks. */
  readonly onSetAside: (chunks: number) => void;
  readonly limits: DocumentLimits;
}
