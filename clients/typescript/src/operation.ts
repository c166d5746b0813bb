import type { components, operations } from "./gen/api.ts";
import type { operationTable } from "./gen/operations.ts";

/** The named schemas of the API document: `Schemas["QueryMemoryResponse"]`. */
export type Schemas = components["schemas"];

/** The name of any operation in the API document. */
export type OperationId = keyof operations;

type Plane<Id extends OperationId> = (typeof operationTable)[Id]["plane"];
/** What sends or answers bytes has a method of its own. */
export type ByteOperationId = "uploadDocument" | "replaceDocument" | "getDocumentOriginal" | "exportContext" | "importContext";
/** Those that a context key opens, and those that need none. */
export type DataOperationId = Exclude<
  { [Id in OperationId]: Plane<Id> extends "management" ? never : Id }[OperationId],
  ByteOperationId
>;
/** Those that a management key opens, and those that need none. */
export type ManagementOperationId = { [Id in OperationId]: Plane<Id> extends "data" ? never : Id }[OperationId];

/** Every member may be given as undefined too, which stands for leaving it out. */
type Relaxed<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]: T[K] | undefined } : T;

/** A path's parameters, but the context's id, which the connection knows. */
export type PathOf<Id extends OperationId> = WithoutContext<NonNullable<operations[Id]["parameters"]["path"]>>;
type WithoutContext<P> = [P] extends [never] ? never : Omit<P, "contextId">;
export type QueryOf<Id extends OperationId> = Relaxed<NonNullable<operations[Id]["parameters"]["query"]>>;

type JsonRequest<B> = { requestBody: { content: { "application/json": B } } };
type OptionalJsonRequest<B> = { requestBody?: { content: { "application/json": B } } };
/** The JSON that an operation takes. */
export type BodyOf<Id extends OperationId> =
  operations[Id] extends JsonRequest<infer B>
    ? Relaxed<B>
    : operations[Id] extends OptionalJsonRequest<infer B>
      ? Relaxed<B> | undefined
      : undefined;

type Content<R> = R extends { content: infer C } ? C : never;
type JsonContent<C> = C extends { "application/json": infer A } ? A : never;
type Succeeded<Id extends OperationId> = Content<
  operations[Id]["responses"][Extract<keyof operations[Id]["responses"], 200 | 201 | 202>]
>;
/** The JSON that it answers; undefined where it answers none. */
export type AnswerOf<Id extends OperationId> = [Succeeded<Id>] extends [never] ? undefined : JsonContent<Succeeded<Id>>;

/** One row of a list that stands in the answer under a name. */
export type RowOf<Id extends OperationId, Name extends string> =
  AnswerOf<Id> extends { readonly [N in Name]: readonly (infer Row)[] } ? Row : unknown;
/** The same of a list that is the answer itself. */
export type ItemOf<Id extends OperationId> = AnswerOf<Id> extends readonly (infer Row)[] ? Row : unknown;

type Member<Name extends string, T> = [T] extends [never]
  ? { [N in Name]?: undefined }
  : undefined extends T
    ? { [N in Name]?: T }
    : Partial<T> extends T
      ? { [N in Name]?: T | undefined }
      : { [N in Name]: T };
/** What an operation is given: the parameters of its path and query, and its body. */
export type InputOf<Id extends OperationId> = Member<"path", PathOf<Id>> &
  Member<"query", QueryOf<Id>> &
  Member<"body", BodyOf<Id>>;

/** What one call may choose for itself. */
export interface CallOptions {
  /** Cancels it. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without anything coming, for each attempt. */
  readonly timeoutMs?: number | undefined;
  /** A name of your own for this write, under which it has one effect for a day. Without it each call makes one of its own. */
  readonly idempotencyKey?: string | undefined;
  /** More headers, such as `prefer` or `traceparent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Arguments after the operation's id: the input may be left out where nothing in it is needed. */
export type CallArguments<Id extends OperationId> =
  Partial<InputOf<Id>> extends InputOf<Id>
    ? [input?: InputOf<Id>, options?: CallOptions]
    : [input: InputOf<Id>, options?: CallOptions];
