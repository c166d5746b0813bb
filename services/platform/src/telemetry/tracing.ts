/** Traces as the rest of Loci sees them: OpenTelemetry's own packages are loaded only where traces are sent somewhere. */

/** Never contents, keys, principals or scopes. What is undefined is left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** W3C trace context, as it travels: `traceparent`, `tracestate`. */
export type Carrier = Readonly<Record<string, string>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer" | "internal";
  readonly attributes?: SpanAttributes;
  /** Where the request came from; by default the span goes on with what is under way here, which is then linked. */
  readonly parent?: Carrier | undefined;
  /** Only as a part of something that is under way, here or at the parent: what processes do by themselves all the time makes no traces. */
  readonly withinOnly?: boolean;
}

export interface Span {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** @param type a code or a class, never a message: that may quote somebody's words */
  fail(type: string): void;
}

export interface Tracing {
  /** Runs the work in a span. What the work throws marks the span as failed, by its kind alone. */
  span<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** The same for what is given piece by piece; the span ends with the last piece. */
  stream<T>(start: SpanStart, work: (span: Span) => AsyncIterable<T>): AsyncIterable<T>;
  /**
   * A span of what is over, without anything within it: cheap to leave out where it turned out not to be worth telling.
   * @param began what `performance.now()` gave then
   * @param end.thrown what it ended with, where it failed
   */
  past(start: SpanStart, began: number, end?: { readonly thrown: unknown }): void;
  /** Adds to the span that is under way. */
  annotate(attributes: SpanAttributes): void;
  /** What tells another process of the span that is under way; empty without one. */
  carrier(): Carrier;
  /** For log lines: the ids of the span that is under way; empty without one. */
  ids(): { readonly trace_id?: string; readonly span_id?: string };
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

const noSpan: Span = { set: () => undefined, rename: () => undefined, fail: () => undefined };
const nothing = Object.freeze({});

/** Makes no traces. */
export const offTracing: Tracing = {
  span: (_start, work) => work(noSpan),
  stream: (_start, work) => work(noSpan),
  past: () => undefined,
  annotate: () => undefined,
  carrier: () => nothing,
  ids: () => nothing,
  close: () => Promise.resolve(),
};
