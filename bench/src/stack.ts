/** The write and the recall path in this process over a PGlite folder, wired as `dev start` wires them, without HTTP. */
import { randomBytes } from "node:crypto";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { openPglite } from "@loci/adapters/pglite";
import { createPostgresIndex } from "@loci/adapters/postgres-index";
import { createGraphService, migrations as graphMigrations } from "@loci/graph";
import { idSource, packVector, type Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { scopeSetMessage } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { retrieval as messages } from "@loci/protos";
import { createRetrievalService, migrations as retrievalMigrations } from "@loci/retrieval";

export interface Stack {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly contextId: string;
  /** Stores literal turns, as `infer: none` does. */
  remember(texts: readonly string[]): Promise<void>;
  ask(question: string): Promise<messages.QueryResponse>;
  close(): Promise<void>;
}

const contextId = "bench";
const grants: Grants = { "memory:read": ["/"], "memory:write": ["/"] };

export async function openStack(folder: string): Promise<Stack> {
  const clock = () => performance.timeOrigin + performance.now();
  const ids = idSource(() => Date.now(), (length) => randomBytes(length));
  const logger = silentLogger();
  const database = await openPglite({ folder });
  await migrate(database, [graphMigrations, retrievalMigrations]);
  const embedder = createBuiltinEmbedder();
  const graph = createGraphService({ database, clock, ids, logger });
  const index = await createPostgresIndex(database, embedder.spec.dimension);
  const retrieval = createRetrievalService({ database, index, graph, embedder, clock, ids, logger });
  const call = (): Call => ({
    caller: { kind: "principal", identity: { contextId, principalId: "admin", keyId: "key", grants, delegatedPrincipalId: "" } },
    traceId: "bench",
    deadline: clock() + 600_000,
    signal: new AbortController().signal,
  });
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
    async close() {
      await retrieval.close();
      await embedder.close();
      await database.close();
    },
  };
}
