/** For tests: graph and retrieval as they are wired, over one database, with documents written as their pipeline writes them. */
import { randomBytes } from "node:crypto";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { createPostgresIndex } from "@loci/adapters/postgres-index";
import { createGraphService, migrations as graphMigrations } from "@loci/graph";
import { idSource, packVector, type Grants, type ScopeSet } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { scopeSetMessage } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import type { LanguageModel } from "@loci/ports/language-model";
import type { Reranker } from "@loci/ports/reranker";
import type { graph, GraphService, retrieval, RetrievalService } from "@loci/protos";
import { createRetrievalService, migrations, type RetrievalSettings } from "@loci/retrieval";

const clock = () => performance.timeOrigin + performance.now();
const ids = idSource(clock, randomBytes);
const logger = silentLogger();
const builtin = createBuiltinEmbedder();

export interface Grounds {
  readonly database: Database;
  readonly graph: GraphService<Call>;
  /** Retrieval services over the one index. */
  serve(options?: ServeOptions): RetrievalService<Call>;
}

export interface ServeOptions {
  readonly model?: LanguageModel;
  readonly embedder?: Embedder;
  readonly reranker?: Reranker;
  readonly settings?: Partial<RetrievalSettings>;
}

export async function layGrounds(database: Database): Promise<Grounds> {
  await migrate(database, [graphMigrations, migrations]);
  const service = createGraphService({ database, clock, ids, logger });
  const index = await createPostgresIndex(database, builtin.spec.dimension);
  const extractive = createBuiltinLanguageModel();
  const auth = { getContext: () => Promise.reject(new Error("Nobody chats here.")) };
  const ingest = {
    remember: () => Promise.reject(new Error("Nothing is remembered here.")),
    storeReflection: () => Promise.reject(new Error("Nothing is stored here.")),
  };
  return {
    database,
    graph: service,
    serve({ model = extractive, embedder = builtin, reranker, settings = {} } = {}) {
      const models = { model: () => Promise.resolve(model) };
      // Nothing is given up because the machine is busy, unless a test wants it so.
      const patient = { catchUpMs: 60_000, embedMs: 60_000, modelMs: 60_000, rerankMs: 60_000, ...settings };
      const parts = { database, auth, index, graph: service, ingest, models, extractive, embedder, reranker, settings: patient };
      return createRetrievalService({ ...parts, clock, ids, logger }).service;
    },
  };
}

const everything: Grants = { "memory:read": ["/"], "memory:write": ["/"] };

export function callIn(contextId: string, grants: Grants = everything, principalId = "agent"): Call {
  const identity = { contextId, principalId, keyId: "key:1", grants, delegatedPrincipalId: "" };
  return { ...serviceCall(contextId, "trace:call", clock() + 60_000), caller: { kind: "principal", identity } };
}

/** A document by its headings, each with its chunks. */
export interface Given {
  readonly title: string;
  readonly sections: Readonly<Record<string, readonly string[]>>;
  readonly mimeType?: string;
  readonly scopes?: ScopeSet;
  readonly labels?: readonly string[];
  readonly keywords?: readonly string[];
}

export interface Stored {
  readonly id: string;
  readonly chunkIds: readonly string[];
}

/** Stores a document as far as recall needs it. */
export async function upload({ graph: service }: Grounds, contextId: string, given: Given): Promise<Stored> {
  const { document } = await service.createDocument(
    {
      ...{ id: "", title: given.title, source: `${given.title}.md`, mimeType: given.mimeType ?? "text/markdown", filename: "" },
      ...{
        contentHash: randomBytes(8).toString("hex"),
        sizeBytes: 1,
        labels: [...(given.labels ?? [])],
        observedAt: "",
        originalKey: "",
      },
      ...{ scopes: given.scopes ? scopeSetMessage(given.scopes) : null, operation: null },
    },
    callIn(contextId),
  );
  if (document === null) throw new Error("no document was made");
  const own = { documentId: document.id, version: document.version };
  const request: graph.WriteSectionsPart = { ...own, sections: [], chunks: [], more: false };
  let at = 0;
  for (const [section, [heading, chunks]] of Object.entries(given.sections).entries()) {
    const start = at;
    for (const text of chunks) {
      request.chunks.push({ section, start: at, end: at + text.length, text, tokenCount: 1, signature: new Uint8Array() });
      at += text.length;
    }
    request.sections.push({ heading, level: 1, start, end: at, page: 0 });
  }
  const loci = serviceCall(contextId, "trace:work", clock() + 60_000);
  const { chunkIds } = await service.writeSections(inOnePart(request), loci);
  const vectors = await builtin.embed(
    request.chunks.map((chunk) => chunk.text),
    "passage",
  );
  await service.writeChunkEmbeddings({ ...own, chunkIds, embeddings: vectors.map(packVector) }, loci);
  const words = given.keywords ?? [];
  const meanings = words.length === 0 ? [] : await builtin.embed(words, "passage");
  const keywords = words.map((text, i) => {
    return { normalised: text, text, score: 1, embedding: packVector(meanings[i] ?? new Float32Array()) };
  });
  await service.writeKeywords({ ...own, keywords }, loci);
  return { id: document.id, chunkIds };
}

async function* inOnePart(part: graph.WriteSectionsPart): AsyncGenerator<graph.WriteSectionsPart> {
  yield part;
}

/** A fact that was read from the whole of a chunk. */
export async function readFact(
  { graph: service }: Grounds,
  contextId: string,
  from: Stored,
  chunk: number,
  key: string,
  value: string,
): Promise<void> {
  const fact: graph.ProposedFact = {
    ...{
      subject: { type: "Organisation", name: "Acme" },
      key,
      value,
      target: null,
      memoryCategory: "knowledge",
      confidence: 0.9,
    },
    ...{
      validFrom: "",
      validUntil: "",
      validPrecision: "",
      negated: false,
      changed: false,
      ...{ corrected: false, unbound: false, beside: false, insteadOf: "" },
      turn: chunk,
      spanStart: 0,
      spanEnd: 4,
    },
    embedding: packVector((await builtin.embed([`Acme ${key}: ${value}`], "passage"))[0] ?? new Float32Array()),
  };
  await service.applyDocumentExtraction(
    {
      ...{ documentId: from.id, version: 1, chunkIds: [...from.chunkIds], traceId: "", setAsideChunkIds: [] },
      proposals: [{ entities: [], facts: [fact], instructions: [], turn: chunk }],
    },
    serviceCall(contextId, "trace:work", clock() + 60_000),
  );
}

export function documentQuery(query: string, over: Partial<retrieval.QueryDocumentsRequest> = {}): retrieval.QueryDocumentsRequest {
  return {
    ...{
      query,
      k: 10,
      mode: "hybrid",
      useHyde: false,
      decomposeQuery: false,
      useReranker: false,
      graphEdges: [],
      graphAlpha: -1,
    },
    ...{ graphDepth: 0, expandGraph: false, threshold: 0, vectorWeight: -1, rrfK: 0, filter: null, lens: null, labels: [] },
    ...over,
  };
}

export function memoryQuery(query: string, over: Partial<retrieval.QueryRequest> = {}): retrieval.QueryRequest {
  return {
    ...{ query, k: 10, lens: null, labels: [], includeFacts: true, includePassages: true, mode: "hybrid", time: null },
    ...{ includeDuplicates: false, includeEnded: false, source: "", sessionId: "" },
    ...over,
  };
}
