import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { idSource, type Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { silentLogger } from "@loci/platform/telemetry";
import type { graph, GraphService, ingest } from "@loci/protos";
import type { LanguageModel, ModelDirectory } from "@loci/ports/language-model";
import { createIngestService, defaultIngestLimits, type IngestDeps } from "../index.ts";

export const now = "2024-05-01T10:00:00.000Z";
export const clock = () => Date.parse(now);

export function callOf(grants: Grants = { "memory:write": ["org/a"] }, signal = new AbortController().signal): Call {
  const identity = { contextId: "acme", principalId: "agent", keyId: "key:1", grants, delegatedPrincipalId: "" };
  return { caller: { kind: "principal", identity }, traceId: "trace:1", deadline: clock() + 60_000, signal };
}

/** A graph that keeps what it is asked to write and answers ids for it. */
export function recordingGraph(written: graph.WriteMemoryRequest[]): GraphService<Call> {
  const methods: Partial<GraphService<Call>> = {
    async writeMemory(request) {
      written.push(request);
      return {
        sessionId: request.sessionId || "session:1",
        turnIds: request.turns.map((_turn, i) => `turn:${i}`),
        chunkIds: request.turns.map((turn, i) => (turn.extraction === "none" ? `memory_chunk:${i}` : "")),
        results: request.proposals.map((proposal) => emptyResult(proposal.turn < 0 ? "" : `turn:${proposal.turn}`)),
        replayed: false,
      };
    },
  };
  return methods as GraphService<Call>;
}

export function emptyResult(turnId: string): graph.ExtractionResult {
  return {
    turnId,
    entities: [],
    attributes: [],
    relations: [],
    corrections: [],
    instructions: [],
    uncertainties: [],
    decisions: [],
  };
}

/** The service with the builtin model and embedder over a recording graph; only scopes under `org/a` are registered. */
export function testService(over: Partial<IngestDeps> = {}) {
  const written: graph.WriteMemoryRequest[] = [];
  const service = createIngestService({
    graph: recordingGraph(written),
    auth: {
      ...nothing<IngestDeps["auth"]>(),
      findUnregistered: async ({ paths }) => ({ paths: paths.filter((path) => path.startsWith("org/a/un")) }),
    },
    embedder: createBuiltinEmbedder(),
    models: onlyModel(createBuiltinLanguageModel()),
    objects: nothing(),
    runner: nothing(),
    clock,
    ids: idSource(clock, (length) => new Uint8Array(length)),
    logger: silentLogger(),
    limits: defaultIngestLimits,
    onDeferred: () => undefined,
    ...over,
  });
  return { service, written };
}

/** One model for every context and stage. */
export function onlyModel(model: LanguageModel): ModelDirectory {
  return { model: async () => model };
}

/** A model that only extracts. */
export function extractingModel(id: string, extract: LanguageModel["extract"]): LanguageModel {
  return { ...createBuiltinLanguageModel(), id, extract };
}

/** A part that the test does not touch: whatever is asked of it fails. */
function nothing<T extends object>(): T {
  return {} as T;
}

export function rememberRequest(over: Partial<ingest.RememberRequest> = {}): ingest.RememberRequest {
  return {
    text: "",
    infer: "full",
    scopes: null,
    labels: [],
    observedAt: "",
    sessionId: "",
    role: "",
    memoryCategory: "",
    triples: [],
    respondAsync: false,
    idempotencyKey: "",
    requestHash: new Uint8Array(),
    place: "",
    ...over,
  };
}

export function batchRequest(over: Partial<ingest.RememberBatchRequest> = {}): ingest.RememberBatchRequest {
  return {
    messages: [],
    infer: "full",
    extract: "whole_conversation",
    scopes: null,
    labels: [],
    sessionId: "",
    respondAsync: false,
    idempotencyKey: "",
    requestHash: new Uint8Array(),
    ...over,
  };
}
