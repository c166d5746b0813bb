import type { Call } from "@loci/platform/call";
import type { GraphService } from "@loci/protos";
import { checkMethods } from "./checks/index.ts";
import { derivedMethods } from "./derived/index.ts";
import { forgettingMethods } from "./forgetting/index.ts";
import { knowingMethods } from "./knowing/index.ts";
import { lifecycleMethods } from "./lifecycle/index.ts";
import { nameMethods } from "./names/index.ts";
import { operationMethods } from "./operations/index.ts";
import { documentMethods } from "./documents/index.ts";
import { maxDocuments } from "./documents/linking.ts";
import { embeddingMethods } from "./embeddings/index.ts";
import { applyExtraction } from "./rpc/apply-extraction.ts";
import { claimPending } from "./rpc/claim-pending.ts";
import type { GraphDeps, Parts } from "./rpc/deps.ts";
import { findEntities } from "./rpc/find-entities.ts";
import { getEntity } from "./rpc/get-entity.ts";
import { getHistory } from "./rpc/get-history.ts";
import { changedSince } from "./rpc/changed-since.ts";
import { head, listHeads } from "./rpc/head.ts";
import { hydrate, hydrateHits } from "./rpc/hydrate.ts";
import { listEntities } from "./rpc/list-entities.ts";
import { neighbourhood } from "./rpc/neighbourhood.ts";
import { pinEmbedding } from "./rpc/pin-embedding.ts";
import { postponePending } from "./rpc/postpone-pending.ts";
import { readFeed, readSearchable } from "./rpc/read-feed.ts";
import { writeMemory } from "./rpc/write-memory.ts";
import { rereadingMethods } from "./rereading/index.ts";
import { sessionMethods } from "./sessions/index.ts";
import { createLinkableCatalogue } from "./store/linkable-documents.ts";
import { createScopeSetCatalogue } from "./store/scope-sets.ts";
import { transferMethods } from "./transfer/index.ts";
import { uncertaintyMethods } from "./uncertainties/index.ts";
import { vocabularyMethods } from "./vocabulary/index.ts";

/** Every memory record and its three times, behind the Graph proto. The database must be migrated. */
export function createGraphService(deps: GraphDeps): GraphService<Call> {
  const parts = { ...deps, scopeSets: createScopeSetCatalogue(), linkable: createLinkableCatalogue(maxDocuments) };
  return {
    ...checkMethods(parts),
    ...derivedMethods(parts),
    ...forgettingMethods(parts),
    ...lifecycleMethods(parts),
    ...sessionMethods(parts),
    ...nameMethods(parts),
    ...knowingMethods(parts),
    ...uncertaintyMethods(parts),
    ...vocabularyMethods(parts),
    ...operationMethods(parts),
    ...documentMethods(parts),
    ...transferMethods(parts),
    ...embeddingMethods(parts),
    ...rereadingMethods(parts),
    ...recordMethods(parts),
  };
}

/** What is written by turns, and read back. */
function recordMethods(parts: Parts) {
  return {
    writeMemory: (request, call) => writeMemory(parts, request, call),
    applyExtraction: (request, call) => applyExtraction(parts, request, call),
    claimPending: (request, call) => claimPending(parts, request, call),
    postponePending: (request, call) => postponePending(parts, request, call),
    head: (_request, call) => head(parts, call),
    changedSince: (request, call) => changedSince(parts, request, call),
    listHeads: (_request, call) => listHeads(parts, call),
    readSearchable: (request, call) => readSearchable(parts, request, call),
    readFeed: (request, call) => readFeed(parts, request, call),
    hydrate: (request, call) => hydrate(parts, request, call),
    hydrateHits: (request, call) => hydrateHits(parts, request, call),
    findEntities: (request, call) => findEntities(parts, request, call),
    neighbourhood: (request, call) => neighbourhood(parts, request, call),
    listEntities: (request, call) => listEntities(parts, request, call),
    getEntity: (request, call) => getEntity(parts, request, call),
    getHistory: (request, call) => getHistory(parts, request, call),
    pinEmbedding: (request, call) => pinEmbedding(parts, request, call),
  } satisfies Partial<GraphService<Call>>;
}
