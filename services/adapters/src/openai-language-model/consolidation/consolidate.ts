import { normaliseKey } from "@loci/kernel";
import type { Consolidation, ConsolidationRequest } from "@loci/ports/language-model";
import { z } from "zod";
import { boundedEvidence, factsData, oneLine } from "../bounds.ts";
import type { Chat } from "../chat.ts";
import { systemPrompt } from "./prompt.ts";

const maxObservations = 50;
const maxKey = 64;
const maxValue = 500;
const minEvidence = 2;

const schema = z.object({
  observations: z.array(
    z.object({ key: z.string(), value: z.string(), evidence: z.array(z.number().int()), rationale: z.string() }),
  ),
});

/** Proposes observations. One that fewer than two of the facts support, or that is said twice, is dropped. */
export async function consolidate(
  chat: Chat,
  request: ConsolidationRequest,
  signal: AbortSignal | undefined,
): Promise<Consolidation> {
  const { entity, facts, observations } = request;
  if (signal?.aborted !== true && facts.length < minEvidence) {
    return { observations: [], usage: { inputTokens: 0, outputTokens: 0 } };
  }
  const question = { stage: "consolidation", system: systemPrompt, data: { entity, facts: factsData(facts), observations } };
  const { answer, usage } = await chat.json(question, schema, signal);
  const proposed = answer.observations
    .map(({ key, value, evidence, rationale }) => ({
      key: normaliseKey(oneLine(key, maxKey)),
      value: oneLine(value, maxValue),
      evidence: boundedEvidence(evidence, facts.length),
      rationale: oneLine(rationale, maxValue),
    }))
    .filter(({ key, value, evidence }) => key !== "" && value !== "" && evidence.length >= minEvidence);
  const unique = new Map(proposed.map((observation) => [JSON.stringify([observation.key, observation.value]), observation]));
  return { observations: [...unique.values()].slice(0, maxObservations), usage };
}
