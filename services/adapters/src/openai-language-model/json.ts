import { LociError } from "@loci/kernel";
import type { z } from "zod";

/**
 * Reads a stage's answer: JSON, in a ```json fence or bare, of its schema.
 * @throws LociError `unavailable` when it is something else
 */
export function parseJson<T>(content: string, stage: string, schema: z.ZodType<T>): T {
  const answer = content.trim();
  const fence = answer.endsWith("```") ? /^```(?:json)?[^\S\n]*\n/i.exec(answer) : null;
  let json: unknown;
  try {
    json = JSON.parse(fence ? answer.slice(fence[0].length, -3) : answer);
  } catch {
    // The parser's own message quotes the answer, and with it what was remembered.
    throw new LociError("unavailable", "The language model's answer is not JSON.");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join("/") ?? "";
  throw new LociError("unavailable", `The language model's answer does not have the ${stage}'s schema (at /${where}).`);
}
