import type { Call } from "@loci/platform/call";
import { z } from "zod";
import type { Area } from "./openapi/areas.ts";
import type { Operation, OperationGate } from "./idempotency.ts";
import { inputReader } from "./input.ts";
import type { Part } from "./multipart.ts";

/** Which kind of key a route takes: none, a context key, or a management key. */
export type Plane = "open" | "data" | "management";
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** What a handler answers; without a status it is the route's own. A body of undefined is none. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In the place of a body: bytes as they come; their media type stands in the headers. */
  readonly bytes?: AsyncIterable<Uint8Array>;
  /** In the place of a body: server-sent events. */
  readonly events?: AsyncIterable<ServerEvent>;
  /**
   * For a route that repeats as `kept`: the records that the answer may be made of beside those that it names, or that it may be made of any.
   * A kept answer is dropped when one of its records is purged.
   */
  readonly madeOf?: readonly string[] | "any";
  /** Parameters of the path to which the same was done with it: each has a row of the audit of its own. */
  readonly alsoDone?: readonly Readonly<Record<string, string>>[];
}

export interface ServerEvent {
  readonly event: string;
  readonly data: object;
}

/**
 * What a repetition with the same Idempotency-Key does. none: there is nothing to repeat, it reads; own: the service that has the
 * effect keeps the answer in the effect's own transaction; kept: the gateway has the answer kept, sealed, after the work, which is
 * done again where that did not come about: only for work that comes to the same when it is done twice, or knows what it did; never: the key has no
 * effect, and a client must not repeat by itself.
 */
export type Repetition = "none" | "own" | "kept" | "never";

/** What a handler may know of the HTTP request beyond its parts. */
export interface RequestFacts {
  readonly method: Method;
  /** The path as it was requested, without the query. */
  readonly path: string;
  /** A header's one value; 400 when it was sent twice. */
  readonly header: (name: string) => string | undefined;
  /** The parts of a multipart body, for a route without a body schema; each part at most so long. */
  readonly parts: (limitBytes: number) => AsyncIterable<Part>;
  /** The body as it comes, for a route without a body schema. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

export interface Handled<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly call: Call;
  readonly request: RequestFacts;
  /** The caller's own id for this operation, for a route that repeats as `own`; empty otherwise. */
  readonly operation: Operation;
}

/** What cannot be read from a row's schemas. Schemas by media type, `bytes` for what has none. */
export interface RouteDocument {
  readonly description?: string;
  /** Bodies that the route reads itself, in the place of JSON. */
  readonly accepts?: Readonly<Record<string, z.ZodType | "bytes">>;
  /** What it answers beside JSON, or in its place; of server-sent events the schema of one event's data. */
  readonly answers?: Readonly<Record<string, z.ZodType | "bytes">>;
  /** Further statuses with the same body, each with what it means. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
  /** Whether `Prefer: respond-async` is heeded, with 202. */
  readonly respondsAsync?: boolean;
}

export interface RouteSpec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  /** Its name in the API document and in the clients that are made from it: unique, camelCase, a verb first. */
  readonly operationId: string;
  readonly method: Method;
  /** Under /api/v1, and on the data plane under /api/v1/{contextId}; parameters as in OpenAPI: {name}. */
  readonly path: string;
  readonly plane: Plane;
  readonly summary: string;
  readonly status: number;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The JSON body of its usual answer, for the API document; tests hold each answer against it. */
  readonly answer?: z.ZodType;
  /** `none` for GET by default, and `never` for the rest of the management plane; any other route says it. */
  readonly repetition?: Repetition;
  /** What the API document says of it beside its summary and schemas. */
  readonly document?: RouteDocument;
  /** In the place of the usual one. */
  readonly timeoutMs?: number;
  readonly handle: (input: Handled<z.output<P>, z.output<Q>, z.output<B>>) => Answer | Promise<Answer>;
}

/** The parts of a request as they came, before any check. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly call: Call;
  readonly request: RequestFacts;
  readonly gate: OperationGate;
}

/** A row of a route table. The schemas are kept as they are, so that documentation can be generated from them. */
export interface Route {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  readonly plane: Plane;
  readonly summary: string;
  readonly status: number;
  readonly timeoutMs: number | undefined;
  readonly schemas: {
    readonly params: z.ZodType;
    readonly query: z.ZodType;
    readonly body: z.ZodType | undefined;
    readonly answer: z.ZodType | undefined;
  };
  readonly repetition: Repetition;
  readonly document: RouteDocument;
  /** Where it stands in the API document. */
  readonly area: Area | undefined;
  /** Checks the parts (400 with every bad field) and handles the request. `onBody` learns the way to the caller's spelling. */
  readonly run: (raw: RawInput, onBody: (asSent: (pointer: string) => string) => void) => Answer | Promise<Answer>;
}

const nothing = z.strictObject({});

export function route<
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = z.ZodUndefined,
>(spec: RouteSpec<P, Q, B>): Route {
  const { operationId, method, path, plane, summary, status, timeoutMs, handle } = spec;
  const repetition = spec.repetition ?? usualRepetition(spec);
  const schemas = { params: spec.params ?? nothing, query: spec.query ?? nothing, body: spec.body, answer: spec.answer };
  const readParams = inputReader(schemas.params);
  const readQuery = inputReader(schemas.query);
  const readBody = inputReader(schemas.body ?? z.undefined());
  return {
    operationId,
    method,
    path,
    plane,
    summary,
    status,
    timeoutMs,
    schemas,
    repetition,
    document: spec.document ?? {},
    area: undefined,
    run(raw, onBody) {
      const params = readParams(raw.params).value as z.output<P>;
      const query = readQuery(raw.query).value as z.output<Q>;
      const body = readBody(raw.body);
      onBody(body.asSent);
      const { call, request, gate } = raw;
      const asked = { request, call, query, body: body.value };
      return gate.run(repetition, asked, (operation, noted) =>
        handle({ params, query, body: body.value as z.output<B>, call: noted, request, operation }),
      );
    },
  };
}

function usualRepetition({ method, plane, operationId }: Pick<Route, "method" | "plane" | "operationId">): Repetition {
  if (method === "get") return "none";
  if (plane === "data") throw new Error(`${operationId} does not say what a repetition does.`);
  return "never";
}

/** The same rows, as those of an area. */
export function inArea(area: Area, routes: readonly Route[]): Route[] {
  return routes.map((row) => ({ ...row, area }));
}

/** The whole path of a route, in OpenAPI's form. */
export function fullPath({ plane, path }: Pick<Route, "plane" | "path">): string {
  return (plane === "data" ? "/api/v1/{contextId}" : "/api/v1") + path;
}
