import type { ServerResponse } from "node:http";
import { defaultUsage, type ScriptedStream } from "./answers.ts";

/** Writes a completion in pieces, as server-sent events (platform.openai.com/docs/api-reference/chat-streaming). */
export function writeStream(response: ServerResponse, answer: ScriptedStream, request: unknown): void {
  const { chunks, pauseMillis = 0, before, end = "done" } = answer;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
  const send = (data: unknown) => response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  response.on("close", () => clearTimeout(timer));
  const step = () => {
    const content = chunks[next++];
    if (content === undefined) return finish();
    if (next === 1) answer.onFirst?.();
    send(chunkOf({ content, ...(next === 1 ? { role: "assistant" } : {}) }, null));
    // Without a pause the pieces go out together, as they do over a fast network.
    if (before && next < chunks.length) void before().then(step);
    else if (pauseMillis > 0 && next < chunks.length) timer = setTimeout(step, pauseMillis);
    else step();
  };
  const finish = () => {
    if (end === "silence") return;
    // What was written is given the time to arrive before the connection goes.
    if (end === "reset") timer = setTimeout(() => response.socket?.resetAndDestroy(), 20);
    else if (end === "cut") response.end();
    else if (end === "error") {
      send({ error: { message: "the server had an error while processing", type: "server_error" } });
      response.end();
    } else {
      send(chunkOf({}, answer.finishReason ?? "stop"));
      const usage = answer.usage === undefined ? defaultUsage : answer.usage;
      if (usage && wantsUsage(request)) send({ ...chunkOf({}, null), choices: [], usage: counted(usage) });
      send("[DONE]");
      response.end();
    }
  };
  step();
}

function counted({ inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number }) {
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}

function chunkOf(delta: unknown, finishReason: string | null) {
  return {
    id: "chatcmpl-scripted",
    object: "chat.completion.chunk",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, delta, finish_reason: finishReason, logprobs: null }],
  };
}

function wantsUsage(request: unknown): boolean {
  const options = (request as { stream_options?: { include_usage?: unknown } | null } | undefined)?.stream_options;
  return options?.include_usage === true;
}
