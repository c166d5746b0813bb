import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { secondsSince, type Logger, type Meter } from "@loci/platform/telemetry";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Audit, Served } from "../audit/index.ts";
import { foreignContext } from "../authenticate.ts";
import { requireStorable } from "../body.ts";
import { problemAnswer, type ProblemAnswer } from "../errors.ts";
import type { OperationGate } from "../idempotency.ts";
import { inputReader, invalidFields } from "../input.ts";
import { fullPath, type Answer, type RawInput, type Route } from "../route.ts";
import { lensField } from "../schemas/scopes.ts";
import { bounded, boundsOf, type Bounds } from "./bounds.ts";
import type { Tool } from "./tools.ts";

export interface ToolCall {
  readonly tool: Tool;
  readonly route: Route;
  readonly args: Readonly<Record<string, unknown>>;
  /** Works as who asks and within the time that there is; throws where who asks is not let in, or nobody waits any more. */
  readonly act: <T>(work: (call: Call) => Promise<T>) => Promise<T>;
  /** Whether the client reads the structured answer beside the words. */
  readonly takesStructure: boolean;
  /** The request's Authorization header: what a kept answer is sealed under. */
  readonly authorization: string | undefined;
  /** What is known of the request; the holder of its key also where acting as who asks is refused. */
  readonly served: Pick<Served, "door" | "traceId" | "began" | "address"> & { readonly holder: Call | undefined };
  readonly audit: Audit;
  readonly gate: OperationGate;
  readonly logger: Logger;
  readonly meter: Meter;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Does what the tool's route does, and answers its body; a failure is a result too, with REST's problem document. */
export async function callTool(asked: ToolCall): Promise<CallToolResult> {
  const { tool, route, args, act, audit, logger, meter } = asked;
  const { holder, ...request } = asked.served;
  const { traceId } = request;
  const began = performance.now();
  let outcome = "ok";
  let asSent = (pointer: string) => pointer;
  let bounds: Bounds | undefined;
  const served = { ...request, route, contextId: "", params: {}, given: [args] };
  try {
    const { body } = await act(async (call) => {
      const answer = await run(asked, call, {
        spelling: (translate) => (asSent = translate),
        bounds: (given) => (bounds = given),
      });
      await audit.answered({ ...served, call, status: answer.status ?? route.status }, answer);
      return answer;
    });
    const shown = tool.bounded === undefined || bounds === undefined ? body : bounded(body as object, tool.bounded, bounds);
    const content: CallToolResult["content"] = [{ type: "text", text: tool.say(shown) }];
    return asked.takesStructure ? { content, structuredContent: shown as Record<string, unknown> } : { content };
  } catch (thrown) {
    const error = LociError.from(thrown);
    outcome = error.code;
    if (error.code === "internal") logger.error({ err: error.cause ?? error, traceId, tool: tool.name }, "a tool failed");
    const problem = problemAnswer(error, { instance: "/mcp", traceId }, asSent);
    audit.failed({ ...served, call: holder, status: problem.status });
    return failure(problem);
  } finally {
    meter.observe("loci_mcp_tool_seconds", { tool: tool.name, outcome }, secondsSince(began));
  }
}

async function run(
  { tool, route, args, authorization, gate }: ToolCall,
  call: Call,
  learn: {
    readonly spelling: (asSent: (pointer: string) => string) => void;
    readonly bounds: (bounds: Bounds) => void;
  },
): Promise<Answer> {
  requireStorable(args);
  const { contextId, operation, rest: given } = callArguments(args, tool);
  const own = principalOf(call).contextId;
  if (contextId !== undefined && contextId !== own) throw foreignContext();
  const { bounds, rest } = tool.bounded === undefined ? { rest: given } : boundsOf(tool.bounded, given);
  if (bounds !== undefined) learn.bounds(bounds);
  const { query = {}, body, parts } = tool.ask(route.method === "get" ? asQuery(rest) : rest);
  const asArgument = (pointer: string) => argumentNames.get(pointer) ?? pointer.replace(/^\/metadata(?=\/)/, "");
  learn.spelling(asArgument);
  const raw: RawInput = {
    params: {},
    query,
    body,
    call,
    gate,
    request: {
      method: route.method,
      // The path that REST has for it: a repetition is one by whichever door it comes.
      path: fullPath(route).replace("{contextId}", own),
      header: (name) => (name === "idempotency-key" ? operation : name === "authorization" ? authorization : undefined),
      parts: () => parts ?? nothing(),
      bytes: () => nothing(),
    },
  };
  return route.run(raw, (asSent) => learn.spelling((pointer) => asArgument(asSent(pointer))));
}

const readScope = inputReader(z.looseObject({ lens: lensField }));

/** Arguments as a URL has them: their scope, checked as that of a body is, by its one name there. */
function asQuery(args: Arguments): Arguments {
  const { lens } = readScope(args).value;
  const { scope: _scope, scopes: _scopes, lens: _lens, ...left } = args;
  return lens ? { ...left, scope: [JSON.stringify(lens)] } : left;
}

/** Where REST takes elsewhere what is an argument here. */
const argumentNames = new Map([["/headers/idempotency-key", "/idempotency_key"]]);

/** The arguments that are the tool's own, apart from those of its route. */
function callArguments(args: Arguments, tool: Tool): { contextId: unknown; operation: string | undefined; rest: Arguments } {
  const { context_id, contextId = context_id, idempotency_key, idempotencyKey = idempotency_key, ...rest } = args;
  if (context_id !== undefined && context_id !== contextId) throw secondValue("/contextId", "context_id");
  if (idempotency_key !== undefined && idempotency_key !== idempotencyKey) throw secondValue("/idempotencyKey", "idempotency_key");
  if (idempotencyKey === undefined || idempotencyKey === null)
    return { contextId: contextId ?? undefined, operation: undefined, rest };
  const pointer = "idempotencyKey" in args ? "/idempotencyKey" : "/idempotency_key";
  if (!tool.isRepeatable) throw invalidFields([{ pointer, detail: "is not a known field" }]);
  if (typeof idempotencyKey !== "string") throw invalidFields([{ pointer, detail: "must be a text" }]);
  return { contextId: contextId ?? undefined, operation: idempotencyKey, rest };
}

function secondValue(pointer: string, name: string): LociError {
  return invalidFields([{ pointer, detail: `gives '${name}' a second, different value` }]);
}

function failure({ body, headers }: ProblemAnswer): CallToolResult {
  const wait = headers["retry-after"];
  const fields = (body.errors ?? []).map(({ pointer, detail }) => `- ${pointer || "the arguments"}: ${detail}`);
  const lines = [
    `Error ${body.status} (${body.title}): ${body.detail}`,
    ...(fields.length > 1 ? fields : []),
    ...(wait === undefined ? [] : [`Try again in ${wait} seconds.`]),
  ];
  const problem = { ...body, ...(wait === undefined ? {} : { retryAfterSeconds: Number(wait) }) };
  return { isError: true, content: [{ type: "text", text: lines.join("\n") }], structuredContent: { error: problem } };
}

async function* nothing(): AsyncGenerator<never> {
  yield* [];
}
