import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { AuthService, GraphService, IngestService, RetrievalService } from "@loci/protos";
import type { Audit } from "../audit/index.ts";
import { inArea, type Route } from "../route.ts";
import { accessRoutes } from "./access/index.ts";
import { auditRoutes } from "./audit.ts";
import { chatRoutes } from "./chat.ts";
import { documentQueryRoutes } from "./document-query.ts";
import { documentRoutes } from "./documents.ts";
import { entityRoutes } from "./entities.ts";
import { factsRoutes } from "./facts.ts";
import { forgettingRoutes } from "./forgetting.ts";
import { fsckRoutes } from "./fsck.ts";
import { healthRoutes, type Readiness } from "./health.ts";
import { keywordRoutes } from "./keywords.ts";
import { knowingRoutes } from "./knowing.ts";
import { lifecycleRoutes } from "./lifecycle.ts";
import { managementRoutes } from "./management/index.ts";
import { nameRoutes } from "./names.ts";
import { providerRoutes } from "./providers.ts";
import { recallRoutes } from "./recall.ts";
import { sessionRoutes } from "./sessions.ts";
import { traceRoutes } from "./traces.ts";
import { transferRoutes } from "./transfer.ts";
import { uncertaintyRoutes } from "./uncertainties.ts";
import { vocabularyRoutes } from "./vocabulary.ts";

export interface RestParts {
  readonly auth: AuthService<Call>;
  readonly ingest: IngestService<Call>;
  readonly graph: GraphService<Call>;
  readonly retrieval: RetrievalService<Call>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly logger: Logger;
  readonly audit: Audit;
  readonly ready: () => Promise<Readiness>;
  readonly settings: {
    readonly maxQueryK: number;
    readonly uploadLimitBytes: number;
    readonly importLimitBytes: number;
  };
}

/** Every route of REST, in the order in which they are matched. */
export function restRoutes(parts: RestParts): Route[] {
  const { auth, ingest, graph, retrieval, ready, settings } = parts;
  return [
    // Management comes before the data plane, whose {contextId} would match `contexts` too.
    ...inArea("Health", healthRoutes(ready)),
    ...inArea("Management", managementRoutes(parts)),
    ...inArea("Vocabulary", vocabularyRoutes(graph, auth)),
    ...inArea("Facts", factsRoutes(parts)),
    ...inArea("Recall", recallRoutes(retrieval, settings.maxQueryK)),
    ...inArea("Chat", chatRoutes(parts, settings.maxQueryK)),
    // The fixed paths below /documents come before {documentId}.
    ...inArea("Documents", keywordRoutes(graph, retrieval, settings.maxQueryK)),
    ...inArea("Documents", documentQueryRoutes(retrieval, settings.maxQueryK)),
    ...inArea("Documents", documentRoutes(parts, settings.uploadLimitBytes)),
    ...inArea("Sessions", sessionRoutes(parts, settings.maxQueryK)),
    ...inArea("Entities", entityRoutes(graph, parts.retrieval)),
    ...inArea("Entities", nameRoutes(graph)),
    ...inArea("Uncertainties", uncertaintyRoutes(graph, ingest)),
    ...inArea("Knowing", knowingRoutes(parts)),
    ...inArea("Forgetting", forgettingRoutes(retrieval, graph)),
    ...inArea("Upkeep", lifecycleRoutes(parts, settings.maxQueryK)),
    ...inArea("Upkeep", fsckRoutes(graph, retrieval)),
    ...inArea("Upkeep", providerRoutes(parts)),
    ...inArea("Traces", traceRoutes(parts)),
    ...inArea("Traces", auditRoutes(parts)),
    ...inArea("Access", accessRoutes(auth)),
    ...inArea("Transfer", transferRoutes(parts, settings.importLimitBytes)),
  ];
}
