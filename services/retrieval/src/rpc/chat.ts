import { invalidField, LociError } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { retrieval } from "@loci/protos";
import { historyOf, instructionsOf, recentTurns } from "../answer/material.ts";
import { mayStore, rememberMessage, sessionOf, storeReply } from "../answer/remember.ts";
import { repeated, replyKey } from "../answer/reply-cache.ts";
import { keepResponse } from "../answer/response-trace.ts";
import { sourcesOf } from "../answer/sources.ts";
import { synthesise, type Answered } from "../answer/synthesise.ts";
import type { RetrievalDeps } from "../deps.ts";
import { stopwatch } from "../stopwatch.ts";
import { recall } from "./query.ts";

const defaultK = 10;

/**
 * Answers a message from memory, as it is being made. The message is remembered meanwhile, where the caller may write; the reply is
 * stored once it is complete, and never learned from.
 */
export async function* chat(request: retrieval.ChatRequest, call: Call, deps: RetrievalDeps): AsyncGenerator<retrieval.ChatEvent, void> {
  const watch = stopwatch(deps.clock);
  const identity = principalOf(call);
  regionFor(call, "memory:read");
  if (request.message.trim() === "") throw invalidField("/message", "must not be empty");
  const traceId = deps.ids("trace");
  const storing = mayStore(request, identity);
  const [sessionId, recalled, turns, instructions] = await Promise.all([
    storing ? sessionOf(request, call, deps) : request.sessionId,
    recall(recallRequest(request), call, deps, traceId),
    recentTurns(request.sessionId, call, deps),
    instructionsOf(call, deps),
  ]);
  watch.lap("recall");
  // After the recall, so that a message is never its own source.
  const remembering = storing ? rememberMessage(request, sessionId, call, deps) : undefined;

  const key = request.sessionId === "" ? replyKey(request, instructions, recalled, call) : "";
  const cached = key === "" || request.bypassCache ? undefined : deps.replies.get(key);
  const material = {
    purpose: "chat" as const,
    question: request.message,
    sources: sourcesOf(recalled.response),
    history: historyOf(turns),
    instructions,
  };
  const event = eventsOf(traceId, sessionId);
  const stop = new AbortController();
  let answered: Answered | undefined;
  try {
    const signal = AbortSignal.any([call.signal, stop.signal]);
    let begun = false;
    for await (const part of cached ? repeated(cached) : synthesise(material, identity.contextId, deps, signal)) {
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
  watch.lap("synthesis");

  const stored = await storeReply(request, answered.text, sessionId, remembering, call, deps);
  watch.lap("storing");
  const degraded = [...recalled.trace.degraded, ...answered.degraded, ...wrongModel(request, answered), ...stored.degraded];
  const turnIds = stored.replyTurnId === "" ? [] : [stored.userTurnId, stored.replyTurnId];
  const reusedFrom = cached?.traceId ?? "";
  keepResponse(
    { id: traceId, source: "chat", question: request.message, sessionId, turnIds, degraded, reusedFrom },
    answered,
    recalled,
    watch,
    call,
    deps,
  );
  if (key !== "" && degraded.length === 0 && !cached) {
    deps.replies.set(key, { reply: answered.text, citations: answered.citations, model: answered.model, traceId });
  }
  // A client may write the reply back at once: by then graph has to know it.
  await deps.aftermath.settled();
  const done: retrieval.ChatDone = {
    reply: answered.text,
    citations: [...answered.citations],
    traceId,
    sessionId,
    stored: stored.isStored,
    memoryUpdates: stored.extraction,
    degraded,
    userTurnId: stored.userTurnId,
    replyTurnId: stored.replyTurnId,
  };
  yield event("done", { done });
}

function recallRequest({ message, sessionId, scopes, labels, k }: retrieval.ChatRequest): retrieval.QueryRequest {
  return {
    query: message,
    k: k || defaultK,
    lens: scopes,
    labels,
    includeFacts: true,
    includePassages: true,
    mode: "",
    time: null,
    includeDuplicates: false,
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
