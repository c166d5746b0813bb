/** How the server answers one request. Faults fit both routes; an extraction fits the chat route only. */
export type ScriptedAnswer =
  /** A chat completion whose content is this value as JSON, on request in a ```json fence. */
  | { readonly kind: "extraction"; readonly extraction: unknown; readonly fenced?: boolean; readonly usage?: ScriptedUsage }
  /** A chat completion whose content is this text. */
  | { readonly kind: "content"; readonly content: string; readonly finishReason?: string }
  /** Deterministic vectors: what the embeddings route answers unless told otherwise. */
  | { readonly kind: "embeddings" }
  /** Never answers. */
  | { readonly kind: "timeout" }
  | { readonly kind: "rate_limited"; readonly retryAfterSeconds: number }
  | { readonly kind: "server_error" }
  /** 401 with the caller's own key in its text, as some providers do. */
  | { readonly kind: "unauthorized" }
  /** 400 about response_format, as servers without structured output answer. */
  | { readonly kind: "no_json_schema" }
  /** A 200 whose body is an HTML page. */
  | { readonly kind: "not_json" }
  /** JSON that is no extraction. */
  | { readonly kind: "wrong_schema" }
  /** Cut off in the middle, with finish_reason "length". */
  | { readonly kind: "truncated" }
  | { readonly kind: "refusal" }
  /** Answers as `then` does, but later. */
  | { readonly kind: "slow"; readonly millis: number; readonly then: ScriptedAnswer }
  /** Closes the connection without a word. */
  | { readonly kind: "reset" };

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

const defaultUsage: ScriptedUsage = { inputTokens: 100, outputTokens: 20 };

/** The wire form of an answer; undefined for those that end without one (timeout, reset) or later (slow). */
export function wireAnswer(answer: ScriptedAnswer, authorization: string, embeddings: () => unknown): WireAnswer | undefined {
  switch (answer.kind) {
    case "extraction": {
      const json = JSON.stringify(answer.extraction);
      return completion(answer.fenced ? `\`\`\`json\n${json}\n\`\`\`` : json, "stop", answer.usage ?? defaultUsage);
    }
    case "content":
      return completion(answer.content, answer.finishReason ?? "stop", defaultUsage);
    case "embeddings":
      return json(200, embeddings());
    case "rate_limited":
      return json(
        429,
        { error: { message: "rate limit", type: "requests" } },
        { "retry-after": String(answer.retryAfterSeconds) },
      );
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
    case "not_json":
      return { status: 200, headers: { "content-type": "text/html" }, body: "<html><body>Welcome</body></html>" };
    case "wrong_schema":
      return completion(JSON.stringify({ facts: "none today", mood: "fine" }), "stop", defaultUsage);
    case "truncated":
      return completion('{"entities": [], "facts": [{"turn": 0, "quo', "length", defaultUsage);
    case "refusal":
      return completion(null, "stop", defaultUsage, "I cannot help with that.");
    case "timeout":
    case "reset":
    case "slow":
      return undefined;
  }
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

function completion(
  content: string | null,
  finishReason: string,
  usage: ScriptedUsage,
  refusal: string | null = null,
): WireAnswer {
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
