import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph, GraphService, IngestService, retrieval as recalls, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { factsResponse as factsAnswer } from "../answers/facts.ts";
import { sessionContextResponse } from "../answers/recall.ts";
import { session as sessionSchema, sessionListResponse, turn as turnSchema, turnListResponse } from "../answers/sessions.ts";
import { operationMessage } from "../idempotency.ts";
import { route, type Handled, type Route } from "../route.ts";
import { freeFields } from "../schemas/free-fields.ts";
import { maxTokensField, maxTokensText, recallK } from "../schemas/recall.ts";
import { userField } from "../schemas/person.ts";
import { scopesField } from "../schemas/scopes.ts";
import { timeFields, timeViewOf } from "../schemas/times.ts";
import { content, integerText, label, name, said, timestamp } from "../schemas/text.ts";
import { aliased } from "../spelling.ts";
import { clausesOf, orNull } from "./answers.ts";
import { factsResponse, infer, prefersAsync, role, written202 } from "./facts.ts";
import { registerPerson, type PersonRegistry } from "./person.ts";
import { requireRegistered } from "./registered.ts";
import { deletedAnswer, purgeAsked, purging } from "./purging.ts";

const sessionParams = z.strictObject({ sessionId: name(256) });
const maxOffset = 1_000_000_000;
const paging = { limit: integerText(1, 500).nullish(), offset: integerText(0, maxOffset).nullish() };

const sessionRequest = z
  .strictObject({ scopes: scopesField, user: userField, metadata: freeFields.nullish() })
  .meta({ id: "CreateSessionRequest", examples: [{ metadata: { channel: "web" } }] })
  .nullish();

const turnRequest = z
  .strictObject({
    role,
    content: said,
    ts: aliased(timestamp.nullish(), "observedAt"),
    infer: infer.nullish(),
    labels: z.array(label).nullish(),
  })
  .meta({ id: "TurnRequest", examples: [{ role: "user", content: "I moved to Lisbon in May." }] });

export interface SessionServices {
  readonly auth: PersonRegistry;
  readonly graph: GraphService<Call>;
  readonly ingest: IngestService<Call>;
  readonly retrieval: RetrievalService<Call>;
}

/** Conversations and what was said in them. */
export function sessionRoutes({ auth, graph, ingest, retrieval }: SessionServices, maxQueryK: number): Route[] {
  const { k, usualK } = recallK(maxQueryK);
  const contextRequest = z
    .strictObject({
      query: content(10_000),
      k: aliased(k.nullish(), "limit"),
      maxTokens: maxTokensField,
      ...timeFields,
      includeEnded: z.boolean().nullish(),
    })
    .meta({ id: "SessionContextRequest", examples: [{ query: "Where does Mina live?" }] });

  const sessionContext = async (asked: recalls.SessionContextRequest, call: Call) => {
    const { context, queryMs, tier, leftOut } = await retrieval.sessionContext(asked, call);
    return { body: { context, queryMs: Math.round(queryMs), tier, leftOut } satisfies z.input<typeof sessionContextResponse> };
  };
  return [
    route({
      operationId: "createSession",
      method: "post",
      path: "/sessions",
      plane: "data",
      summary: "Begin a session",
      status: 201,
      repetition: "own",
      body: sessionRequest,
      answer: sessionSchema,
      async handle({ body, call, operation }) {
        await registerPerson(body?.user, auth, call);
        if (body?.scopes) await requireRegistered(body.scopes, auth, call);
        const created = await graph.createSession(
          {
            scopes: body?.scopes ? scopeSetMessage(body.scopes) : null,
            metadataJson: body?.metadata ? JSON.stringify(body.metadata) : "",
            operation: operationMessage(operation),
          },
          call,
        );
        return { body: sessionBody(created, call) };
      },
    }),
    route({
      operationId: "listSessions",
      method: "get",
      path: "/sessions",
      plane: "data",
      summary: "The sessions that the caller may see, newest first",
      status: 200,
      query: z.strictObject(paging),
      answer: sessionListResponse,
      async handle({ query, call }) {
        const { sessions, total } = await graph.listSessions({ limit: query.limit ?? 100, offset: query.offset ?? 0 }, call);
        return {
          body: { sessions: sessions.map((session) => sessionBody(session, call)), total } satisfies z.input<
            typeof sessionListResponse
          >,
        };
      },
    }),
    route({
      operationId: "getSession",
      method: "get",
      path: "/sessions/{sessionId}",
      plane: "data",
      summary: "One session",
      status: 200,
      params: sessionParams,
      answer: sessionSchema,
      handle: async ({ params, call }) => ({ body: sessionBody(await graph.getSession({ id: params.sessionId }, call), call) }),
    }),
    route({
      operationId: "deleteSession",
      method: "delete",
      path: "/sessions/{sessionId}",
      plane: "data",
      summary: "Delete a session, and forget what was said in it",
      status: 204,
      repetition: "own",
      params: sessionParams,
      ...purging,
      async handle({ params, query, call, operation }) {
        const { sessionId } = params;
        const asked = purgeAsked(query);
        const wanted = { id: sessionId, operation: operationMessage(operation), ...asked };
        const remove = (replies: string[]) => graph.deleteSession({ ...wanted, replies }, call);
        return deletedAnswer({ asked, record: { sessionId }, remove }, retrieval, call);
      },
    }),
    route({
      operationId: "listTurns",
      method: "get",
      path: "/sessions/{sessionId}/turns",
      plane: "data",
      summary: "A session's turns in their order; a page of long ones ends after some 4 MiB, before its limit",
      status: 200,
      params: sessionParams,
      query: z.strictObject(paging),
      answer: turnListResponse,
      async handle({ params, query, call }) {
        const wanted = { sessionId: params.sessionId, limit: query.limit ?? 100, offset: query.offset ?? 0, newestFirst: false };
        const { turns, total } = await graph.listTurns(wanted, call);
        return { body: { turns: turns.map(turnBody), total } satisfies z.input<typeof turnListResponse> };
      },
    }),
    route({
      operationId: "addTurn",
      method: "post",
      path: "/sessions/{sessionId}/turns",
      plane: "data",
      summary: "Add one turn",
      status: 201,
      repetition: "own",
      params: sessionParams,
      body: turnRequest,
      answer: factsAnswer,
      document: { respondsAsync: true },
      handle: (input) => addTurn(ingest, input),
    }),
    route({
      operationId: "retryTurn",
      method: "post",
      path: "/sessions/{sessionId}/turns/{turnId}/retry",
      plane: "data",
      summary: "Read a turn for facts again whose reading failed or was set aside",
      status: 202,
      repetition: "kept",
      params: z.strictObject({ sessionId: name(256), turnId: name(256) }),
      answer: turnSchema,
      async handle({ params, call }) {
        return { body: turnBody(await graph.retryTurn(params, call)) };
      },
    }),
    route({
      operationId: "askSessionContext",
      method: "post",
      path: "/sessions/{sessionId}/context",
      plane: "data",
      summary: "What a prompt in this session needs to know",
      status: 200,
      repetition: "none",
      params: sessionParams,
      body: contextRequest,
      answer: sessionContextResponse,
      handle({ params, body, call }) {
        const { query, k: wanted, maxTokens, includeEnded } = body;
        const asked = { ...params, query, k: wanted ?? usualK, maxTokens: maxTokens ?? 0, includeEnded: includeEnded ?? false };
        return sessionContext({ ...asked, time: timeViewOf(body) }, call);
      },
    }),
    route({
      operationId: "getSessionContext",
      method: "get",
      path: "/sessions/{sessionId}/context",
      plane: "data",
      summary: "The session so far; with a query what bears on it too",
      status: 200,
      params: sessionParams,
      query: z.strictObject({
        ...{ query: content(10_000).nullish(), maxTokens: maxTokensText, includeEnded: z.enum(["true", "false"]).nullish() },
        ...timeFields,
      }),
      answer: sessionContextResponse,
      handle({ params, query, call }) {
        const asked = { ...params, query: query.query ?? "", k: usualK, maxTokens: query.maxTokens ?? 0 };
        return sessionContext({ ...asked, time: timeViewOf(query), includeEnded: query.includeEnded === "true" }, call);
      },
    }),
  ];
}

async function addTurn(
  ingest: IngestService<Call>,
  { params, body, call, request, operation }: Handled<z.output<typeof sessionParams>, unknown, z.output<typeof turnRequest>>,
) {
  const respondAsync = prefersAsync(request);
  const written = await ingest.remember(
    {
      text: body.content,
      infer: body.infer ?? "full",
      scopes: null,
      labels: body.labels ?? [],
      observedAt: body.ts ?? "",
      sessionId: params.sessionId,
      role: body.role,
      memoryCategory: "",
      triples: [],
      respondAsync,
      idempotencyKey: operation.key,
      requestHash: operation.hash,
      place: "",
    },
    call,
  );
  return written202(factsResponse(written), respondAsync && written.deferred);
}

function sessionBody(session: graph.Session, call: Call): z.input<typeof sessionSchema> {
  return {
    id: session.id,
    sessionId: session.id,
    createdAt: session.createdAt,
    scopes: clausesOf(session.scopes, call),
    title: session.title,
    preview: session.preview,
    metadata: JSON.parse(session.metadataJson || "{}") as Record<string, unknown>,
    turns: session.turns,
    lastTurnAt: orNull(session.lastTurnAt),
    state: session.state,
  };
}

function turnBody(turn: graph.Turn): z.input<typeof turnSchema> {
  return {
    id: turn.id,
    turnId: turn.id,
    session: turn.sessionId,
    seq: turn.seq,
    role: turn.role,
    content: turn.content,
    createdAt: turn.createdAt,
    recordedAt: turn.recordedAt,
    extraction: turn.extraction,
  };
}
