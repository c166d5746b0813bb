import type { LanguageModel } from "@loci/ports/language-model";
import { openChat, type OpenAiLanguageModelOptions } from "./chat.ts";
import { consolidate } from "./consolidation/consolidate.ts";
import { elaborate } from "./elaboration/elaborate.ts";
import { extract } from "./extraction/extract.ts";
import { decompose } from "./questions/decompose.ts";
import { hypothesise } from "./questions/hypothesise.ts";
import { synthesise } from "./synthesis/synthesise.ts";

export type { OpenAiLanguageModelOptions } from "./chat.ts";

/** All stages by any server that speaks OpenAI's chat completions; each method is a file of its own over one client. */
export function createOpenAiLanguageModel(options: OpenAiLanguageModelOptions): LanguageModel {
  const chat = openChat(options);
  return {
    id: `openai:${options.model}`,
    extract: (request, signal) => extract(chat, request, signal),
    synthesise: (request, signal) => synthesise(chat, request, signal),
    elaborate: (request, signal) => elaborate(chat, request, signal),
    consolidate: (request, signal) => consolidate(chat, request, signal),
    hypothesise: (question, signal) => hypothesise(chat, question, signal),
    decompose: (question, signal) => decompose(chat, question, signal),
  };
}
