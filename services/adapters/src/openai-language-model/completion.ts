import { LociError } from "@loci/kernel";
import type { TokenUsage } from "@loci/ports/language-model";
import type OpenAI from "openai";
import { storableText } from "../outbound/index.ts";

export type Completion = OpenAI.Chat.Completions.ChatCompletion;

/** In UTF-16 units. A longer text is a model that does not find its end. */
export const maxTextLength = 64_000;

/** The answer's text. What a server sends with a 200 may be anything: each field is doubted. */
export function contentOf(completion: Partial<Completion>, maxLength = maxTextLength): string {
  const choice = completion.choices?.[0];
  if (!choice?.message) throw new LociError("unavailable", "The language model's answer is no chat completion.");
  refuseUnfinished(choice.finish_reason);
  if (choice.message.refusal) throw refused();
  if (typeof choice.message.content !== "string" || choice.message.content.trim() === "")
    throw new LociError("unavailable", "The language model's answer is empty.");
  if (choice.message.content.length > maxLength) throw endless();
  return storableText(choice.message.content);
}

/** @throws LociError `unavailable` for an answer that was cut off or held back */
export function refuseUnfinished(reason: string): void {
  if (reason === "length") throw new LociError("unavailable", "The language model's answer was cut off at its token limit.");
  if (reason === "content_filter") throw refused();
}

export function refused(): LociError {
  return new LociError("unavailable", "The language model refused to answer.");
}

export function endless(): LociError {
  return new LociError("unavailable", "The language model's answer does not end.");
}

/** What the provider counted; servers that do not count say nothing, which is 0, and so is what is no count. */
export function usageOf(usage: Partial<OpenAI.CompletionUsage> | null | undefined): TokenUsage {
  return { inputTokens: countOf(usage?.prompt_tokens), outputTokens: countOf(usage?.completion_tokens) };
}

/** More than any model reads or says at once. */
const maxTokens = 100_000_000;

function countOf(given: unknown): number {
  return typeof given === "number" && Number.isInteger(given) && given >= 0 && given <= maxTokens ? given : 0;
}
