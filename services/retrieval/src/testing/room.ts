/** For tests: a context of its own in a whole server, with a model that says what it is told, and short ways to say things. */
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import type { Grants, Identity } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { SynthesisPart, SynthesisRequest } from "@loci/ports/language-model";
import type { graph, ingest, retrieval, RetrievalService } from "@loci/protos";
import { caller, type Whole } from "@loci/server/testing/whole";
import type { RetrievalOptions } from "../index.ts";

export type Speak = (request: SynthesisRequest, signal: AbortSignal | undefined) => AsyncIterable<SynthesisPart>;

export interface Room {
  readonly contextId: string;
  readonly service: RetrievalService<Call>;
  /** A caller who holds all that memory allows. */
  readonly all: Call;
  /** What the model was asked to answer. */
  readonly asked: readonly SynthesisRequest[];
  /** Remembers what is given, by whoever may do all. */
  remember(request: Partial<ingest.RememberRequest>, by?: Call): Promise<ingest.RememberResponse>;
  /** Remembers a text as it is. @returns the id of its passage */
  say(text: string, over?: Partial<ingest.RememberRequest>, by?: Call): Promise<string>;
  /** Remembers a text, and facts that are read from the whole of it. @returns the ids of the turn and of its facts */
  tell(text: string, ...facts: readonly Known[]): Promise<{ readonly turn: string; readonly facts: readonly string[] }>;
  /** States a fact. @returns its id */
  know(entity: string, key: string, value: string): Promise<string>;
  /** What was said in a session, oldest first. */
  turns(sessionId: string): Promise<graph.Turn[]>;
}

/** `Type/name`, key, value. */
export type Known = readonly [entity: string, key: string, value: string];

export interface RoomOptions {
  /** What the context's model answers; the builtin one where this is not given. */
  readonly speak?: Speak;
  /** Parts that this room has otherwise than the whole. */
  readonly over?: Partial<RetrievalOptions>;
}

/** A context whose memory is empty. */
export async function openRoom(whole: Whole, { speak, over }: RoomOptions = {}): Promise<Room> {
  const contextId = await whole.context();
  const all = caller(contextId);
  const asked: SynthesisRequest[] = [];
  const builtin = createBuiltinLanguageModel();
  whole.models.set(contextId, {
    ...builtin,
    id: speak ? "openai:test" : builtin.id,
    synthesise(request, signal) {
      asked.push(request);
      return (speak ?? ((given, until) => builtin.synthesise(given, until)))(request, signal);
    },
  });
  const remember = (request: Partial<ingest.RememberRequest>, by = all) => whole.ingest.remember({ ...nothing, ...request }, by);
  const state = async (text: string, facts: readonly Known[]) => {
    const { turnId, extraction } = await remember({ text, infer: "triples", triples: facts.map(tripleOf) });
    return { turn: turnId, facts: (extraction?.attributes ?? []).map((attribute) => attribute.id) };
  };
  return {
    ...{ contextId, all, asked, remember, service: over ? whole.recallWith(over) : whole.retrieval },
    say: async (text, given = {}, by = all) => (await remember({ text, infer: "none", ...given }, by)).chunkId,
    tell: (text, ...facts) => state(text, facts),
    know: async (entity, key, value) => (await state("", [[entity, key, value]])).facts[0] ?? "",
    turns: async (sessionId) => (await whole.graph.listTurns({ sessionId, limit: 500, offset: 0, newestFirst: false }, all)).turns,
  };
}

/** A caller of a room who holds these grants. */
export function by(room: Room, grants: Grants, over: Partial<Identity> = {}): Call {
  const call = caller(room.contextId, grants);
  if (call.caller.kind !== "principal") throw new Error("a caller is a principal");
  return { ...call, caller: { kind: "principal", identity: { ...call.caller.identity, ...over } } };
}

/** A model that says these pieces one after the other. */
export function saying(...pieces: readonly string[]): Speak {
  return async function* () {
    for (const text of pieces) yield { text };
    yield { usage: { inputTokens: 100, outputTokens: pieces.length } };
  };
}

/** Reads a chat to its end. */
export async function converse(room: Room, request: retrieval.ChatRequest, call = room.all) {
  const events: retrieval.ChatEvent[] = [];
  for await (const event of room.service.chat(request, call)) events.push(event);
  const done = events.at(-1)?.done;
  if (!done) throw new Error("the chat has no end");
  return { events, done, kinds: events.map((event) => event.kind).join(" ") };
}

export function chatRequest(message: string, over: Partial<retrieval.ChatRequest> = {}): retrieval.ChatRequest {
  const unkeyed = { idempotencyKey: "", requestHash: new Uint8Array() };
  return {
    message,
    sessionId: "",
    scopes: null,
    labels: [],
    bypassCache: false,
    model: "",
    k: 0,
    time: null,
    includeEnded: false,
    ...unkeyed,
    ...over,
  };
}

export function queryRequest(query: string, over: Partial<retrieval.QueryRequest> = {}): retrieval.QueryRequest {
  return {
    ...{ query, k: 10, lens: null, labels: [], includeFacts: true, includePassages: true, mode: "", time: null },
    ...{ includeDuplicates: false, includeEnded: false, source: "", sessionId: "" },
    ...over,
  };
}

export function reflectRequest(query: string, over: Partial<retrieval.ReflectRequest> = {}): retrieval.ReflectRequest {
  return { query, persist: false, lens: null, k: 0, idempotencyKey: "", requestHash: new Uint8Array(), ...over };
}

export function tracesRequest(over: Partial<retrieval.ListTracesRequest> = {}): retrieval.ListTracesRequest {
  return { kind: "", principal: "", keyId: "", since: "", until: "", limit: 0, sessionId: "", ...over };
}

export function forgetRequest(query: string, over: Partial<retrieval.ForgetRequest> = {}): retrieval.ForgetRequest {
  return { query, purge: false, dryRun: false, keepForgotten: false, lens: null, operation: null, ...over };
}

const nothing: ingest.RememberRequest = {
  ...{
    text: "",
    infer: "full",
    scopes: null,
    labels: [],
    observedAt: "",
    sessionId: "",
    role: "",
    memoryCategory: "",
    triples: [],
  },
  ...{ respondAsync: false, idempotencyKey: "", requestHash: new Uint8Array(), place: "" },
};

function tripleOf([entity, key, value]: Known): ingest.Triple {
  const slash = entity.indexOf("/");
  const rest = { target: null, memoryCategory: "", validFrom: "", validUntil: "" };
  return { entity: { type: entity.slice(0, slash), name: entity.slice(slash + 1) }, key, value, ...rest };
}
