import { LociError } from "@loci/kernel";
import type { z } from "zod";
import { storableValue, valueMeasure } from "../outbound/index.ts";

/** In UTF-16 units: twice what a model says in 100,000 tokens. */
export const maxJsonLength = 1_000_000;
/** A thousand facts have so many. Of each value that is wrong the schema makes a note: a million of them would take minutes. */
const maxValues = 16_000;

/**
 * Reads a stage's answer: JSON, in a ```json fence or bare, of its schema.
 * @throws LociError `unavailable` when it is something else
 */
export function parseJson<T>(content: string, stage: string, schema: z.ZodType<T>): T {
  const answer = content.trim();
  const problem = valueMeasure(maxValues)(Buffer.from(answer));
  if (problem !== undefined) throw new LociError("unavailable", `The language model's answer ${problem}.`);
  const fence = answer.endsWith("```") ? /^```(?:json)?[^\S\n]*\n/i.exec(answer) : null;
  let json: unknown;
  try {
    json = JSON.parse(fence ? answer.slice(fence[0].length, -3) : answer, storableValue);
  } catch {
    // The parser's own message quotes the answer, and with it what was remembered.
    throw new LociError("unavailable", "The language model's answer is not JSON.");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join("/") ?? "";
  throw new LociError("unavailable", `The language model's answer does not have the ${stage}'s schema (at /${where}).`);
}
