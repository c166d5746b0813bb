import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { isOff } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { LanguageModel, ModelDirectory } from "@loci/ports/language-model";
import type { Reranker } from "@loci/ports/reranker";
import type { AuthService, GraphService, IngestService } from "@loci/protos";
import { createRetrievalService, migrations, type Rememberer, type Retrieval } from "@loci/retrieval";
import { readSettings, required } from "../config.ts";
import { watchHits } from "../observed/hits.ts";
import { watchLag } from "../observed/lag.ts";
import { watchInnerRecall, watchOperations } from "../observed/operations.ts";
import { observeRecall } from "../observed/recalls.ts";
import { roleSettings } from "../roles.ts";
import { listenForProbes, runService, withLifecycle } from "./listen.ts";
import { createModelDirectory, modelChoices } from "./model-directory.ts";
import { openEmbedder, openLanguageModels, openReranker } from "./models.ts";
import { connect, patiently } from "./remote.ts";
import { openSearchIndex } from "./search-index.ts";
import { openWire } from "./secrets.ts";
import { openDatabase, surroundings, type Surroundings } from "./surroundings.ts";
import { openTransport } from "./wire.ts";

/** How often a retrieval process of its own looks for what other processes wrote. */
export const followEveryMs = 2_000;

export interface RetrievalPeers {
  readonly auth: Pick<AuthService<Call>, "getContext">;
  readonly graph: GraphService<Call>;
  readonly ingest: Rememberer;
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
  readonly extractive: Pick<LanguageModel, "id" | "synthesise">;
  readonly reranker?: Reranker | undefined;
}

interface RetrievalChoices {
  readonly poolSize: number;
  /** undefined where the index lies in the database. */
  readonly searchUrl: string | undefined;
  /** undefined where the writers are in this process and say so themselves. */
  readonly followEveryMs?: number;
}

/** The retrieval service with its index, in the same database or in OpenSearch. */
export async function makeRetrieval(
  database: Database,
  peers: RetrievalPeers,
  { poolSize, searchUrl, ...following }: RetrievalChoices,
  parts: Surroundings,
): Promise<Retrieval> {
  const { clock, elapsed, ids, logger, lifecycle, telemetry } = parts;
  const made = await openSearchIndex(database, peers.embedder.spec, searchUrl, parts);
  const { index, graph } = watchLag({ index: made.index, graph: peers.graph }, { telemetry, clock });
  const retrieval = createRetrievalService({
    database,
    ...peers,
    index,
    standbyIndex: made.standbyIndex,
    graph,
    clock,
    elapsed,
    ids,
    logger,
    settings: { poolSize },
    ...following,
    ...(isOff(telemetry)
      ? {}
      : { onTrace: (trace) => observeRecall(telemetry.meter, trace), aroundRecall: watchInnerRecall(telemetry) }),
  });
  lifecycle.onClose("retrieval", () => retrieval.close());
  const service = isOff(telemetry) ? retrieval.service : watchHits(retrieval.service, telemetry, clock);
  return { ...retrieval, service: watchOperations("retrieval", service, telemetry) };
}

/** `loci-server retrieval start` */
export async function startRetrieval(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.retrieval, flags);
  const authAddress = required("authAddress", config.authAddress);
  const graphAddress = required("graphAddress", config.graphAddress);
  const ingestAddress = required("ingestAddress", config.ingestAddress);
  const parts = await surroundings(config, "retrieval");
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const transport = await openTransport(config, parts);
    const { wire, auth } = await openWire(config, "retrieval", authAddress, transport, parts);
    const graph = connect<GraphService<Call>>("graph", graphAddress, wire, parts);
    const ingest = connect<IngestService<Call>>("ingest", ingestAddress, wire, parts, false);
    const deployment = await openLanguageModels(config, parts);
    const models = createModelDirectory(auth, modelChoices(config, deployment), parts);
    const reranker = await openReranker(config, parts);
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [migrations]);
    const embedder = await patiently("graph", () => openEmbedder(config, graph, parts), parts);
    parts.lifecycle.onClose("embedder", () => embedder.close());
    const peers = { auth, graph, ingest, embedder, models, extractive: deployment.builtin(""), reranker };
    const { service } = await makeRetrieval(
      database,
      peers,
      { poolSize: config.retrievalPoolSize, searchUrl: config.searchUrl, followEveryMs },
      parts,
    );
    await runService("retrieval", config, wire, service, parts);
  });
}
