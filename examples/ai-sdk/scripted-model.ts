import { MockLanguageModelV4 } from "ai/test";

/** Stands in for a model: it remembers what it is told, recalls what it is asked, and repeats what the memory said. */
export const scriptedModel = new MockLanguageModelV4({
  modelId: "scripted",
  async doGenerate({ prompt }) {
    const last = prompt.at(-1);
    if (last?.role === "tool") return says(repeated(last.content[0]));
    const heard = last?.role === "user" ? last.content.map((part) => (part.type === "text" ? part.text : "")).join(" ") : "";
    return heard.endsWith("?") ? calls("recall", { query: heard, limit: 1 }) : calls("remember", { text: heard });
  },
});

type Answer = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

function calls(toolName: string, input: object): Answer {
  const call = { type: "tool-call", toolCallId: crypto.randomUUID(), toolName, input: JSON.stringify(input) } as const;
  return { content: [call], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
}

function says(text: string): Answer {
  return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: undefined }, usage, warnings: [] };
}

/** What a tool answered, in words. */
function repeated(part: unknown): string {
  const { toolName, output } = part as { toolName?: string; output?: { value?: { hits?: { text: string }[] } } };
  if (toolName === "remember") return "I will remember that.";
  return output?.value?.hits?.[0]?.text ?? "I do not know.";
}
