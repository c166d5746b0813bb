import type { Call } from "@loci/platform/call";
import { z } from "zod";
import { inputReader } from "./input.ts";

/** Which kind of key a route takes: none, a context key, or a management key. */
export type Plane = "open" | "data" | "management";
export type Method = "get" | "post" | "delete";

/** What a handler answers; without a status it is the route's own. A body of undefined is none. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a handler may know of the HTTP request beyond its parts. */
export interface RequestFacts {
  readonly method: Method;
  /** The path as it was requested, without the query. */
  readonly path: string;
  /** A header's one value; 400 when it was sent twice. */
  readonly header: (name: string) => string | undefined;
}

export interface Handled<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly call: Call;
  readonly request: RequestFacts;
}

export interface RouteSpec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly method: Method;
  /** Under /api/v1, and on the data plane under /api/v1/{contextId}; parameters as in OpenAPI: {name}. */
  readonly path: string;
  readonly plane: Plane;
  readonly summary: string;
  readonly status: number;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly handle: (input: Handled<z.output<P>, z.output<Q>, z.output<B>>) => Answer | Promise<Answer>;
}

/** The parts of a request as they came, before any check. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly call: Call;
  readonly request: RequestFacts;
}

/** A row of a route table. The schemas are kept as they are, so that documentation can be generated from them. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly plane: Plane;
  readonly summary: string;
  readonly status: number;
  readonly schemas: { readonly params: z.ZodType; readonly query: z.ZodType; readonly body: z.ZodType | undefined };
  /** Checks the parts (400 with every bad field) and handles the request. `onBody` learns the way to the caller's spelling. */
  readonly run: (raw: RawInput, onBody: (asSent: (pointer: string) => string) => void) => Answer | Promise<Answer>;
}

const nothing = z.strictObject({});

export function route<
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = z.ZodUndefined,
>(spec: RouteSpec<P, Q, B>): Route {
  const { method, path, plane, summary, status, handle } = spec;
  const schemas = { params: spec.params ?? nothing, query: spec.query ?? nothing, body: spec.body };
  const readParams = inputReader(schemas.params);
  const readQuery = inputReader(schemas.query);
  const readBody = inputReader(schemas.body ?? z.undefined());
  return {
    method,
    path,
    plane,
    summary,
    status,
    schemas,
    run(raw, onBody) {
      const params = readParams(raw.params).value as z.output<P>;
      const query = readQuery(raw.query).value as z.output<Q>;
      const body = readBody(raw.body);
      onBody(body.asSent);
      return handle({ params, query, body: body.value as z.output<B>, call: raw.call, request: raw.request });
    },
  };
}
