import { principalOf, type Call } from "@loci/platform/call";
import type { Auth } from "@loci/auth";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { ModelDirectory } from "@loci/ports/language-model";
import type { GraphService, IngestService, RetrievalService } from "@loci/protos";
import type { Rememberer, Retrieval } from "@loci/retrieval";
import type { SettingName, Settings } from "../config.ts";
import { openDocumentParts, type DocumentParts } from "./documents.ts";
import { openFoundation } from "./foundation.ts";
import { makeIngest } from "./ingest.ts";
import { createModelDirectory, modelChoices } from "./model-directory.ts";
import { openEmbedder, openLanguageModels, openReranker } from "./models.ts";
import { followEveryMs, makeRetrieval } from "./retrieval.ts";
import type { Surroundings } from "./surroundings.ts";

/** Every service as an object in this process, over one database. */
export interface OwnServices extends DocumentParts {
  readonly database: Database;
  readonly auth: Auth;
  readonly graph: GraphService<Call>;
  readonly ingest: IngestService<Call>;
  readonly retrieval: RetrievalService<Call>;
  readonly rebuild: Retrieval["rebuild"];
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
}

export interface Duties {
  /** Make the service's secrets where there are none. */
  readonly create: boolean;
  /** Extract in the background what a request could not wait for. */
  readonly extracts: boolean;
  /** Other processes write to this database too: look for what they wrote. */
  readonly follows: boolean;
}

type ServiceSettings = Pick<
  Settings,
  Extract<
    SettingName,
    | "connectionString"
    | "secretsDir"
    | "retrievalPoolSize"
    | "searchUrl"
    | "modelPrices"
    | "allowedModelHosts"
    | `${"runner" | "objectStore" | "embeddings" | "llm" | "reranker"}${string}`
  >
> &
  Partial<Pick<Settings, "uploadLimitBytes">>;

/** Opens the database and wires the services over it. */
export async function openServices(config: ServiceSettings, duties: Duties, parts: Surroundings): Promise<OwnServices> {
  // Before anything is made on disk: it may refuse its settings.
  const deployment = await openLanguageModels(config, parts);
  const reranker = await openReranker(config, parts);
  const { database, auth, graph } = await openFoundation(config, duties.create, parts);
  const embedder = await openEmbedder(config, graph, parts);
  parts.lifecycle.onClose("embedder", () => embedder.close());
  // Each tells the other: a chat is remembered, a write is indexed.
  const rememberer: Rememberer = {
    remember: (request, call) => ingest.remember(request, call),
    storeReflection: (request, call) => ingest.storeReflection(request, call),
  };
  const models = createModelDirectory(auth, modelChoices(config, deployment), parts);
  const peers = { auth, graph, ingest: rememberer, embedder, models, extractive: deployment.builtin(""), reranker };
  const choices = {
    poolSize: config.retrievalPoolSize,
    searchUrl: config.searchUrl,
    ...(duties.follows ? { followEveryMs } : {}),
  };
  const retrieval = await makeRetrieval(database, peers, choices, parts);
  const documents = await openDocumentParts(database, config, parts);
  const taking = { extracts: duties.extracts, uploadLimitBytes: config.uploadLimitBytes };
  const made = makeIngest({ auth, graph, embedder, models, ...documents }, taking, parts);
  const changed = (contextId: string) => retrieval.changed(contextId);
  const ingest: IngestService<Call> = announcing(made, changed);
  return {
    database,
    auth,
    graph: announcingErasures(graph, changed),
    ingest,
    retrieval: retrieval.service,
    rebuild: retrieval.rebuild,
    embedder,
    models,
    ...documents,
  };
}

/** Tells of each write of a principal. */
function telling(changed: (contextId: string) => void) {
  return <Request, Response>(write: (request: Request, call: Call) => Promise<Response>) => {
    return async (request: Request, call: Call): Promise<Response> => {
      const response = await write(request, call);
      changed(principalOf(call).contextId);
      return response;
    };
  };
}

/** What is forgotten without retrieval leaves the index at once, and not with the next query. */
function announcingErasures(graph: GraphService<Call>, changed: (contextId: string) => void): GraphService<Call> {
  const after = telling(changed);
  return {
    ...graph,
    forgetScope: after((request, call) => graph.forgetScope(request, call)),
    deleteEntity: after((request, call) => graph.deleteEntity(request, call)),
    deleteSession: after((request, call) => graph.deleteSession(request, call)),
  };
}

/** Tells the indexer of each write, so that the next query finds the index complete instead of completing it. */
function announcing(ingest: IngestService<Call>, changed: (contextId: string) => void): IngestService<Call> {
  const after = telling(changed);
  return {
    ...ingest,
    remember: after((request, call) => ingest.remember(request, call)),
    rememberBatch: after((request, call) => ingest.rememberBatch(request, call)),
  };
}
