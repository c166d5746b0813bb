/** The write and the recall path in this process over a PGlite folder, wired as `dev start` wires them, without HTTP. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { openFolderStore } from "@loci/adapters/folder-store";
import { openPglite } from "@loci/adapters/pglite";
import { createOpenSearchIndex } from "@loci/adapters/opensearch";
import { openPostgres } from "@loci/adapters/postgres";
import { createPostgresIndex } from "@loci/adapters/postgres-index";
import { createPostgresQueue } from "@loci/adapters/postgres-queue";
import { createGraphService, migrations as graphMigrations } from "@loci/graph";
import { createIngestService, defaultIngestLimits } from "@loci/ingest";
import { idSource, packVector, type Grants } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { scopeSetMessage } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { AuthService, GraphService, IngestService, retrieval as messages } from "@loci/protos";
import { createRetrievalService, migrations as retrievalMigrations, type Retrieval } from "@loci/retrieval";

export const contextId = "bench";
const grants: Grants = { "memory:read": ["/"], "memory:write": ["/"] };
const now = () => performance.timeOrigin + performance.now();

export interface Services {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly graph: GraphService<Call>;
  readonly ingest: IngestService<Call>;
  readonly retrieval: Retrieval;
  /** A call by who may read and write everything. */
  readonly call: () => Call;
  /** A call by Loci itself. */
  readonly ownCall: () => Call;
  readonly close: () => Promise<void>;
}

/** Servers in place of what runs in this process. */
export interface Servers {
  readonly connectionString: string;
  readonly searchUrl: string;
}

/**
 * @param over the folder of an embedded database, undefined for one in memory; or servers
 * @param clock milliseconds since the epoch
 */
export async function openServices(over: string | undefined | Servers, clock: () => number = now): Promise<Services> {
  const ids = idSource(
    () => Date.now(),
    (length) => randomBytes(length),
  );
  const logger = silentLogger();
  const servers = typeof over === "object" ? over : undefined;
  const database = await (typeof over === "object"
    ? openPostgres({ connectionString: over.connectionString })
    : openPglite({ folder: over }));
  await migrate(database, [graphMigrations, retrievalMigrations]);
  const embedder = createBuiltinEmbedder();
  const graph = createGraphService({ database, clock, ids, logger });
  const { dimension } = embedder.spec;
  const index = servers
    ? createOpenSearchIndex({ url: servers.searchUrl, dimension, model: "bench", clock })
    : await createPostgresIndex(database, dimension);
  const extractive = createBuiltinLanguageModel();
  const models = { model: () => Promise.resolve(extractive) };
  const originals = await mkdtemp(join(tmpdir(), "loci-bench-originals-"));
  const objects = await openFolderStore({ folder: originals });
  const runner = await createPostgresQueue({ database, exclusive: true, random: randomBytes, logger });
  const auth: Pick<AuthService<Call>, "findUnregistered" | "getContext"> = {
    findUnregistered: () => Promise.resolve({ paths: [] }),
    getContext: ({ contextId: id }) =>
      Promise.resolve({ id, displayName: id, configJson: "", policyJson: "", createdAt: "", owner: "" }),
  };
  const ingest = createIngestService({
    ...{ graph, auth, embedder, models, objects, runner, clock, ids, logger, limits: defaultIngestLimits },
    onDeferred: () => undefined,
  });
  const retrieval = createRetrievalService({
    database,
    auth,
    index,
    graph,
    ingest,
    models,
    extractive,
    embedder,
    clock,
    ids,
    logger,
  });
  const identity = { contextId, principalId: "admin", keyId: "key", grants, delegatedPrincipalId: "" };
  return {
    database,
    embedder,
    graph,
    ingest,
    retrieval,
    call: () => ({ ...serviceCall(contextId, "bench", Number.MAX_SAFE_INTEGER), caller: { kind: "principal", identity } }),
    ownCall: () => serviceCall(contextId, "bench", Number.MAX_SAFE_INTEGER),
    async close() {
      await retrieval.close();
      await runner.close(1_000);
      await objects.close();
      await rm(originals, { recursive: true, force: true });
      await embedder.close();
      await database.close();
    },
  };
}

export interface Stack {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly contextId: string;
  /**
   * Stores literal turns, as `infer: none` does.
   * @param how announced false: nobody tells recall of it, as where another process writes
   */
  remember(texts: readonly string[], how?: { readonly announced: boolean }): Promise<void>;
  ask(question: string): Promise<messages.QueryResponse>;
  close(): Promise<void>;
}

export async function openStack(over: string | Servers): Promise<Stack> {
  const { database, embedder, graph, retrieval, call, close } = await openServices(over);
  let users = 0;
  return {
    database,
    embedder,
    contextId,
    async remember(texts, how = { announced: true }) {
      const vectors = await embedder.embed(texts, "passage");
      const known = new Date(Date.UTC(2024, 0, 1) + users * 3_600_000).toISOString();
      await graph.writeMemory(
        {
          operationId: "",
          operationHash: new Uint8Array(),
          sessionId: "",
          scopes: scopeSetMessage([[`org/a/user/${users++ % 50}`]]),
          labels: [],
          turns: texts.map((content, i) => ({
            role: "user",
            speaker: i % 2 === 0 ? "Ines" : "Tom",
            content,
            knownAt: known,
            embedding: packVector(vectors[i] ?? new Float32Array()),
            extraction: "none",
            readingEnded: false,
          })),
          proposals: [],
          stream: "experiential",
          dryRun: false,
          knownAt: known,
          traceId: "bench",
        },
        call(),
      );
      if (how.announced) retrieval.changed(contextId);
    },
    async ask(query) {
      const time = null;
      return retrieval.service.query(
        {
          query,
          k: 10,
          lens: null,
          labels: [],
          includeFacts: true,
          includePassages: true,
          mode: "hybrid",
          time,
          includeDuplicates: false,
          includeEnded: false,
          source: "",
          sessionId: "",
        },
        call(),
      );
    },
    close,
  };
}
