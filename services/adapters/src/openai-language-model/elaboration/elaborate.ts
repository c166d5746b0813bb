import { normaliseKey, normaliseName, normaliseType } from "@loci/kernel";
import type { Elaboration, ElaborationRequest, EntityName } from "@loci/ports/language-model";
import { z } from "zod";
import { boundedEvidence, boundedName, factsData, oneLine } from "../bounds.ts";
import type { Chat } from "../chat.ts";
import { systemPrompt } from "./prompt.ts";

const maxRelations = 50;
const maxLabel = 64;
const maxSummary = 1_000;

const entityName = z.object({ type: z.string(), name: z.string() });
const schema = z.object({
  relations: z.array(z.object({ subject: entityName, label: z.string(), target: entityName, evidence: z.array(z.number().int()) })),
  summary: z.string(),
});

/** Proposes what facts imply. Relations without evidence among the facts, or that are there already, are dropped. */
export async function elaborate(chat: Chat, request: ElaborationRequest, signal: AbortSignal | undefined): Promise<Elaboration> {
  const { entity, facts } = request;
  if (signal?.aborted !== true && facts.length === 0) {
    return { relations: [], summary: "", usage: { inputTokens: 0, outputTokens: 0 } };
  }
  const question = { stage: "elaboration", system: systemPrompt, data: { entity, facts: factsData(facts) } };
  const { answer, usage } = await chat.json(question, schema, signal);
  const seen = new Set(facts.flatMap(({ subject, key, target }) => (target ? [identity(subject, key, target)] : [])));
  const relations = answer.relations.flatMap((relation) => {
    const subject = boundedName(relation.subject);
    const target = boundedName(relation.target);
    const label = normaliseKey(oneLine(relation.label, maxLabel));
    const evidence = boundedEvidence(relation.evidence, facts.length);
    if (!subject || !target || label === "" || evidence.length === 0 || nameOf(subject) === nameOf(target)) return [];
    const id = identity(subject, label, target);
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ subject, label, target, evidence }];
  });
  return { relations: relations.slice(0, maxRelations), summary: oneLine(answer.summary, maxSummary), usage };
}

function nameOf({ type, name }: EntityName): string {
  return `${normaliseType(type)}/${normaliseName(name)}`;
}

function identity(subject: EntityName, label: string, target: EntityName): string {
  return JSON.stringify([nameOf(subject), normaliseKey(label), nameOf(target)]);
}
