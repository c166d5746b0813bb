import { invalidField, LociError } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { scopeSetOf } from "@loci/platform/messages";
import type { ingest, retrieval } from "@loci/protos";
import { instructionsOf, stylesOf } from "../answer/material.ts";
import { besideIn } from "../answer/beside.ts";
import { keepResponse } from "../answer/response-trace.ts";
import { sourcesOf } from "../answer/sources.ts";
import { synthesise, type Answered, type Material } from "../answer/synthesise.ts";
import type { RetrievalDeps } from "../deps.ts";
import { recall } from "../recall/recall.ts";
import { stopwatch } from "../stopwatch.ts";
import { requestTraceId } from "../trace/request-trace.ts";

const defaultK = 20;

/** What memory says about a question as a whole, with its evidence; kept as lower-trust facts where that is asked for. */
export async function reflect(
  request: retrieval.ReflectRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.ReflectResponse> {
  const watch = stopwatch(deps.elapsed);
  regionFor(call, "memory:read");
  if (request.persist) regionFor(call, "memory:write");
  if (request.query.trim() === "") throw invalidField("/query", "must not be empty");
  const traceId = requestTraceId(call, deps);
  const [recalled, instructions] = await Promise.all([
    deps.aroundRecall(call, () => recall(recallRequest(request), call, deps, traceId)),
    // What is kept is for others too, whose manner it is not.
    request.persist ? [] : instructionsOf(scopeSetOf(request.lens), call, deps),
  ]);
  watch.lap("recall");
  const sources = sourcesOf(recalled.response);
  const material: Material = {
    ...{ purpose: "reflect", question: request.query, sources, history: [] },
    instructions: stylesOf(instructions),
  };
  const answered = await answer(material, call, deps);
  watch.lap("synthesis");

  // What cites nothing has no evidence, and may be no more than that nothing is known: it is shown, never kept.
  const cited = answered.citations.map(({ id, kind }) => ({ id, source: kind }));
  const facts = cited.filter(isFact).map(({ id }) => id);
  const all = { sources: sources.map(({ id }) => id), cited: cited.map(({ id }) => id) };
  const made = { reflection: answered.text, evidence: facts, ...all, traceId };
  const kept = request.persist ? await persist(request, made, call, deps) : { attributes: [], notKept: "" };
  const degraded = [...recalled.trace.degraded, ...answered.degraded];
  const unsaid = { sessionId: "", turnIds: [], reusedFrom: "" };
  keepResponse(
    { id: traceId, source: "reflect", question: request.query, degraded, ...unsaid },
    answered,
    recalled,
    besideIn(answered, { instructions, turns: [] }, deps),
    watch,
    call,
    deps,
  );
  await deps.aftermath.settled(principalOf(call).contextId);
  return {
    reflection: answered.text,
    citations: [...answered.citations],
    evidence: cited.map(({ id }) => id),
    persisted: kept.attributes,
    notKept: kept.notKept,
    traceId,
    degraded,
  };
}

async function answer(material: Material, call: Call, deps: RetrievalDeps): Promise<Answered> {
  for await (const part of synthesise(material, principalOf(call).contextId, deps, call.signal)) {
    if (part.kind === "end") return part.answered;
  }
  throw new LociError("cancelled", "The caller went away.");
}

function isFact({ source }: { readonly source: string }): boolean {
  return source === "attribute";
}

async function persist(
  { idempotencyKey, requestHash }: retrieval.ReflectRequest,
  made: Omit<ingest.StoreReflectionRequest, "operation">,
  call: Call,
  deps: RetrievalDeps,
): Promise<ingest.StoreReflectionResponse> {
  const operation = idempotencyKey === "" ? null : { id: idempotencyKey, hash: requestHash };
  return deps.ingest.storeReflection({ ...made, operation }, call);
}

function recallRequest({ query, k, lens }: retrieval.ReflectRequest): retrieval.QueryRequest {
  return {
    query,
    k: k || defaultK,
    lens,
    labels: [],
    includeFacts: true,
    includePassages: true,
    mode: "",
    time: null,
    includeDuplicates: false,
    includeEnded: false,
    source: "reflect",
    sessionId: "",
  };
}
