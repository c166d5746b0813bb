import { invalidField, LociError } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { atOnce, beginIn, type StillThere } from "@loci/platform/life";
import { scopeSetOf } from "@loci/platform/messages";
import type { common, graph, retrieval } from "@loci/protos";
import { acknowledgement, onlyTells } from "../answer/acknowledge.ts";
import { besideIn } from "../answer/beside.ts";
import { historyOf, instructionsOf, recentTurns, stylesOf } from "../answer/material.ts";
import { audienceOf, mayStore, rememberMessage, sessionOf, storeReply, type ReplyPlace } from "../answer/remember.ts";
import { repeated, replyKey, type CachedReply } from "../answer/reply-cache.ts";
import { keepResponse } from "../answer/response-trace.ts";
import { sourcesOf } from "../answer/sources.ts";
import { synthesise, type Answered, type AnswerPart, type Material } from "../answer/synthesise.ts";
import { withdrawIfForgotten } from "../answer/withdraw.ts";
import type { RetrievalDeps } from "../deps.ts";
import { recallOverHop } from "../recall/over-hop.ts";
import type { Recalled } from "../recall/recall.ts";
import { stopwatch } from "../stopwatch.ts";
import { requestTraceId } from "../trace/request-trace.ts";

const defaultK = 10;
/** Texts are there beside the facts that were read from them, as a fact may say less: of so many times as many hits. */
const withTexts = 1.5;

/**
 * Answers a message from memory, as it is being made. The message is remembered meanwhile, where the caller may write; the reply
 * is stored once it is complete, and never learned from. A model may take longer than the context lives: then nothing is kept of its
 * answer.
 * @throws LociError `unauthenticated` where that is so, though all of the answer was said
 */
export async function* chat(
  request: retrieval.ChatRequest,
  call: Call,
  deps: RetrievalDeps,
): AsyncGenerator<retrieval.ChatEvent, void> {
  const watch = stopwatch(deps.elapsed);
  const traceId = requestTraceId(call, deps);
  const prompt = atOnce(call, deps.clock());
  const prepared = await prepare(request, traceId, { call, prompt }, deps);
  const { storing, place, recalled, key, cached, stillThere } = prepared;
  const { sessionId } = place;
  watch.lap("recall");
  // After the recall, so that a message is never its own source.
  const remembering = storing ? rememberMessage(request, sessionId, prompt, deps) : undefined;
  const event = eventsOf(traceId, sessionId);
  const acknowledge = remembering && onlyTells(request.message) ? () => acknowledgement(remembering) : undefined;
  const answered = yield* say({ ...prepared, material: { ...prepared.material, acknowledge } }, event, call, deps);
  watch.lap("synthesis");

  await remembering;
  const writing = await callToKeepWith(stillThere, deps);
  const reply = writing === undefined ? "" : answered.text;
  const beside = besideIn(answered, prepared, deps);
  const madeOf = [...prepared.madeOf, ...beside.map(({ scopes }) => scopes)];
  const stored = await storeReply(request, reply, place, madeOf, remembering, writing ?? call, deps);
  watch.lap("storing");
  const unkept = writing === undefined ? ["storage: neither the reply nor the trace was kept"] : [];
  const lacking = [...recalled.trace.degraded, ...answered.degraded, ...wrongModel(request, answered), ...unkept];
  const turnIds = stored.replyTurnId === "" ? [] : [stored.userTurnId, stored.replyTurnId];
  const reusedFrom = cached?.traceId ?? "";
  const said = { id: traceId, source: "chat" as const, question: request.message, sessionId, turnIds, reusedFrom };
  const response = { ...said, degraded: [...lacking, ...stored.degraded] };
  if (writing !== undefined) keepResponse(response, answered, recalled, beside, watch, call, deps);
  const [kept] = await Promise.all([
    withdrawIfForgotten(stored, recalled, beside, request.time, call, deps),
    // A client may write the reply back at once: by then graph has to know it.
    deps.aftermath.settled(principalOf(call).contextId),
  ]);
  const degraded = [...lacking, ...kept.degraded];
  if (key !== "" && degraded.length === 0 && !cached) {
    deps.replies.set(key, { reply: answered.text, citations: answered.citations, model: answered.model, traceId });
  }
  const done: retrieval.ChatDone = {
    reply: answered.text,
    citations: [...answered.citations],
    traceId,
    sessionId,
    stored: stored.isStored,
    memoryUpdates: stored.extraction,
    degraded,
    userTurnId: stored.userTurnId,
    replyTurnId: kept.replyTurnId,
    sourceIds: [...sourcesOf(recalled.response), ...prepared.turns, ...beside].map(({ id }) => id),
  };
  yield event("done", { done });
}

/**
 * What was said is said, also where nobody can tell just now whether the context is still there.
 * @returns undefined where that is so: then nothing may be kept
 * @throws LociError `unauthenticated` where it is not
 */
async function callToKeepWith(stillThere: StillThere, { logger }: RetrievalDeps): Promise<Call | undefined> {
  try {
    return await stillThere();
  } catch (thrown) {
    if (LociError.from(thrown).code === "unauthenticated") throw thrown;
    logger.warn({ err: thrown }, "what a chat answered was not kept");
    return undefined;
  }
}

interface Prepared {
  /** Whether the caller may write what is said. */
  readonly storing: boolean;
  readonly place: ReplyPlace;
  readonly recalled: Recalled;
  readonly material: Material;
  /** The scopes of all that the model is shown: of the hits, and of the session's turns. */
  readonly madeOf: readonly (common.ScopeSet | null)[];
  /** The session's turns that the model was shown. */
  readonly turns: readonly graph.Turn[];
  readonly instructions: readonly graph.ActiveInstruction[];
  /** Under which the reply is cached; "" within a session, whose turns have their part in it. */
  readonly key: string;
  readonly cached: CachedReply | undefined;
  readonly stillThere: StillThere;
}

/** @param prompt what is written by it is written soon, or never: an answer may take for longer than the context lives */
interface Calls {
  readonly call: Call;
  readonly prompt: Call;
}

/** What is needed before the first word can be said. */
async function prepare(
  request: retrieval.ChatRequest,
  traceId: string,
  { call, prompt }: Calls,
  deps: RetrievalDeps,
): Promise<Prepared> {
  const identity = principalOf(call);
  regionFor(call, "memory:read");
  if (request.message.trim() === "") throw invalidField("/message", "must not be empty");
  const storing = mayStore(request, identity);
  const placing = Promise.resolve(
    storing ? sessionOf(request, prompt, deps) : { sessionId: request.sessionId, scopes: scopeSetOf(request.scopes) ?? [] },
  );
  const [stillThere, place, recalled, turns, told] = await Promise.all([
    beginIn(identity.contextId, deps.auth, call, deps.clock),
    placing,
    deps.aroundRecall(call, () => recallOverHop(recallRequest(request), call, deps, traceId)),
    recentTurns(request.sessionId, call, deps),
    placing.then(({ scopes }) => instructionsOf(scopes.length === 0 ? undefined : scopes, call, deps)),
  ]);
  // What was told is answered by what was read of it.
  const isCacheable = request.sessionId === "" && !onlyTells(request.message);
  // One by which no reply could be kept is not obeyed.
  const writable = identity.grants["memory:write"] ?? [];
  const instructions = told.filter(({ scopes }) => !storing || audienceOf(place.scopes, [scopes], writable) !== undefined);
  const styles = stylesOf(instructions);
  const key = isCacheable ? replyKey(request, styles, recalled, call) : "";
  const cached = key === "" || request.bypassCache ? undefined : deps.replies.get(key);
  const sources = sourcesOf(recalled.response);
  const material: Material = {
    ...{ purpose: "chat", question: request.message, sources, history: historyOf(turns) },
    instructions: styles,
  };
  const madeOf = [...sources, ...turns].map(({ scopes }) => scopes);
  return { storing, place, recalled, material, madeOf, turns, instructions, key, cached, stillThere };
}

/** Passes the answer on as it comes. @returns the whole of it */
async function* say(
  { cached, material }: Prepared,
  event: ReturnType<typeof eventsOf>,
  call: Call,
  deps: RetrievalDeps,
): AsyncGenerator<retrieval.ChatEvent, Answered> {
  const stop = new AbortController();
  const signal = AbortSignal.any([call.signal, stop.signal]);
  const parts: AsyncIterable<AnswerPart> = cached
    ? repeated(cached)
    : synthesise(material, principalOf(call).contextId, deps, signal);
  let answered: Answered | undefined;
  let begun = false;
  try {
    for await (const part of parts) {
      // Not before the first word: what fails until then is answered by a status of its own.
      if (!begun) yield event("started");
      begun = true;
      if (part.kind === "delta") yield event("delta", { delta: part.text });
      else if (part.kind === "citation") yield event("citation", { citation: part.citation });
      else answered = part.answered;
    }
  } finally {
    // Whoever stopped reading wants no more of it.
    stop.abort();
  }
  if (answered === undefined || call.signal.aborted) throw new LociError("cancelled", "The caller went away.");
  return answered;
}

function recallRequest({
  message,
  sessionId,
  scopes,
  labels,
  k,
  time,
  includeEnded,
}: retrieval.ChatRequest): retrieval.QueryRequest {
  return {
    query: message,
    k: Math.ceil((k || defaultK) * withTexts),
    lens: scopes,
    labels,
    includeFacts: true,
    includePassages: true,
    mode: "",
    time,
    includeEnded,
    includeDuplicates: true,
    source: "chat",
    sessionId,
  };
}

function eventsOf(traceId: string, sessionId: string) {
  return (kind: string, rest: Partial<retrieval.ChatEvent> = {}): retrieval.ChatEvent => ({
    kind,
    traceId,
    sessionId,
    delta: "",
    citation: null,
    done: null,
    ...rest,
  });
}

/** The context assigns its models; another one that is asked for is not taken, and that is said. */
function wrongModel({ model }: retrieval.ChatRequest, answered: Answered): string[] {
  const isAssigned = model === "" || model === answered.model || answered.model.endsWith(`:${model}`);
  return isAssigned ? [] : [`model: ${model} is not assigned to this context`];
}
