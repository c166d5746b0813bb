import { normaliseKey, parseTimestamp, type ValidPrecision } from "@loci/kernel";
import { pauser } from "@loci/platform/call";
import type { Extraction, ExtractionRequest, ProposedFact, ProposedInstruction, SourceSpan } from "@loci/ports/language-model";
import { quoteFinder, type QuoteSpan } from "./quote.ts";
import type { AnsweredExtraction, AnsweredFact } from "./schema.ts";

/** Facts from assistants and tools start below the floor, whatever the model thinks of them. */
const unconfirmed = 0.6;
const maxProposals = 2_000;

/**
 * Turns a well-formed answer into proposals, each with its quote's span; a quote that is in no turn gives start = end = -1. To look for
 * very many of them in a long conversation takes long: others work in between.
 */
export async function toExtraction(
  answer: AnsweredExtraction,
  request: ExtractionRequest,
  usage: Extraction["usage"],
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const pause = pauser(signal);
  const finders = request.turns.map(({ content }) => quoteFinder(content));
  const facts: ProposedFact[] = [];
  for (const fact of answer.facts.slice(0, maxProposals)) {
    facts.push(toFact(fact, request, await locate(finders, fact.turn, fact.quote, pause)));
  }
  const instructions: ProposedInstruction[] = [];
  for (const { turn, quote, label, description, revokes } of answer.instructions.slice(0, maxProposals)) {
    instructions.push({ label: normaliseKey(label), description, revokes, span: await locate(finders, turn, quote, pause) });
  }
  const entities = answer.entities.slice(0, maxProposals).map(({ type, name, memory_category: memoryCategory }) => {
    return { type, name, memoryCategory };
  });
  return { entities, facts, instructions, usage };
}

function toFact(fact: AnsweredFact, request: ExtractionRequest, span: SourceSpan): ProposedFact {
  const from = toTime(fact.valid_from);
  const until = toTime(fact.valid_until);
  const role = request.turns[span.turn]?.role;
  const confidence = Math.min(1, Math.max(0, fact.confidence));
  return {
    subject: fact.subject,
    key: normaliseKey(fact.key),
    value: fact.target ? "" : fact.value,
    target: fact.target ?? undefined,
    memoryCategory: fact.memory_category,
    confidence: role === "user" || role === "document" ? confidence : Math.min(confidence, unconfirmed),
    validFrom: from.time,
    validUntil: until.time,
    validPrecision: from.time === "" && until.time === "" ? "" : fact.valid_precision || from.precision || until.precision,
    negated: fact.negated,
    changed: fact.changed,
    span,
  };
}

/** RFC 3339, or a bare year, month or day, which models give in spite of the schema; anything else is no time. */
function toTime(text: string): { time: string; precision: ValidPrecision | "" } {
  const date = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text.trim());
  const time = parseTimestamp(date ? `${date[1] ?? ""}-${date[2] ?? "01"}-${date[3] ?? "01"}T00:00:00Z` : text.trim());
  if (time === undefined) return { time: "", precision: "" };
  return { time, precision: date ? (date[3] ? "day" : date[2] ? "month" : "year") : "second" };
}

/** Models miscount turns: a quote that is not in the turn they name is looked for in the others. */
async function locate(
  finders: readonly ((quote: string) => QuoteSpan | undefined)[],
  turn: number,
  quote: string,
  pause: () => Promise<void>,
): Promise<SourceSpan> {
  const named = finders[turn]?.(quote);
  if (named) return { turn, ...named };
  for (const [other, find] of finders.entries()) {
    await pause();
    const found = other === turn ? undefined : find(quote);
    if (found) return { turn: other, ...found };
  }
  return { turn: finders[turn] ? turn : 0, start: -1, end: -1 };
}
