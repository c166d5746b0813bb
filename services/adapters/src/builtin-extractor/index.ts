import { normaliseName, normaliseType, LociError } from "@loci/kernel";
import type {
  EntityName,
  Extraction,
  LanguageModel,
  ProposedEntity,
  ProposedFact,
  ProposedInstruction,
} from "@loci/ports/language-model";
import { conversationOf } from "./conversation.ts";
import { loadDateReader } from "./dates.ts";
import { readTurn, type Readers } from "./read-turn.ts";
import { loadTokenizer } from "./wink.ts";

const maxFacts = 2_000;
const maxInstructions = 200;
/** A long text gives way to other requests after this many milliseconds of reading. */
const sliceMillis = 20;

/**
 * The extractor that needs no network and no key: a tokenizer with parts of speech, a date parser and own rules for English.
 * What it cannot parse it leaves alone. Its language data (some 40 MB of memory) is loaded by the first extraction.
 */
export function createBuiltinLanguageModel(): LanguageModel {
  let readers: Promise<Readers> | undefined;
  return {
    id: "builtin",
    async extract(request, signal) {
      throwIfAborted(signal);
      if (request.turns.every((turn) => turn.content.trim() === "")) return emptyExtraction;
      readers ??= loadReaders();
      const loaded = await readers;
      const conversation = conversationOf(request.turns);
      const facts = new Map<string, ProposedFact>();
      const instructions: ProposedInstruction[] = [];
      let pause = performance.now() + sliceMillis;
      for (const [index, turn] of request.turns.entries()) {
        for (const piece of readTurn(turn, index, conversation, loaded)) {
          for (const fact of piece.facts) keepFirst(facts, fact);
          instructions.push(...piece.instructions);
          if (performance.now() > pause) {
            await new Promise((resolve) => setImmediate(resolve));
            pause = performance.now() + sliceMillis;
          }
          throwIfAborted(signal);
          if (facts.size >= maxFacts || instructions.length >= maxInstructions) return extraction(facts, instructions);
        }
      }
      return extraction(facts, instructions);
    },
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

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LociError("cancelled", "The extraction was cancelled.", { cause: signal.reason });
}
