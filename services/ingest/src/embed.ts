import { entityText, factText, LociError, packVector } from "@loci/kernel";
import type { Embedder } from "@loci/ports/embedder";
import type { graph } from "@loci/protos";
import { isQuarantined } from "./domain/check-extraction.ts";
import { turnText } from "./domain/turn.ts";

/** What is written together: turns and what was extracted from them. */
export interface Memory {
  readonly turns: readonly graph.NewTurn[];
  readonly proposals: readonly graph.Proposal[];
}

export interface EmbeddedMemory {
  readonly turns: graph.NewTurn[];
  readonly proposals: graph.Proposal[];
}

const retryAfterSeconds = 5;
const none = new Uint8Array();

/**
 * Fills in every embedding with one call of the embedder; the same text is embedded once. What is quarantined is never searched
 * and stays without.
 * @throws LociError `unavailable` when the embedder fails: nothing was stored, so the caller has to come again
 */
export async function embedMemory({ turns, proposals }: Memory, embedder: Embedder, signal: AbortSignal): Promise<EmbeddedMemory> {
  const texts = new Map<string, Uint8Array>();
  for (const turn of turns) texts.set(turnText(turn), none);
  for (const { facts, entities } of proposals) {
    for (const fact of facts) if (!isQuarantined(fact)) texts.set(textOfFact(fact), none);
    for (const { type, name } of entities) texts.set(entityText(type, name), none);
  }
  const wanted = [...texts.keys()];
  const vectors = wanted.length === 0 ? [] : await embedOrRefuse(embedder, wanted, signal);
  wanted.forEach((text, i) => texts.set(text, packVector(vectors[i] ?? new Float32Array(embedder.spec.dimension))));

  const vectorOf = (text: string) => texts.get(text) ?? none;
  return {
    turns: turns.map((turn) => ({ ...turn, embedding: vectorOf(turnText(turn)) })),
    proposals: proposals.map((proposal) => ({
      ...proposal,
      facts: proposal.facts.map((fact) => (isQuarantined(fact) ? fact : { ...fact, embedding: vectorOf(textOfFact(fact)) })),
      entities: proposal.entities.map((entity) => ({ ...entity, embedding: vectorOf(entityText(entity.type, entity.name)) })),
    })),
  };
}

function textOfFact({ subject, key, value, target }: graph.ProposedFact): string {
  return factText(subject?.name ?? "", key, target?.name ?? value);
}

/** The vectors of what is to be stored. @throws LociError `unavailable` when the embedder fails: nothing was stored */
export async function embedOrRefuse(embedder: Embedder, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  try {
    return await embedder.embed(texts, "passage", signal);
  } catch (thrown) {
    const error = LociError.from(thrown);
    const isOutage = error.code === "unavailable" || error.code === "deadline_exceeded" || error.code === "rate_limited";
    if (!isOutage) throw error;
    throw new LociError("unavailable", "The embedding provider does not answer; nothing was stored.", {
      retryAfterSeconds: error.retryAfterSeconds ?? retryAfterSeconds,
      cause: thrown,
    });
  }
}
