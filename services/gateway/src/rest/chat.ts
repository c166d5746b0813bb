import { createHash } from "node:crypto";
import { invalidField, LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph, retrieval, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { chatEvent, chatResponse, type citation as citationSchema } from "../answers/chat.ts";
import { route, type Answer, type RequestFacts, type Route, type RouteDocument, type ServerEvent } from "../route.ts";
import { recallK } from "../schemas/recall.ts";
import { userField } from "../schemas/person.ts";
import { scopesField } from "../schemas/scopes.ts";
import { content, label, name } from "../schemas/text.ts";
import { timeFields, timeViewOf } from "../schemas/times.ts";
import { aliased } from "../spelling.ts";
import { orNothing } from "./answers.ts";
import { registerPerson, type PersonRegistry } from "./person.ts";
import { requireChatRegistered } from "./registered.ts";

const maxMessageLength = 20_000;
/** A model may think for a while; what it says arrives as it says it. */
const chatTimeoutMs = 5 * 60_000;

const streams: RouteDocument = {
  description:
    "With `stream: true`, or where Accept names text/event-stream, the answer comes as server-sent events: `trace` first, then " +
    "`delta` and `citation` as they come, and `done` with the whole answer, or `error` with a problem document. A stream takes no " +
    "Idempotency-Key.",
  answers: { "text/event-stream": chatEvent },
};

export interface ChatServices {
  readonly auth: PersonRegistry;
  readonly retrieval: RetrievalService<Call>;
}

/** Chat: recall, and an answer made of it that cites. */
export function chatRoutes({ auth, retrieval: service }: ChatServices, maxQueryK: number): Route[] {
  const { k } = recallK(maxQueryK);
  const chatRequest = z
    .strictObject({
      message: content(maxMessageLength),
      scopes: scopesField,
      user: userField,
      sessionId: name(256).nullish(),
      labels: z.array(label).max(256).nullish(),
      bypassCache: z.boolean().nullish(),
      model: name(256).nullish(),
      stream: z.boolean().nullish(),
      k: aliased(k.nullish(), "limit"),
      ...timeFields,
      includeEnded: z.boolean().nullish(),
    })
    .meta({ id: "ChatRequest", examples: [{ message: "What do you know about Mina?", stream: false }] });
  type ChatBody = z.output<typeof chatRequest>;

  const chat = async (body: ChatBody, sessionId: string, call: Call, request: RequestFacts): Promise<Answer> => {
    await registerPerson(body.user, auth, call);
    if (body.scopes) await requireChatRegistered(body.scopes, auth, call);
    const asked: retrieval.ChatRequest = {
      message: body.message,
      sessionId,
      scopes: body.scopes ? scopeSetMessage(body.scopes) : null,
      labels: body.labels ?? [],
      bypassCache: body.bypassCache ?? false,
      model: body.model ?? "",
      k: body.k ?? 0,
      time: timeViewOf(body),
      includeEnded: body.includeEnded ?? false,
      ...operationOf(request, sessionId, body),
    };
    const streams = body.stream ?? wantsEvents(request);
    if (streams && asked.idempotencyKey !== "") {
      throw invalidField("/headers/idempotency-key", "is not taken with a stream, whose answer is not kept: ask without `stream`");
    }
    const events = service.chat(asked, call);
    if (streams) return { events: frames(events) };
    const done = await whole(events);
    return { body: chatBody(done), madeOf: done.sourceIds };
  };
  return [
    route({
      operationId: "chat",
      method: "post",
      path: "/chat",
      plane: "data",
      summary: "Ask, and get an answer that cites what is remembered",
      status: 200,
      repetition: "kept",
      timeoutMs: chatTimeoutMs,
      body: chatRequest,
      answer: chatResponse,
      document: streams,
      handle: ({ body, call, request }) => chat(body, body.sessionId ?? "", call, request),
    }),
    route({
      operationId: "chatInSession",
      method: "post",
      path: "/sessions/{sessionId}/chat",
      plane: "data",
      summary: "Ask within a session",
      status: 200,
      repetition: "kept",
      timeoutMs: chatTimeoutMs,
      params: z.strictObject({ sessionId: name(256) }),
      body: chatRequest,
      answer: chatResponse,
      document: streams,
      handle({ params, body, call, request }) {
        if (body.sessionId && body.sessionId !== params.sessionId) {
          const field = { pointer: "/sessionId", detail: "is another session than the path's" };
          throw new LociError("invalid", `${field.pointer}: ${field.detail}`, { fields: [field] });
        }
        return chat(body, params.sessionId, call, request);
      },
    }),
  ];
}

/** By which the services know a repetition of the same request: what a crash left is not stored twice. */
function operationOf(
  request: RequestFacts,
  ...asked: readonly unknown[]
): Pick<retrieval.ChatRequest, "idempotencyKey" | "requestHash"> {
  const idempotencyKey = request.header("idempotency-key") ?? "";
  if (idempotencyKey === "") return { idempotencyKey, requestHash: new Uint8Array() };
  return { idempotencyKey, requestHash: createHash("sha256").update(JSON.stringify(asked)).digest() };
}

/** Whether the client asked for server-sent events; who takes anything gets the whole answer. */
function wantsEvents(request: RequestFacts): boolean {
  return /(?:^|,)\s*text\/event-stream\b/i.test(request.header("accept") ?? "");
}

/** The stream's frames. Each names its event and carries what a client that reads data lines alone needs. */
async function* frames(events: AsyncIterable<retrieval.ChatEvent>): AsyncGenerator<ServerEvent> {
  for await (const event of events) {
    const { traceId, sessionId } = event;
    switch (event.kind) {
      case "started":
        yield frame("trace", { traceId, sessionId });
        break;
      case "delta":
        yield frame("delta", { delta: event.delta });
        break;
      case "citation":
        if (event.citation) yield frame("citation", { citation: citationBody(event.citation) });
        break;
      case "done":
        if (event.done) yield frame("done", { ...chatBody(event.done), done: true });
        break;
    }
  }
}

function frame(event: string, data: z.input<typeof chatEvent>): ServerEvent {
  return { event, data };
}

async function whole(events: AsyncIterable<retrieval.ChatEvent>): Promise<retrieval.ChatDone> {
  let done: retrieval.ChatDone | null = null;
  for await (const event of events) done = event.done ?? done;
  if (done === null) throw new LociError("internal", "An unexpected error occurred.");
  return done;
}

function chatBody(done: retrieval.ChatDone): z.input<typeof chatResponse> {
  return {
    reply: done.reply,
    citations: done.citations.map(citationBody),
    traceId: done.traceId,
    sessionId: done.sessionId,
    stored: done.stored,
    memoryUpdates: done.memoryUpdates ?? noExtraction,
    ...orNothing("userTurnId", done.userTurnId),
    ...orNothing("replyTurnId", done.replyTurnId),
    degraded: done.degraded,
  };
}

/** Where nothing was extracted, in the shape of what was. */
const noExtraction: graph.ExtractionResult = {
  ...{ turnId: "", entities: [], attributes: [], relations: [], corrections: [], instructions: [], uncertainties: [] },
  decisions: [],
};

export function citationBody(citation: retrieval.Citation): z.input<typeof citationSchema> {
  return {
    id: citation.id,
    kind: citation.kind,
    snippet: citation.snippet,
    score: citation.score,
    marker: citation.marker,
    ...orNothing("occurredAt", citation.occurredAt),
    ...orNothing("role", citation.role),
    ...orNothing("documentId", citation.documentId),
    ...(citation.documentId === ""
      ? {}
      : { documentTitle: citation.documentTitle, positionPercent: Math.round(citation.positionPercent) }),
    ...(citation.disputed ? { disputed: true } : {}),
  };
}
