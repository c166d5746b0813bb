import { createGateway } from "@loci/gateway";
import { principalOf, type Call } from "@loci/platform/call";
import { untilStopped } from "@loci/platform/lifecycle";
import type { IngestService } from "@loci/protos";
import type { Rememberer } from "@loci/retrieval";
import { readSettings } from "../config.ts";
import { roleSettings, type RoleSettings } from "../roles.ts";
import { startBackground } from "./background.ts";
import { openDocumentParts } from "./documents.ts";
import { gatewaySettings } from "./gateway-settings.ts";
import { bootstrapContext, openFoundation } from "./foundation.ts";
import { makeIngest } from "./ingest.ts";
import { listenHttp, withLifecycle } from "./listen.ts";
import { openEmbedder, openLanguageModel, openReranker } from "./models.ts";
import { createModelDirectory } from "./model-directory.ts";
import { makeRetrieval } from "./retrieval.ts";
import { surroundings, ownCall, type Surroundings } from "./surroundings.ts";
import { firstStartText, laterStartText, urlOf } from "./welcome.ts";

/** `loci-server dev start`: every service object in this process, wired directly. */
export async function startDev(flags: Readonly<Record<string, unknown>>, bootstrap: boolean): Promise<void> {
  const config = readSettings(roleSettings.dev, flags);
  const parts = surroundings(config);
  await withLifecycle(parts, async () => {
    process.stdout.write(await openEverything(config, bootstrap, parts));
    await untilStopped();
    process.stdout.write("Stopping …\n");
  });
}

/** @returns what to tell the user once it serves */
async function openEverything(config: RoleSettings<"dev">, bootstrap: boolean, parts: Surroundings): Promise<string> {
  // Before anything is made on disk: it may refuse its settings.
  const languageModel = await openLanguageModel(config);
  const reranker = await openReranker(config);
  const { database, auth, graph } = await openFoundation(config, true, parts);
  const embedder = await openEmbedder(config, graph, parts);
  parts.lifecycle.onClose("embedder", () => embedder.close());
  // Each tells the other: a chat is remembered, a write is indexed.
  const rememberer: Rememberer = {
    remember: (request, call) => ingest.remember(request, call),
    storeReflection: (request, call) => ingest.storeReflection(request, call),
  };
  const models = createModelDirectory(auth, languageModel, parts);
  const peers = { graph, ingest: rememberer, embedder, models, reranker };
  const retrieval = await makeRetrieval(database, peers, { poolSize: config.retrievalPoolSize }, parts);
  const documents = await openDocumentParts(database, config, parts);
  const made = makeIngest({ auth, graph, embedder, models, ...documents }, parts);
  const ingest: IngestService<Call> = announcing(made, (contextId) => retrieval.changed(contextId));
  const upkeep = { auth, ingest, retrieval: retrieval.service };
  await startBackground({ graph, embedder, models, ...documents, upkeep }, parts);
  const { clock, ids, logger } = parts;
  const gateway = createGateway({
    auth,
    ingest,
    graph,
    retrieval: retrieval.service,
    clock,
    ids,
    logger,
    settings: gatewaySettings(config),
    ready: async () => {
      const ok = await database.isReady(1_000);
      return { ok, parts: { database: ok ? "ok" : "does not answer" } };
    },
  });
  const listener = await listenHttp(gateway, config.bindAddress, parts);
  const place = { url: urlOf(config.bindAddress.host, listener.port), database: config.connectionString };
  // After listening: were the port taken, the keys would have been made and never shown.
  const keys = bootstrap ? await bootstrapContext(auth, config, parts) : undefined;
  if (keys?.created) return firstStartText(place, keys);
  const { contexts } = await auth.listContexts({ page: null }, ownCall(parts));
  return laterStartText(
    place,
    contexts.map((context) => context.id),
  );
}

/** Tells the indexer of each write, so that the next query finds the index complete instead of completing it. */
function announcing(ingest: IngestService<Call>, changed: (contextId: string) => void): IngestService<Call> {
  const after = <Request, Response>(write: (request: Request, call: Call) => Promise<Response>) => {
    return async (request: Request, call: Call): Promise<Response> => {
      const response = await write(request, call);
      changed(principalOf(call).contextId);
      return response;
    };
  };
  return {
    ...ingest,
    remember: after((request, call) => ingest.remember(request, call)),
    rememberBatch: after((request, call) => ingest.rememberBatch(request, call)),
  };
}
