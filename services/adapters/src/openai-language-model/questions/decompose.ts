import type { TokenUsage } from "@loci/ports/language-model";
import { z } from "zod";
import { oneLine } from "../bounds.ts";
import type { Chat } from "../chat.ts";
import { decompositionPrompt } from "./prompts.ts";

const maxQuestions = 4;
const maxQuestion = 1_000;

const schema = z.object({ questions: z.array(z.string()) });

/** The questions that a question is made of; an answer without any is the question itself. */
export async function decompose(
  chat: Chat,
  question: string,
  signal: AbortSignal | undefined,
): Promise<{ questions: string[]; usage: TokenUsage }> {
  const { answer, usage } = await chat.json(
    { stage: "decomposition", system: decompositionPrompt, data: { question } },
    schema,
    signal,
  );
  const parts = new Set(answer.questions.map((part) => oneLine(part, maxQuestion)).filter((part) => part !== ""));
  return { questions: parts.size === 0 ? [question] : [...parts].slice(0, maxQuestions), usage };
}
