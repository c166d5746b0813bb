import { createGateway, defaultGatewaySettings } from "@loci/gateway";
import { principalOf, type Call } from "@loci/platform/call";
import { untilStopped } from "@loci/platform/lifecycle";
import type { IngestService } from "@loci/protos";
import type { Rememberer } from "@loci/retrieval";
import { readSettings } from "../config.ts";
import { roleSettings, type RoleSettings } from "../roles.ts";
import { bootstrapContext, openFoundation } from "./foundation.ts";
import { makeIngest } from "./ingest.ts";
import { listenHttp, withLifecycle } from "./listen.ts";
import { openEmbedder, openLanguageModel } from "./models.ts";
import { makeRetrieval, onlyModel } from "./retrieval.ts";
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
  const { database, auth, graph } = await openFoundation(config, true, parts);
  const embedder = await openEmbedder(config, graph, ownCall(parts));
  parts.lifecycle.onClose("embedder", () => embedder.close());
  // Each tells the other: a chat is remembered, a write is indexed.
  const rememberer: Rememberer = {
    remember: (request, call) => ingest.remember(request, call),
    storeReflection: (request, call) => ingest.storeReflection(request, call),
  };
  const models = onlyModel(languageModel);
  const retrieval = await makeRetrieval(database, { graph, ingest: rememberer, embedder, models }, { poolSize: config.retrievalPoolSize }, parts);
  const ingest: IngestService<Call> = announcing(makeIngest({ auth, graph, embedder, languageModel }, parts), (contextId) =>
    retrieval.changed(contextId),
  );
  const { clock, ids, logger } = parts;
  const gateway = createGateway({
    auth,
    ingest,
    graph,
    retrieval: retrieval.service,
    clock,
    ids,
    logger,
    settings: { ...defaultGatewaySettings, headerAliases: config.headerAliases, maxQueryK: config.maxQueryK },
    ready: async () => {
      const ok = await database.isReady(1_000);
      return { ok, parts: { database: ok ? "ok" : "does not answer" } };
    },
  });
  const listener = await listenHttp(gateway, config.bindAddress, parts);
  const place = { url: urlOf(config.bindAddress.host, listener.port), database: config.connectionString };
  // After listening: were the port taken, the keys would have been made and never shown.
  const made = bootstrap ? await bootstrapContext(auth, config, parts) : undefined;
  if (made?.created) return firstStartText(place, made);
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
    remember: after((request, call) => ingest.remember(request, call)),
    rememberBatch: after((request, call) => ingest.rememberBatch(request, call)),
  };
}
