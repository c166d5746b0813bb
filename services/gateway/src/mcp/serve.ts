import type { IncomingMessage, ServerResponse } from "node:http";
import { LociError, type IdSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Carrier, Logger, Meter, Span, Tracing } from "@loci/platform/telemetry";
import type { Audit } from "../audit/index.ts";
import type { Authenticator } from "../authenticate.ts";
import { readJson, readJsonBytes } from "../body.ts";
import type { ClientAddress } from "../client-address.ts";
import { underDeadline } from "../deadline.ts";
import { problemAnswer } from "../errors.ts";
import type { OperationGate } from "../idempotency.ts";
import type { RateLimit } from "../rate-limit.ts";
import { sendJson, sendProblem } from "../respond.ts";
import { whileAllowed } from "../still-allowed.ts";
import { callTool } from "./call-tool.ts";
import { endpoint, operationOf } from "./endpoint.ts";
import { sendWeb, wantsEvents, webRequest } from "./exchange.ts";
import type { Protocol, Turn } from "./protocol.ts";
import { takesStructuredContent } from "./structured-content.ts";
import type { ToolBox } from "./toolbox.ts";
import { isTraceparent } from "./trace-context.ts";

export interface McpParts {
  readonly authenticator: Authenticator;
  readonly gate: OperationGate;
  readonly audit: Audit;
  readonly rateLimit: RateLimit;
  readonly addressOf: ClientAddress;
  readonly clock: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly meter: Meter;
  readonly jsonLimitBytes: number;
  readonly requestTimeoutMs: number;
  /** How often it is looked whether the key of a request that is under way still fits. */
  readonly keyLookMs: number;
}

/** A tool's call ends before its request does, so that the failure is still the tool's answer. */
const graceMs = 2_000;
/** Whoever has no key that fits may name a tool and little else. */
const strangersLimitBytes = 64 * 1024;

/**
 * One request with a message of the protocol. Who asks comes first. A tool's call is answered by a result whatever fails but the
 * server itself, also where the key does not fit; any other method is then refused by HTTP, so that clients see that they need another key.
 */
export async function serveMessage(
  request: IncomingMessage,
  response: ServerResponse,
  parts: McpParts & { readonly toolBox: ToolBox; readonly protocol: Protocol },
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { clock, requestTimeoutMs, jsonLimitBytes, toolBox, protocol } = parts;
  const traceId = parts.ids("trace");
  const now = clock();
  const address = parts.addressOf(request);
  let holder: Call | undefined;
  let stopLooking: (() => void) | undefined;
  // A tool's call has a row by the route that does its work; every other message has one by the protocol.
  const row = { isWritten: false };
  let operation = endpoint;
  const servedAs = (call: Call | undefined, status: number) => {
    const place = { contextId: "", params: {}, given: [], address };
    return { ...place, route: operation, door: "mcp", traceId, began: now, call, status } as const;
  };
  const record = async (call: Call | undefined, status: number): Promise<void> => {
    row.isWritten = true;
    if (status >= 400) parts.audit.failed(servedAs(call, status));
    else await parts.audit.answered(servedAs(call, status), {});
  };
  try {
    await underDeadline(response, { traceId, now, timeoutMs: requestTimeoutMs + graceMs }, async (anonymous, stop) => {
      const unknown = { ...anonymous, deadline: now + requestTimeoutMs };
      const asked = await whoAsks(request, response, parts, unknown, (known) => (holder = known));
      const known = !(asked instanceof LociError);
      // A tool's call that has begun ends with a result of its own.
      let end = stop;
      if (known) {
        const again = () => parts.authenticator.ownContext(request, unknown);
        stopLooking = whileAllowed(asked, parts.keyLookMs, again, (error) => end(error));
      }
      const bytes = await readJsonBytes(request, known ? jsonLimitBytes : Math.min(jsonLimitBytes, strangersLimitBytes)).catch(
        (thrown: unknown) => {
          throw known ? thrown : asked;
        },
      );
      const body = messageOf(bytes);
      const refuse = async (error: object) => {
        if (known) await record(asked, 400);
        sendJson(response, 400, headers, error);
      };
      if (body === undefined) return refuse(parseError);
      const { method, traceparent, tracestate } = facts(body);
      operation = operationOf(method);
      if (asked instanceof LociError && method !== "tools/call") throw asked;
      // Neither generation has batches: a hundred calls would count as one request, and have the time of one.
      if (Array.isArray(body)) return refuse(batchError);
      const { gate, audit, logger, meter } = parts;
      const { authorization } = request.headers;
      const turn = (span: Span): Turn => ({
        listTools: () => ({ tools: toolBox.list() }),
        async callTool(name, args) {
          const found = toolBox.find(name);
          // A name that nobody knows is whatever a stranger wrote.
          if (found) span.set({ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name });
          const served = { door: "mcp", traceId, began: now, address, holder } as const;
          const takesStructure = takesStructuredContent(request.headers["mcp-protocol-version"]);
          if (found === undefined) {
            const refused = known ? noSuchTool : asked;
            await record(holder, problemAnswer(refused, { instance: "/mcp", traceId }).status);
            return undefined;
          }
          row.isWritten = true;
          return callTool({ ...found, args, takesStructure, authorization, served, gate, audit, logger, meter, act });
        },
      });
      async function act<T>(work: (call: Call) => Promise<T>): Promise<T> {
        if (asked instanceof LociError) throw asked;
        // Of the request's time a part is over: its message may have been long in coming.
        const begun = clock();
        const left = { traceId, now: begun, timeoutMs: Math.max(0, now + requestTimeoutMs - begun) };
        return underDeadline(response, left, ({ signal, deadline }, stopCall) => {
          end = stopCall;
          return work({ ...asked, traceId, signal, deadline });
        });
      }
      const start = {
        name: method === "tools/call" ? method : "mcp",
        kind: "server",
        attributes: { "loci.trace.id": traceId },
        parent: carrierOf(traceparent, tracestate),
      } as const;
      const answer = await parts.tracing.span(start, (span) =>
        protocol.answer(webRequest(request, anonymous.signal), body, turn(span), wantsEvents(request)),
      );
      if (!row.isWritten) await record(holder, answer.status);
      await sendWeb(answer, response, headers);
    });
  } catch (thrown) {
    const error = LociError.from(thrown);
    if (error.code === "internal") parts.logger.error({ err: error.cause ?? error, traceId, path: "/mcp" }, "request failed");
    const problem = problemAnswer(error, { instance: "/mcp", traceId });
    if (!row.isWritten && (holder !== undefined || refusals.has(error.code))) parts.audit.failed(servedAs(holder, problem.status));
    sendProblem(response, { ...problem, headers: { ...problem.headers, ...headers } });
    if (!response.writableEnded) response.destroy();
  } finally {
    stopLooking?.();
  }
}

const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error: the body is not JSON in UTF-8." } };
const batchError = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request: send one message at a time." } };

const noSuchTool = new LociError("not_found", "There is no such tool.");

const refusals: ReadonlySet<string> = new Set(["unauthenticated", "forbidden", "rate_limited"]);

/** The caller, or why it is not let in. @param onHolder learns whose key it is, also where it is not let in */
async function whoAsks(
  request: IncomingMessage,
  response: ServerResponse,
  { authenticator, rateLimit }: McpParts,
  call: Call,
  onHolder: (holder: Call) => void,
): Promise<Call | LociError> {
  try {
    const known = await authenticator.ownContext(request, call, onHolder);
    onHolder(known);
    await rateLimit(known, response);
    return known;
  } catch (thrown) {
    return LociError.from(thrown);
  }
}

/** undefined for what is no JSON. */
function messageOf(bytes: Buffer): unknown {
  try {
    return readJson(bytes);
  } catch (thrown) {
    if (LociError.from(thrown).code === "invalid") return undefined;
    throw thrown;
  }
}

/** What has to be known of a message before the protocol reads it. */
function facts(body: unknown): { readonly method: unknown; readonly traceparent: unknown; readonly tracestate: unknown } {
  const { method, params } = fieldsOf(body);
  const { traceparent, tracestate } = fieldsOf(fieldsOf(params)["_meta"]);
  return { method, traceparent, tracestate };
}

/** The trace that the caller's agent has under way; by the protocol it stands in the message and not in HTTP's headers. */
function carrierOf(traceparent: unknown, tracestate: unknown): Carrier | undefined {
  if (!isTraceparent(traceparent)) return undefined;
  return { traceparent, ...(typeof tracestate === "string" ? { tracestate } : {}) };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
