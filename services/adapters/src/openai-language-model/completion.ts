import { LociError } from "@loci/kernel";
import type { TokenUsage } from "@loci/ports/language-model";
import type OpenAI from "openai";

export type Completion = OpenAI.Chat.Completions.ChatCompletion;

/** The answer's text. What a server sends with a 200 may be anything: each field is doubted. */
export function contentOf(completion: Partial<Completion>): string {
  const choice = completion.choices?.[0];
  if (!choice?.message) throw new LociError("unavailable", "The language model's answer is no chat completion.");
  refuseUnfinished(choice.finish_reason);
  if (choice.message.refusal) throw refused();
  if (typeof choice.message.content !== "string" || choice.message.content.trim() === "")
    throw new LociError("unavailable", "The language model's answer is empty.");
  return choice.message.content;
}

/** @throws LociError `unavailable` for an answer that was cut off or held back */
export function refuseUnfinished(reason: string): void {
  if (reason === "length") throw new LociError("unavailable", "The language model's answer was cut off at its token limit.");
  if (reason === "content_filter") throw refused();
}

export function refused(): LociError {
  return new LociError("unavailable", "The language model refused to answer.");
}

/** What the provider counted; servers that do not count say nothing, which is 0. */
export function usageOf(usage: OpenAI.CompletionUsage | null | undefined): TokenUsage {
  return { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 };
}
