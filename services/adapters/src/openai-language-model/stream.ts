import { LociError } from "@loci/kernel";
import type { SynthesisPart, TokenUsage } from "@loci/ports/language-model";
import type OpenAI from "openai";
import { storablePieces } from "../outbound/index.ts";
import { endless, maxTextLength, refused, refuseUnfinished, usageOf } from "./completion.ts";
import type { SilenceWatch } from "./silence.ts";

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;

/**
 * Passes each piece of text on when it arrives, and the usage at the end. What a server sends may be anything: each field is
 * doubted, and a stream that ends without saying why has broken off.
 */
export async function* readStream(
  stream: AsyncIterable<Partial<Chunk>>,
  silence: SilenceWatch,
  timeoutMs: number,
): AsyncGenerator<SynthesisPart, void, undefined> {
  let usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  let characters = 0;
  let finished = false;
  const pieces = storablePieces();
  silence.expectWithin(timeoutMs);
  for await (const chunk of stream) {
    silence.rest();
    const choice: Partial<Chunk["choices"][number]> | undefined = chunk.choices?.[0];
    const text = choice?.delta?.content;
    if (typeof text === "string" && text !== "") {
      characters += text.length;
      if (characters > maxTextLength) throw endless();
      const whole = pieces.add(text);
      if (whole !== "") yield { text: whole };
    }
    if (choice?.delta?.refusal) throw refused();
    if (choice?.finish_reason) {
      refuseUnfinished(choice.finish_reason);
      finished = true;
    }
    if (chunk.usage) usage = usageOf(chunk.usage);
    silence.expectWithin(timeoutMs);
  }
  if (!finished) throw new LociError("unavailable", "The language model's answer broke off.");
  if (characters === 0) throw new LociError("unavailable", "The language model's answer is empty.");
  const rest = pieces.end();
  if (rest !== "") yield { text: rest };
  yield { usage };
}
