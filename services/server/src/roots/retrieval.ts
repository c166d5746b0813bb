import { createPostgresIndex } from "@loci/adapters/postgres-index";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { ModelDirectory } from "@loci/ports/language-model";
import type { Reranker } from "@loci/ports/reranker";
import type { AuthService, GraphService, IngestService } from "@loci/protos";
import { createRetrievalService, migrations, type Rememberer, type Retrieval } from "@loci/retrieval";
import { readSettings, required } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { runService, withLifecycle } from "./listen.ts";
import { createModelDirectory } from "./model-directory.ts";
import { openEmbedder, openLanguageModel, openReranker } from "./models.ts";
import { connect, patiently } from "./remote.ts";
import { openDatabase, openSecrets, surroundings, type Surroundings } from "./surroundings.ts";

/** How often a retrieval process of its own looks for what other processes wrote. */
export const followEveryMs = 2_000;

export interface RetrievalPeers {
  readonly graph: GraphService<Call>;
  readonly ingest: Rememberer;
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
  readonly reranker?: Reranker | undefined;
}

interface RetrievalChoices {
  readonly poolSize: number;
  /** undefined where the writers are in this process and say so themselves. */
  readonly followEveryMs?: number;
}

/** The retrieval service with its index in the same database. */
export async function makeRetrieval(
  database: Database,
  peers: RetrievalPeers,
  { poolSize, ...following }: RetrievalChoices,
  { preciseClock, ids, logger, lifecycle }: Surroundings,
): Promise<Retrieval> {
  const { provider, model, dimension, normalised } = peers.embedder.spec;
  const index = await createPostgresIndex(database, dimension, JSON.stringify([provider, model, normalised]));
  const { createBuiltinLanguageModel } = await import("@loci/adapters/builtin-language-model");
  const retrieval = createRetrievalService({
    database,
    index,
    ...peers,
    extractive: createBuiltinLanguageModel(),
    clock: preciseClock,
    ids,
    logger,
    settings: { poolSize },
    ...following,
  });
  lifecycle.onClose("retrieval", () => retrieval.close());
  return retrieval;
}

/** `loci-server retrieval start` */
export async function startRetrieval(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.retrieval, flags);
  const authAddress = required("authAddress", config.authAddress);
  const graphAddress = required("graphAddress", config.graphAddress);
  const ingestAddress = required("ingestAddress", config.ingestAddress);
  const parts = surroundings(config);
  await withLifecycle(parts, async () => {
    const secrets = await openSecrets(config, false, parts);
    const graph = connect<GraphService<Call>>("graph", graphAddress, secrets, parts);
    const ingest = connect<IngestService<Call>>("ingest", ingestAddress, secrets, parts);
    const auth = connect<AuthService<Call>>("auth", authAddress, secrets, parts);
    const models = createModelDirectory(auth, await openLanguageModel(config), parts);
    const reranker = await openReranker(config);
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [migrations]);
    const embedder = await patiently("graph", () => openEmbedder(config, graph, parts), parts);
    parts.lifecycle.onClose("embedder", () => embedder.close());
    const peers = { graph, ingest, embedder, models, reranker };
    const { service } = await makeRetrieval(database, peers, { poolSize: config.retrievalPoolSize, followEveryMs }, parts);
    await runService("retrieval", config.bind, secrets, service, parts);
  });
}
