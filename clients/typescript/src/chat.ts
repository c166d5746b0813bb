import { createParser, type EventSourceMessage } from "eventsource-parser";
import { jsonBody, type Caller, type LooseInput } from "./caller.ts";
import { LociError } from "./error.ts";
import { errorOf, notLoci } from "./http/answer.ts";
import type { Attempt } from "./http/attempt.ts";
import { field, parsed, textOf } from "./json.ts";
import type { AnswerOf, BodyOf, CallOptions } from "./operation.ts";
import { errorOfProblem } from "./problem.ts";

export type ChatRequest = BodyOf<"chat">;
export type ChatResponse = AnswerOf<"chat">;
/** A source that the reply cites. */
export type Citation = ChatResponse["citations"][number];

/** What a chat says as it comes. The last is always `done`, with the whole reply. */
export type ChatEvent =
  | { readonly type: "trace"; readonly traceId: string; readonly sessionId: string }
  | { readonly type: "delta"; readonly text: string }
  | { readonly type: "citation"; readonly citation: Citation }
  | ({ readonly type: "done" } & ChatResponse);

/** A reply as it comes. Leaving the loop early closes the connection, and the server stops. */
export async function* streamChat(
  caller: Caller,
  operationId: "chat" | "chatInSession",
  input: LooseInput,
  options: CallOptions,
): AsyncGenerator<ChatEvent, void, undefined> {
  const { body, attempt } = await caller.exchange(operationId, input, options, {
    accept: "text/event-stream",
    ...jsonBody(input.body),
    isStream: true,
    async read(response, attempt) {
      if (!response.ok) throw await errorOf(response, caller.server);
      const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
      if (!isStream || response.body === null) throw notLoci(response, caller.server);
      return { body: response.body, attempt };
    },
  });
  try {
    for await (const message of messagesOf(body, attempt)) {
      const event = eventOf(message);
      if (event !== undefined) yield event;
      if (event?.type === "done") return;
    }
    throw new LociError("unreachable", "The reply broke off before its end. Ask again.");
  } finally {
    attempt.abandon();
  }
}

/** The messages of an event stream as they come; a connection that fails is an error of ours. */
async function* messagesOf(
  body: ReadableStream<Uint8Array>,
  attempt: Attempt,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const ready: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => ready.push(message) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    attempt.renew();
    const { done, value } = await reader.read().catch((thrown: unknown) => {
      throw attempt.failure(thrown);
    });
    if (done) return;
    attempt.rest();
    parser.feed(decoder.decode(value, { stream: true }));
    yield* ready.splice(0);
  }
}

/** Undefined for a kind of event that this client does not know: newer servers may have more. */
function eventOf({ event, data }: EventSourceMessage): ChatEvent | undefined {
  const json = parsed(data);
  if (typeof json !== "object" || json === null)
    throw new LociError("not_loci", "The reply has an event that is not a JSON object.");
  switch (event) {
    case "trace":
      return { type: "trace", traceId: textOf(json, "traceId"), sessionId: textOf(json, "sessionId") };
    case "delta":
      return { type: "delta", text: textOf(json, "delta") };
    case "citation":
      return { type: "citation", citation: field(json, "citation") as Citation };
    case "done":
      return { ...json, type: "done" } as ChatEvent;
    case "error":
      throw errorOfProblem(json) ?? new LociError("internal", "The server broke the reply off with an error.");
    default:
      return undefined;
  }
}
