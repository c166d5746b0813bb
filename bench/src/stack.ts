/** The write and the recall path in this process over a PGlite folder, wired as `dev start` wires them, without HTTP. */
import { randomBytes } from "node:crypto";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { openPglite } from "@loci/adapters/pglite";
import { createPostgresIndex } from "@loci/adapters/postgres-index";
import { createGraphService, migrations as graphMigrations } from "@loci/graph";
import { idSource, packVector, type Grants } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { scopeSetMessage } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { GraphService, retrieval as messages } from "@loci/protos";
import { createRetrievalService, migrations as retrievalMigrations, type Rememberer, type Retrieval } from "@loci/retrieval";

export const contextId = "bench";
const grants: Grants = { "memory:read": ["/"], "memory:write": ["/"] };
const clock = () => performance.timeOrigin + performance.now();

export interface Services {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly graph: GraphService<Call>;
  readonly retrieval: Retrieval;
  /** A call by who may read and write everything. */
  readonly call: () => Call;
  readonly close: () => Promise<void>;
}

/** @param folder undefined for a database in memory */
export async function openServices(folder: string | undefined): Promise<Services> {
  const ids = idSource(() => Date.now(), (length) => randomBytes(length));
  const logger = silentLogger();
  const database = await openPglite({ folder });
  await migrate(database, [graphMigrations, retrievalMigrations]);
  const embedder = createBuiltinEmbedder();
  const graph = createGraphService({ database, clock, ids, logger });
  const index = await createPostgresIndex(database, embedder.spec.dimension);
  const extractive = createBuiltinLanguageModel();
  const models = { model: () => Promise.resolve(extractive) };
  const retrieval = createRetrievalService({ database, index, graph, ingest, models, extractive, embedder, clock, ids, logger });
  const identity = { contextId, principalId: "admin", keyId: "key", grants, delegatedPrincipalId: "" };
  return {
    database,
    embedder,
    graph,
    retrieval,
    call: () => ({ ...serviceCall(contextId, "bench", clock() + 600_000), caller: { kind: "principal", identity } }),
    async close() {
      await retrieval.close();
      await embedder.close();
      await database.close();
    },
  };
}

const ingest: Rememberer = {
  remember: () => Promise.reject(new Error("Nothing is remembered here.")),
  storeReflection: () => Promise.reject(new Error("Nothing is stored here.")),
};

export interface Stack {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly contextId: string;
  /** Stores literal turns, as `infer: none` does. */
  remember(texts: readonly string[]): Promise<void>;
  ask(question: string): Promise<messages.QueryResponse>;
  close(): Promise<void>;
}

export async function openStack(folder: string): Promise<Stack> {
  const { database, embedder, graph, retrieval, call, close } = await openServices(folder);
  let users = 0;
  return {
    database,
    embedder,
    contextId,
    async remember(texts) {
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
          })),
          proposals: [],
          stream: "experiential",
          dryRun: false,
          knownAt: known,
          traceId: "bench",
        },
        call(),
      );
      retrieval.changed(contextId);
    },
    async ask(query) {
      const time = null;
      return retrieval.service.query(
        { query, k: 10, lens: null, labels: [], includeFacts: true, includePassages: true, mode: "hybrid", time, includeDuplicates: false, source: "", sessionId: "" },
        call(),
      );
    },
    close,
  };
}
