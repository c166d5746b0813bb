import { normaliseName, normaliseType } from "@loci/kernel";
import type {
  EntityName,
  Extraction,
  LanguageModel,
  ProposedEntity,
  ProposedFact,
  ProposedInstruction,
} from "@loci/ports/language-model";
import { pauser, refuseCancelled } from "../cancellation.ts";
import { conversationOf } from "./conversation.ts";
import { loadDateReader } from "./dates.ts";
import { readTurn } from "./read-turn.ts";
import type { Readers } from "./sentences-of.ts";
import { loadTokenizer } from "./tokens.ts";

const maxFacts = 2_000;
const maxInstructions = 200;

/**
 * Reads facts with a tokenizer that knows parts of speech, a date parser and own rules for English. What it cannot parse it leaves
 * alone. Its language data (some 40 MB of memory) is loaded by the first extraction.
 */
export function createExtractor(): LanguageModel["extract"] {
  let readers: Promise<Readers> | undefined;
  return async (request, signal) => {
    refuseCancelled(signal);
    if (request.turns.every((turn) => turn.content.trim() === "")) return emptyExtraction;
    readers ??= loadReaders();
    const loaded = await readers;
    const conversation = conversationOf(request.turns);
    const facts = new Map<string, ProposedFact>();
    const instructions: ProposedInstruction[] = [];
    const pause = pauser(signal);
    for (const [index, turn] of request.turns.entries()) {
      for (const piece of readTurn(turn, index, conversation, loaded)) {
        for (const fact of piece.facts) keepFirst(facts, fact);
        instructions.push(...piece.instructions);
        await pause();
        if (facts.size >= maxFacts || instructions.length >= maxInstructions) return extraction(facts, instructions);
      }
    }
    return extraction(facts, instructions);
  };
}

const emptyExtraction: Extraction = { entities: [], facts: [], instructions: [], usage: { inputTokens: 0, outputTokens: 0 } };

async function loadReaders(): Promise<Readers> {
  const [tokenize, readDates] = await Promise.all([loadTokenizer(), loadDateReader()]);
  return { tokenize, readDates };
}

function extraction(all: ReadonlyMap<string, ProposedFact>, instructions: readonly ProposedInstruction[]): Extraction {
  const facts = [...all.values()].slice(0, maxFacts);
  return {
    entities: entitiesOf(facts),
    facts,
    instructions: instructions.slice(0, maxInstructions),
    usage: { inputTokens: 0, outputTokens: 0 },
  };
}

/** The same fact twice in one turn is one fact: the first place where it is said stands for it. */
function keepFirst(facts: Map<string, ProposedFact>, fact: ProposedFact): void {
  const key = JSON.stringify([fact.span.turn, fact.subject, fact.key, fact.value, fact.target, fact.negated]);
  if (!facts.has(key)) facts.set(key, fact);
}

function entitiesOf(facts: readonly ProposedFact[]): ProposedEntity[] {
  const entities = new Map<string, ProposedEntity>();
  const add = ({ type, name }: EntityName) => {
    const key = `${normaliseType(type)}/${normaliseName(name)}`;
    const memoryCategory = type === "Person" ? "identity" : "knowledge";
    if (!entities.has(key)) entities.set(key, { type, name, memoryCategory });
  };
  for (const fact of facts) {
    add(fact.subject);
    if (fact.target) add(fact.target);
  }
  return [...entities.values()];
}
