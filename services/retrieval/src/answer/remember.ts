import { createHash } from "node:crypto";
import {
  commonAudience,
  coversAll,
  isSeenWith,
  LociError,
  toTimestamp,
  type Identity,
  type Region,
  type ScopeSet,
} from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { scopeSetMessage, scopeSetOf } from "@loci/platform/messages";
import type { common, ingest, retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";

/** What became of a chat's two turns. */
export interface StoredTurns {
  readonly isStored: boolean;
  readonly userTurnId: string;
  readonly replyTurnId: string;
  readonly extraction: ingest.RememberResponse["extraction"];
  readonly degraded: readonly string[];
}

export const notStored: StoredTurns = { isStored: false, userTurnId: "", replyTurnId: "", extraction: null, degraded: [] };

/** Whether the caller may write all that the chat names; of a session without a selector graph decides. */
export function mayStore(request: retrieval.ChatRequest, { grants }: Identity): boolean {
  const region = grants["memory:write"] ?? [];
  return region.length > 0 && coversAll(region, scopeSetOf(request.scopes) ?? []);
}

/** A session, and the scopes under which a reply in it is stored where nothing asks for narrower ones. */
export interface ReplyPlace {
  readonly sessionId: string;
  readonly scopes: ScopeSet;
}

/** The session that the chat goes on in, made where none is named. */
export async function sessionOf(request: retrieval.ChatRequest, call: Call, deps: RetrievalDeps): Promise<ReplyPlace> {
  const named = scopeSetOf(request.scopes);
  if (request.sessionId !== "" && named !== undefined) return { sessionId: request.sessionId, scopes: named };
  const operation = request.idempotencyKey === "" ? null : operationOf(request, "session");
  const session =
    request.sessionId === ""
      ? await deps.graph.createSession({ scopes: request.scopes, metadataJson: "", operation }, call)
      : await deps.graph.getSession({ id: request.sessionId }, call);
  return { sessionId: session.id, scopes: named ?? scopeSetOf(session.scopes) ?? [] };
}

/** An outcome that is looked at later: the answer is under way meanwhile, and a failure must not end the process. */
export type Remembering = Promise<{ readonly written: ingest.RememberResponse } | { readonly error: LociError }>;

/** One of a chat's three writes, which a repetition under the same key finds done. Its id has a space, as no caller's own key has. */
function operationOf({ idempotencyKey, requestHash }: retrieval.ChatRequest, write: "session" | "message" | "reply") {
  if (idempotencyKey === "") return { id: "", hash: new Uint8Array() };
  return { id: `chat ${write} ${createHash("sha256").update(idempotencyKey).digest("hex")}`, hash: requestHash };
}

/** Begins to remember what was said. What is only a question is stored and is no hit. */
export async function rememberMessage(
  request: retrieval.ChatRequest,
  sessionId: string,
  call: Call,
  deps: RetrievalDeps,
): Remembering {
  const { message, scopes, labels } = request;
  const { id: idempotencyKey, hash: requestHash } = operationOf(request, "message");
  try {
    const written = await deps.ingest.remember(
      {
        text: message,
        infer: "full",
        scopes,
        labels,
        observedAt: "",
        sessionId,
        role: "user",
        memoryCategory: "",
        triples: [],
        respondAsync: false,
        idempotencyKey,
        requestHash,
        place: "chat",
      },
      call,
    );
    return { written };
  } catch (thrown) {
    return { error: LociError.from(thrown) };
  }
}

/** Mistakes of the caller: a chat that names what is not there must not look as if all were well. */
const callersMistakes: ReadonlySet<string> = new Set(["invalid", "not_found", "too_large"]);

/**
 * Stores the complete reply behind its question, as words of the service itself: nothing is learned from them and they are no
 * hit.
 * @param madeOf the scopes of all that the model was shown: whoever reads the reply reads that, so only those see it who see all of it
 * @throws LociError where the caller's request itself cannot be stored
 */
export async function storeReply(
  request: retrieval.ChatRequest,
  reply: string,
  { sessionId, scopes }: ReplyPlace,
  madeOf: readonly (common.ScopeSet | null)[],
  remembering: Remembering | undefined,
  call: Call,
  deps: RetrievalDeps,
): Promise<StoredTurns> {
  if (remembering === undefined) return notStored;
  const outcome = await remembering;
  if ("error" in outcome) {
    const { error } = outcome;
    if (callersMistakes.has(error.code)) throw error;
    if (error.code === "forbidden") return notStored;
    deps.logger.warn({ err: error.cause ?? error, traceId: call.traceId }, "a chat's message was not stored");
    return { ...notStored, degraded: ["storage: the message was not stored"] };
  }
  const { turnId, extraction, deferred } = outcome.written;
  const stored = {
    isStored: true,
    userTurnId: turnId,
    replyTurnId: "",
    extraction,
    degraded: deferred ? ["extraction: it comes later"] : [],
  };
  if (reply === "") return stored;
  const audience = audienceOf(scopes, madeOf, principalOf(call).grants["memory:write"] ?? []);
  if (audience === undefined) {
    const why =
      "storage: the reply was not stored, as what it is made of is for readers under whose scopes the caller may not write";
    return { ...stored, degraded: [...stored.degraded, why] };
  }
  try {
    const { id: operationId, hash: operationHash } = operationOf(request, "reply");
    const { turnIds } = await deps.graph.writeMemory(
      {
        operationId,
        operationHash,
        sessionId,
        scopes: scopeSetMessage(audience),
        labels: request.labels,
        turns: [
          {
            role: "assistant",
            speaker: "",
            content: reply,
            knownAt: toTimestamp(deps.clock()),
            embedding: new Uint8Array(),
            extraction: "silent",
            readingEnded: false,
          },
        ],
        proposals: [],
        stream: "experiential",
        dryRun: false,
        traceId: call.traceId,
        knownAt: "",
      },
      call,
    );
    return { ...stored, replyTurnId: turnIds[0] ?? "" };
  } catch (thrown) {
    deps.logger.warn({ err: thrown, traceId: call.traceId }, "a chat's reply was not stored");
    return { ...stored, degraded: [...stored.degraded, "storage: the reply was not stored"] };
  }
}

/** For whom a reply is: those of its place who see all that it is made of. Undefined where the caller may write under no clause of that. */
export function audienceOf(place: ScopeSet, madeOf: readonly (common.ScopeSet | null)[], region: Region): ScopeSet | undefined {
  const sources = madeOf.map((scopes) => scopeSetOf(scopes) ?? []);
  if (sources.every((source) => isSeenWith(place, source))) return place;
  const writable = (commonAudience([place, ...sources]) ?? []).filter((clause) => coversAll(region, [clause]));
  return writable.length === 0 ? undefined : writable;
}
