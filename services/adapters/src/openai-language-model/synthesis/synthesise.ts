import type { SynthesisPart, SynthesisRequest } from "@loci/ports/language-model";
import type { Chat } from "../chat.ts";
import { requestData, systemPrompt } from "./prompt.ts";

/** Answers from sources; each piece of text is passed on when it arrives. */
export function synthesise(
  chat: Chat,
  request: SynthesisRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<SynthesisPart, void, undefined> {
  const question = { stage: "synthesis", system: systemPrompt(request.purpose), data: requestData(request) };
  return chat.stream(question, signal);
}
