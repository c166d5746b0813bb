/** A collector of OpenTelemetry traces for tests: takes OTLP over HTTP in protobuf, as a real one does, and keeps the spans. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import protobuf from "protobufjs";

export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** "" for a root. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Traces that it is linked to. */
  readonly links: readonly string[];
  readonly isError: boolean;
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything that came, as text: what must not be anywhere is looked for here. */
  text(): string;
  close(): Promise<void>;
}

/** The part of opentelemetry/proto/collector/trace/v1 that the tests read. */
const schema = `syntax = "proto3";
message Request { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { repeated Span spans = 2; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
}
message Link { bytes trace_id = 1; }
message Status { string message = 2; int32 code = 3; }
message KeyValue { string key = 1; Value value = 2; }
message Value { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }`;

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}
type Attributes = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
interface SentSpan {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId: Uint8Array;
  readonly name: string;
  readonly attributes: Attributes;
  readonly links: readonly { readonly traceId: Uint8Array }[];
  readonly status: { readonly code: number } | null;
}

const errorStatus = 2;

export async function startCollector(): Promise<Collector> {
  const type = protobuf.parse(schema).root.lookupType("Request");
  const spans: CollectedSpan[] = [];
  let raw = "";
  const take = (body: Buffer) => {
    raw += body.toString("latin1");
    spans.push(...collected(type.toObject(type.decode(body), { defaults: true, longs: String }) as Sent));
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      take(Buffer.concat(pieces));
      response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => raw,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function collected({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = textOf(resource.attributes)["service.name"] ?? "";
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        service,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: hex(span.parentSpanId),
        name: span.name,
        attributes: textOf(span.attributes),
        links: span.links.map((link) => hex(link.traceId)),
        isError: span.status?.code === errorStatus,
      })),
    );
  });
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function textOf(attributes: Attributes): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
