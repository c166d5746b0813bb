/** How the server answers one request. Faults fit every route; the other kinds fit the route that they name. */
export type ScriptedAnswer =
  /** A chat completion whose content is this value as JSON, on request in a ```json fence. */
  | { readonly kind: "extraction"; readonly extraction: unknown; readonly fenced?: boolean; readonly usage?: ScriptedUsage }
  /** The same for the other stages: a chat completion whose content is this value as JSON. */
  | { readonly kind: "json"; readonly json: unknown; readonly usage?: ScriptedUsage }
  /** A chat completion whose content is this text, also where a stream was asked for. */
  | { readonly kind: "content"; readonly content: string; readonly finishReason?: string }
  /** A chat completion in pieces. */
  | ScriptedStream
  /** Deterministic vectors: what the embeddings route answers unless told otherwise. */
  | { readonly kind: "embeddings" }
  /** Scores for the rerank route, in the order of the texts; without them, those of the texts' words that the query has. */
  | { readonly kind: "rerank"; readonly scores?: readonly number[] }
  /** 422 about a missing field `texts`, as servers answer that know no `documents`. */
  | { readonly kind: "wants_texts" }
  /** A 200 with this JSON. */
  | { readonly kind: "body"; readonly body: unknown }
  /** Never answers. */
  | { readonly kind: "timeout" }
  | { readonly kind: "rate_limited"; readonly retryAfterSeconds: number }
  | { readonly kind: "server_error" }
  /** 401 with the caller's own key in its text, as some providers do. */
  | { readonly kind: "unauthorized" }
  /** 400 about response_format, as servers without structured output answer. */
  | { readonly kind: "no_json_schema" }
  /** 400 about a field of the request that the server does not know. */
  | { readonly kind: "unknown_field"; readonly field: string }
  /** A 200 whose body is an HTML page. */
  | { readonly kind: "not_json" }
  /** JSON that is no extraction. */
  | { readonly kind: "wrong_schema" }
  /** Cut off in the middle, with finish_reason "length". */
  | { readonly kind: "truncated" }
  | { readonly kind: "refusal" }
  /** Answers as `then` does, but later. */
  | { readonly kind: "slow"; readonly millis: number; readonly then: ScriptedAnswer }
  /** Answers as `then` does, once this has ended. */
  | { readonly kind: "held"; readonly until: Promise<unknown>; readonly then: ScriptedAnswer }
  /** Closes the connection without a word. */
  | { readonly kind: "reset" };

export interface ScriptedStream {
  readonly kind: "stream";
  readonly chunks: readonly string[];
  /** Before each chunk but the first, in milliseconds; 0 by default. */
  readonly pauseMillis?: number;
  /** Each chunk but the first goes out when this has ended. */
  readonly before?: () => Promise<void>;
  /** Called when the first chunk goes out. */
  readonly onFirst?: () => void;
  /** Sent where the request asks for it; null for a server that does not count. */
  readonly usage?: ScriptedUsage | null;
  /**
   * How it ends after its chunks: well (`done`), with an error event, by a reset connection, without a word about why (`cut`), or not
   * at all (`silence`).
   */
  readonly end?: "done" | "error" | "reset" | "cut" | "silence";
  readonly finishReason?: string;
}

export interface ScriptedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What goes over the wire for an answer that has a body. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What JSON routes answer by the request alone, when nothing else was said. */
export interface Computed {
  readonly embeddings: () => unknown;
  readonly rerank: (scores: readonly number[] | undefined) => unknown;
}

export const defaultUsage: ScriptedUsage = { inputTokens: 100, outputTokens: 20 };

/** The wire form of an answer; undefined for those that end without one (timeout, reset), in pieces (stream) or later (slow). */
export function wireAnswer(answer: ScriptedAnswer, authorization: string, computed: Computed): WireAnswer | undefined {
  switch (answer.kind) {
    case "extraction": {
      const json = JSON.stringify(answer.extraction);
      return completion(answer.fenced ? `\`\`\`json\n${json}\n\`\`\`` : json, "stop", answer.usage ?? defaultUsage);
    }
    case "json":
      return completion(JSON.stringify(answer.json), "stop", answer.usage ?? defaultUsage);
    case "content":
      return completion(answer.content, answer.finishReason ?? "stop", defaultUsage);
    case "embeddings":
      return json(200, computed.embeddings());
    case "rerank":
      return json(200, computed.rerank(answer.scores));
    case "wants_texts":
      return json(422, { error: "Failed to deserialize the JSON body into the target type: missing field `texts`" });
    case "body":
      return json(200, answer.body);
    case "rate_limited":
      return json(429, { error: { message: "rate limit", type: "requests" } }, { "retry-after": String(answer.retryAfterSeconds) });
    case "server_error":
      return json(500, { error: { message: "the server had an error", type: "server_error" } });
    case "unauthorized":
      return json(401, {
        error: { message: `Incorrect API key provided: ${authorization.replace(/^Bearer /, "")}`, type: "invalid_request_error" },
      });
    case "no_json_schema":
      return json(400, {
        error: { message: "response_format of type json_schema is not supported", type: "invalid_request_error" },
      });
    case "unknown_field":
      return json(400, { error: { message: `property '${answer.field}' is unsupported`, type: "invalid_request_error" } });
    case "not_json":
      return { status: 200, headers: { "content-type": "text/html" }, body: "<html><body>Welcome</body></html>" };
    case "wrong_schema":
      return completion(JSON.stringify({ facts: "none today", mood: "fine" }), "stop", defaultUsage);
    case "truncated":
      return completion('{"entities": [], "facts": [{"turn": 0, "quo', "length", defaultUsage);
    case "refusal":
      return completion(null, "stop", defaultUsage, "I cannot help with that.");
    case "stream":
    case "timeout":
    case "reset":
    case "slow":
    case "held":
      return undefined;
  }
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

function completion(content: string | null, finishReason: string, usage: ScriptedUsage, refusal: string | null = null): WireAnswer {
  return json(200, {
    id: "chatcmpl-scripted",
    object: "chat.completion",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", content, refusal }, finish_reason: finishReason, logprobs: null }],
    usage: {
      prompt_tokens: usage.inputTokens,
      completion_tokens: usage.outputTokens,
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  });
}
