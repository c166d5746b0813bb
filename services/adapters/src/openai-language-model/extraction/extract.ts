import type { Extraction, ExtractionRequest } from "@loci/ports/language-model";
import type { Chat } from "../chat.ts";
import { toExtraction } from "./answer.ts";
import { systemPrompt, turnsData } from "./prompt.ts";
import { extractionSchema } from "./schema.ts";

const nothing: Extraction = { entities: [], facts: [], instructions: [], usage: { inputTokens: 0, outputTokens: 0 } };

/** Proposes facts from turns; an empty one is not sent. */
export async function extract(chat: Chat, request: ExtractionRequest, signal: AbortSignal | undefined): Promise<Extraction> {
  if (signal?.aborted !== true && request.turns.every((turn) => turn.content.trim() === "")) return nothing;
  const question = { stage: "extraction", system: systemPrompt, data: turnsData(request) };
  const { answer, usage } = await chat.json(question, extractionSchema, signal);
  return toExtraction(answer, request, usage, signal);
}
