import type { TokenUsage } from "@loci/ports/language-model";
import { oneLine } from "../bounds.ts";
import type { Chat } from "../chat.ts";
import { hypothesisPrompt } from "./prompts.ts";

const maxPassage = 2_000;

/** A passage that could answer the question. */
export async function hypothesise(
  chat: Chat,
  question: string,
  signal: AbortSignal | undefined,
): Promise<{ text: string; usage: TokenUsage }> {
  const { answer, usage } = await chat.text({ stage: "hyde", system: hypothesisPrompt, data: { question } }, signal);
  return { text: oneLine(answer, maxPassage), usage };
}
