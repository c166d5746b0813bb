import type { RequestListener } from "node:http";
import { invalidField, LociError, type IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Logger, Tracing } from "@loci/platform/telemetry";
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from "express";
import { isMutation } from "./audit/entry.ts";
import type { Audit } from "./audit/index.ts";
import type { Authenticator } from "./authenticate.ts";
import type { BodyReader } from "./body.ts";
import type { ClientAddress } from "./client-address.ts";
import { underDeadline } from "./deadline.ts";
import { methodNotAllowedAnswer, noSuchRouteAnswer, problemAnswer, unreadableAnswer, type ProblemAnswer } from "./errors.ts";
import type { OperationGate } from "./idempotency.ts";
import { multipartParts } from "./multipart.ts";
import { queryOf } from "./query-string.ts";
import { originForm } from "./request-target.ts";
import type { RateLimit } from "./rate-limit.ts";
import { sendJson, sendProblem } from "./respond.ts";
import { fullPath, type Answer, type RequestFacts, type Route } from "./route.ts";
import { sendBytes, sendEvents } from "./send-stream.ts";
import { whileAllowed } from "./still-allowed.ts";

/** What is served beside the routes, such as a page or another protocol: it adds its own paths. */
export type Surface = (app: Express) => void;

export interface AppParts {
  readonly routes: readonly Route[];
  readonly surfaces: readonly Surface[];
  readonly authenticator: Authenticator;
  readonly readBody: BodyReader;
  readonly gate: OperationGate;
  readonly audit: Audit;
  readonly rateLimit: RateLimit;
  readonly addressOf: ClientAddress;
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly requestTimeoutMs: number;
  /** How often it is looked whether the key of a request that is under way still fits. */
  readonly keyLookMs: number;
}

/** The express application over the route tables. */
export function createApp(parts: AppParts): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  // Query strings are read by the routes' own schemas.
  app.set("query parser", false);

  const methods = new Map<string, string[]>();
  for (const route of parts.routes) {
    const path = expressPath(route);
    app[route.method](path, (request, response) => serve(route, parts, request, response));
    methods.set(path, [...(methods.get(path) ?? []), route.method.toUpperCase()]);
  }
  for (const [path, known] of methods) {
    app.all(path, (request, response) => {
      const allowed = known.sort().join(", ");
      if (request.method === "OPTIONS") sendJson(response, 204, { allow: allowed }, undefined);
      else sendProblem(response, methodNotAllowedAnswer(allowed, place(request, parts.ids("trace"))));
    });
  }
  for (const serveSurface of parts.surfaces) serveSurface(app);
  app.use((request, response) => {
    sendProblem(response, noSuchRouteAnswer(place(request, parts.ids("trace"))));
  });
  app.use(lastResort(parts));
  return (request, response) => {
    // Two hosts: a proxy before us may have gone by the other one (RFC 9112, 3.2).
    if ((request.headersDistinct["host"]?.length ?? 0) > 1) return sendProblem(response, unreadableAnswer("LOCI_TWO_HOSTS"));
    // Express answers in HTML, before any handler, where it cannot read the target.
    const target = originForm(request.url ?? "");
    if (target === undefined) return sendProblem(response, unreadableAnswer("LOCI_BAD_TARGET"));
    request.url = target;
    app(request, response);
  };
}

function expressPath(route: Route): string {
  return fullPath(route).replace(/\{(\w+)\}/g, ":$1");
}

async function serve(route: Route, parts: AppParts, request: Request, response: Response): Promise<void> {
  const traceId = parts.ids("trace");
  parts.tracing.annotate({ "loci.trace.id": traceId });
  let asSent = (pointer: string) => pointer;
  const { contextId = "", ...params } = request.params;
  const began = parts.clock();
  const address = parts.addressOf(request);
  const served = { route, door: "rest" as const, traceId, began, address, contextId: String(contextId), params };
  let known: Call | undefined;
  let given: readonly unknown[] = [];
  const row = { isWritten: false };
  let stopLooking: (() => void) | undefined;
  try {
    const limits = { traceId, now: began, timeoutMs: route.timeoutMs ?? parts.requestTimeoutMs };
    await underDeadline(response, limits, async (anonymous, stop) => {
      // Who asks comes first: nobody without a key learns what is valid, or makes us read a body.
      const holder = (onHolder: (holder: Call) => void) => authenticated(route, parts.authenticator, request, anonymous, onHolder);
      const call = await holder((acting) => (known = acting));
      known = call;
      if (route.plane !== "open") stopLooking = whileAllowed(call, parts.keyLookMs, () => holder(() => undefined), stop);
      if (route.plane === "data") await parts.rateLimit(call, response);
      const query = queryOf(request.url);
      given = [query];
      const body = route.schemas.body ? await parts.readBody(request) : undefined;
      given = [query, body];
      const { gate } = parts;
      const raw = { params, query, body, call, request: requestFacts(route, request, anonymous.signal), gate };
      const answer = await route.run(raw, (translate) => (asSent = translate));
      // What was looked up too late was shown to nobody, and has its row as a failure. What was changed too late was changed.
      if (!isMutation(route)) anonymous.signal.throwIfAborted();
      if (route.plane !== "open") {
        await parts.audit.answered({ ...served, call, given, status: answer.status ?? route.status }, answer);
        row.isWritten = true;
      }
      await send(route, answer, response, problemOf, anonymous.signal);
    });
  } catch (thrown) {
    const problem = problemOf(LociError.from(thrown));
    if (route.plane !== "open" && !row.isWritten) parts.audit.failed({ ...served, call: known, given, status: problem.status });
    sendProblem(response, problem);
    // Bytes that began and went past their deadline: nothing else would end them. Events have had their last one.
    if (!response.writableEnded) response.destroy();
  } finally {
    stopLooking?.();
  }

  function problemOf(error: LociError): ProblemAnswer {
    if (error.code === "internal") parts.logger.error({ err: error.cause ?? error, traceId, path: route.path }, "request failed");
    return problemAnswer(error, place(request, traceId), asSent);
  }
}

async function send(
  route: Route,
  answer: Answer,
  response: Response,
  problemOf: (error: LociError) => ProblemAnswer,
  signal: AbortSignal,
): Promise<void> {
  const status = answer.status ?? route.status;
  if (answer.events) return sendEvents(response, answer.events, (error) => problemOf(error).body, signal);
  if (answer.bytes) return sendBytes(response, status, answer.headers ?? {}, answer.bytes);
  sendJson(response, status, answer.headers ?? {}, answer.body);
}

async function authenticated(
  route: Route,
  authenticator: Authenticator,
  request: Request,
  call: Call,
  onHolder: (holder: Call) => void,
): Promise<Call> {
  if (route.plane === "data") return authenticator.data(request, String(request.params["contextId"]), call, onHolder);
  return route.plane === "management" ? authenticator.management(request, call, onHolder) : call;
}

/** Whoever stops reading gets its answer to the client, who may still be sending: the rest is dropped. */
async function* bodyBytes(request: Request, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of request.iterator({ destroyOnReturn: false })) {
      // What was stopped has its answer: nothing that still comes may have an effect.
      signal.throwIfAborted();
      yield bytes as Uint8Array;
    }
  } finally {
    request.resume();
  }
}

function requestFacts(route: Route, request: Request, signal: AbortSignal): RequestFacts {
  return {
    method: route.method,
    path: request.path,
    header(name) {
      const values = request.headersDistinct[name];
      if (values && values.length > 1) throw invalidField(`/headers/${name}`, "must be sent once only");
      return values?.[0];
    },
    parts: (limitBytes) => multipartParts(request, limitBytes),
    bytes: () => bodyBytes(request, signal),
  };
}

/** What fails before a route runs, which is a path that cannot be decoded, and what nobody thought of. */
function lastResort(parts: AppParts): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, request, response, _next) => {
    const traceId = parts.ids("trace");
    const badPath = thrown instanceof URIError || (thrown instanceof Error && "status" in thrown && thrown.status === 400);
    const error = badPath ? new LociError("invalid", "The path is not valid percent-encoded UTF-8.") : LociError.from(thrown);
    if (error.code === "internal") parts.logger.error({ err: thrown, traceId }, "request failed");
    sendProblem(response, problemAnswer(error, place(request, traceId)));
  };
}

function place(request: Request, traceId: string): { instance: string; traceId: string } {
  return { instance: request.path, traceId };
}
