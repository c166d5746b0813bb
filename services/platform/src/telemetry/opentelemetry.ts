/** Traces by OpenTelemetry's SDK, sent by OTLP. Nothing global is set: whoever holds the object traces, and nobody else. */
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type Span as OtelSpan } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from "@opentelemetry/sdk-trace";
import { LociError } from "@loci/kernel";
import type { Carrier, Span, SpanStart, Tracing } from "./tracing.ts";

export interface TracingOptions {
  readonly serviceName: string;
  readonly serviceVersion: string;
  /** As OTEL_TRACES_SAMPLER and its ARG have it; "" for the default, every trace that its caller samples or nobody began. */
  readonly sampler: string;
  readonly samplerArgument: string;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;
const schemaUrl = "https://opentelemetry.io/schemas/1.37.0";
const lastSendMs = 3_000;
const getter = { keys: Object.keys, get: (carrier: Carrier, key: string) => carrier[key] };
const setter = { set: (carrier: Record<string, string>, key: string, value: string) => void (carrier[key] = value) };

/** Where to send is told by OTEL_EXPORTER_OTLP_ENDPOINT and its like, which the exporter reads; the resource by OTEL_RESOURCE_ATTRIBUTES. */
export function openTelemetryTracing({ serviceName, serviceVersion, sampler, samplerArgument }: TracingOptions): Tracing {
  const own = resourceFromAttributes({ "service.name": serviceName, "service.version": serviceVersion });
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [resourceAttributesEnvDetector] })),
    sampler: samplerOf(sampler, samplerArgument),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("loci", serviceVersion, { schemaUrl });
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();

  const begin = ({ name, kind, attributes = {}, parent }: SpanStart, startTime?: number): { span: OtelSpan; context: Context } => {
    const around = contexts.active();
    const given = parent && propagator.extract(ROOT_CONTEXT, parent, getter);
    const isGiven = given !== undefined && trace.getSpanContext(given) !== undefined;
    const current = trace.getSpanContext(around);
    const links = isGiven && current ? [{ context: current }] : [];
    const begun = isGiven ? given : around;
    const about = { kind: kinds[kind], attributes, links, ...(startTime === undefined ? {} : { startTime }) };
    const span = tracer.startSpan(name, about, begun);
    return { span, context: trace.setSpan(begun, span) };
  };
  /** Whether nothing is to be told: it belongs to nothing, or to a trace that is not sampled, of which no sampler takes a part. */
  const isUntold = ({ withinOnly, parent }: SpanStart) => {
    if (parent?.["traceparent"] !== undefined) return false;
    const around = trace.getSpanContext(contexts.active());
    return around === undefined ? withinOnly === true : (around.traceFlags & TraceFlags.SAMPLED) === 0;
  };

  return {
    async span(start, work) {
      if (isUntold(start)) return work(unseen);
      const { span, context } = begin(start);
      try {
        return await contexts.with(context, () => work(handleOf(span)));
      } catch (thrown) {
        fail(span, kindOf(thrown));
        throw thrown;
      } finally {
        span.end();
      }
    },
    stream(start, work) {
      return isUntold(start) ? work(unseen) : spannedStream(start, work);
    },
    past(start, began, end) {
      if (isUntold(start)) return;
      const { span } = begin(start, began);
      if (end !== undefined) fail(span, kindOf(end.thrown));
      span.end(performance.now());
    },
    annotate: (attributes) => void trace.getSpan(contexts.active())?.setAttributes(attributes),
    carrier() {
      const carrier: Record<string, string> = {};
      propagator.inject(contexts.active(), carrier, setter);
      return carrier;
    },
    ids() {
      const current = trace.getSpanContext(contexts.active());
      return current === undefined ? {} : { trace_id: current.traceId, span_id: current.spanId };
    },
    async close() {
      // A collector that is away must not hold up the end of the process.
      const late = sleep(lastSendMs, undefined, { ref: false });
      await Promise.race([provider.shutdown(), late]);
      contexts.disable();
    },
  };

  /** Each piece is asked for within the span: between them the reader does other things. */
  async function* spannedStream<T>(start: SpanStart, work: (span: Span) => AsyncIterable<T>): AsyncGenerator<T> {
    const { span, context } = begin(start);
    let pieces: AsyncIterator<T> | undefined;
    try {
      const iterator = (pieces = contexts.with(context, () => work(handleOf(span))[Symbol.asyncIterator]()));
      for (;;) {
        const next = await contexts.with(context, () => iterator.next());
        if (next.done === true) return;
        yield next.value;
      }
    } catch (thrown) {
      fail(span, kindOf(thrown));
      throw thrown;
    } finally {
      await pieces?.return?.();
      span.end();
    }
  }
}

const unseen: Span = { set: () => undefined, rename: () => undefined, fail: () => undefined };

function handleOf(span: OtelSpan): Span {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail: (type) => fail(span, type),
  };
}

function fail(span: OtelSpan, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function kindOf(thrown: unknown): string {
  return thrown instanceof LociError ? thrown.code : thrown instanceof Error ? thrown.name : typeof thrown;
}

function samplerOf(name: string, argument: string): Sampler {
  const given = Number(argument);
  const ratio = new TraceIdRatioBasedSampler(argument !== "" && given >= 0 && given <= 1 ? given : 1);
  switch (name) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return ratio;
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: ratio });
    default:
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
}
