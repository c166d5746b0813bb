import { createDeferredExtractor, createIngestService, defaultIngestLimits, type DeferredExtractor } from "@loci/ingest";
import type { Call } from "@loci/platform/call";
import type { Embedder } from "@loci/ports/embedder";
import type { ModelDirectory } from "@loci/ports/language-model";
import type { AuthService, GraphService, IngestService, RetrievalService } from "@loci/protos";
import { readSettings, required } from "../config.ts";
import { watchOperations } from "../observed/operations.ts";
import { roleSettings } from "../roles.ts";
import { startBackground } from "./background.ts";
import { openDocumentParts, type DocumentParts } from "./documents.ts";
import { listenForProbes, runService, withLifecycle } from "./listen.ts";
import { createModelDirectory, modelChoices } from "./model-directory.ts";
import { openEmbedder, openLanguageModels } from "./models.ts";
import { connect, patiently } from "./remote.ts";
import { openWire } from "./secrets.ts";
import { openDatabase, surroundings, type Surroundings } from "./surroundings.ts";
import { openTransport } from "./wire.ts";

export interface IngestPeers extends DocumentParts {
  readonly auth: Pick<AuthService<Call>, "findUnregistered" | "getContext" | "appendAudit">;
  readonly graph: GraphService<Call>;
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
}

const pollMs = 5_000;

interface IngestChoices {
  /** Whether this process also reads in the background what a request could not wait for. */
  readonly extracts: boolean;
  /** Nothing where the process takes no uploads. */
  readonly uploadLimitBytes: number | undefined;
}

export function makeIngest(
  peers: IngestPeers,
  { extracts, uploadLimitBytes: maxOriginalBytes = defaultIngestLimits.maxOriginalBytes }: IngestChoices,
  parts: Surroundings,
): IngestService<Call> {
  const { clock, ids, logger } = parts;
  const service = { ...peers, clock, ids, logger, limits: { ...defaultIngestLimits, maxOriginalBytes } };
  const extractor = extracts ? startExtractor(peers, parts) : undefined;
  return watchOperations("ingest", createIngestService({ ...service, onDeferred: () => extractor?.kick() }), parts.telemetry);
}

function startExtractor(peers: IngestPeers, { clock, random, ids, logger, lifecycle, telemetry }: Surroundings): DeferredExtractor {
  const extractor = createDeferredExtractor({
    ...peers,
    clock,
    random: () => (random(1)[0] ?? 0) / 256,
    ids,
    logger,
    onSetAside: () => telemetry.meter.add("loci_texts_set_aside_total", { of: "turn" }),
    limits: { ...defaultIngestLimits, pollMs },
  });
  lifecycle.onClose("background extraction", () => extractor.close());
  extractor.start();
  return extractor;
}

/** `loci-server ingest start` */
export async function startIngest(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.ingest, flags);
  const authAddress = required("authAddress", config.authAddress);
  const graphAddress = required("graphAddress", config.graphAddress);
  const parts = await surroundings(config, "ingest");
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const transport = await openTransport(config, parts);
    const { wire, auth } = await openWire(config, "ingest", authAddress, transport, parts);
    const graph = connect<GraphService<Call>>("graph", graphAddress, wire, parts);
    const models = createModelDirectory(auth, modelChoices(config, await openLanguageModels(config, parts)), parts);
    const database = await openDatabase(config.connectionString, parts);
    const documents = await openDocumentParts(database, config, parts);
    const embedder = await patiently("graph", () => openEmbedder(config, graph, parts), parts);
    parts.lifecycle.onClose("embedder", () => embedder.close());
    const { retrievalAddress, uploadLimitBytes } = config;
    const choices = { extracts: true, uploadLimitBytes };
    const service = makeIngest({ auth, graph, embedder, models, ...documents }, choices, parts);
    const retrieval = retrievalAddress && connect<RetrievalService<Call>>("retrieval", retrievalAddress, wire, parts, false);
    const upkeep = retrieval ? { auth, ingest: service, retrieval } : undefined;
    // It takes what is to be remembered also while the background work has to wait for something.
    await Promise.all([
      startBackground({ auth, graph, embedder, models, ...documents }, { documents: true, upkeep }, parts),
      runService("ingest", config, wire, service, parts),
    ]);
  });
}
