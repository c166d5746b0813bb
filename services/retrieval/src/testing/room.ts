/** For tests: the service over a real index and database, with models that say what they are told. */
import { randomBytes } from "node:crypto";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { openPglite } from "@loci/adapters/pglite";
import { createPostgresIndex } from "@loci/adapters/postgres-index";
import { idSource, type Grants } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { silentLogger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { SynthesisPart, SynthesisRequest } from "@loci/ports/language-model";
import type { SearchIndex } from "@loci/ports/search-index";
import type { graph, ingest, retrieval } from "@loci/protos";
import type { ExtractiveModel, Rememberer } from "../deps.ts";
import { createRetrievalService, migrations, type Retrieval } from "../index.ts";
import { testMemory, type TestMemory } from "./memory.ts";

export interface Grounds {
  readonly database: Database;
  readonly index: SearchIndex;
  close(): Promise<void>;
}

export interface Room extends TestMemory {
  readonly contextId: string;
  readonly service: Retrieval["service"];
  readonly index: SearchIndex;
  /** What the model was asked to answer. */
  readonly asked: SynthesisRequest[];
  /** What ingest was asked to remember. */
  readonly remembered: ingest.RememberRequest[];
  readonly reflections: ingest.StoreReflectionRequest[];
}

export type Speak = (request: SynthesisRequest, signal: AbortSignal | undefined) => AsyncIterable<SynthesisPart>;

const embedder = createBuiltinEmbedder();
/** The room's clock: milliseconds since the epoch, with fractions. */
export const clock = () => performance.timeOrigin + performance.now();

/** A database and an index; one for each file of tests. */
export async function openGrounds(): Promise<Grounds> {
  const database = await openPglite({ folder: undefined });
  await migrate(database, [migrations]);
  return { database, index: await createPostgresIndex(database, embedder.spec.dimension), close: () => database.close() };
}

export interface RoomOptions {
  /** What the assigned model answers; the builtin one where this is not given. */
  readonly speak?: Speak;
  readonly remember?: Rememberer["remember"];
  readonly poolSize?: number;
}

/** A context of its own, with a memory that is empty. */
export function openRoom({ database, index }: Grounds, options: RoomOptions = {}): Room {
  const memory = testMemory(embedder);
  const asked: SynthesisRequest[] = [];
  const remembered: ingest.RememberRequest[] = [];
  const reflections: ingest.StoreReflectionRequest[] = [];
  const builtin = createBuiltinLanguageModel();
  const model: ExtractiveModel = {
    id: options.speak ? "openai:test" : builtin.id,
    synthesise(request, signal) {
      asked.push(request);
      return (options.speak ?? ((given, until) => builtin.synthesise(given, until)))(request, signal);
    },
  };
  const ids = idSource(clock, randomBytes);
  const made = createRetrievalService({
    ...{ database, index, embedder, clock, ids, extractive: builtin, logger: silentLogger() },
    graph: memory.graph,
    models: { model: () => Promise.resolve({ ...builtin, ...model }) },
    ingest: {
      async remember(request, call) {
        remembered.push(request);
        if (options.remember) return options.remember(request, call);
        const turn = { role: request.role, speaker: "", content: request.text, knownAt: "", embedding: new Uint8Array(), extraction: "done" };
        const written = await memory.graph.writeMemory({ sessionId: request.sessionId, turns: [turn] } as unknown as graph.WriteMemoryRequest, call);
        return rememberedAs(written.turnIds[0] ?? "", request.sessionId);
      },
      async storeReflection(request) {
        reflections.push(request);
        return { attributes: [{ id: "attribute:r", entityId: "entity:r", key: "reflection", value: request.reflection, memoryCategory: "knowledge" }] };
      },
    },
    settings: { poolSize: options.poolSize ?? 256 },
  });
  return Object.assign(memory, {
    ...{ contextId: `ctx-${randomBytes(6).toString("hex")}`, service: made.service, index, asked, remembered, reflections },
  });
}

export function rememberedAs(turnId: string, sessionId: string): ingest.RememberResponse {
  return { mode: "full", sessionId, turnId, chunkId: "", extraction: null, deferred: false, replayed: false };
}

const all: Grants = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };

export function callOf(contextId: string, grants: Grants = all, over: { principalId?: string; signal?: AbortSignal } = {}): Call {
  const identity = { contextId, principalId: over.principalId ?? "agent", keyId: "key:1", grants, delegatedPrincipalId: "" };
  const call = serviceCall(contextId, "trace:call", clock() + 60_000, over.signal);
  return { ...call, caller: { kind: "principal", identity } };
}

export function chatRequest(message: string, over: Partial<retrieval.ChatRequest> = {}): retrieval.ChatRequest {
  return { message, sessionId: "", scopes: null, labels: [], bypassCache: false, model: "", k: 0, ...over };
}

export function queryRequest(query: string, over: Partial<retrieval.QueryRequest> = {}): retrieval.QueryRequest {
  return {
    ...{ query, k: 10, lens: null, labels: [], includeFacts: true, includePassages: true, mode: "", time: null },
    ...{ includeDuplicates: false, source: "", sessionId: "" },
    ...over,
  };
}

export function tracesRequest(over: Partial<retrieval.ListTracesRequest> = {}): retrieval.ListTracesRequest {
  return { kind: "", principal: "", keyId: "", since: "", until: "", limit: 0, sessionId: "", ...over };
}

export function forgetRequest(query: string, over: Partial<retrieval.ForgetRequest> = {}): retrieval.ForgetRequest {
  return { query, purge: false, dryRun: false, keepForgotten: false, lens: null, operation: null, ...over };
}

/** A model that says these pieces one after the other. */
export function saying(...pieces: readonly string[]): Speak {
  return async function* () {
    for (const text of pieces) yield { text };
    yield { usage: { inputTokens: 100, outputTokens: pieces.length } };
  };
}
