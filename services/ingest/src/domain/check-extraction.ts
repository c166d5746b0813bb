import {
  memoryCategories,
  normaliseKey,
  normaliseName,
  normaliseType,
  parseTimestamp,
  validPrecisions,
  type MemoryCategory,
} from "@loci/kernel";
import type {
  EntityName,
  Extraction,
  ExtractionTurn,
  ProposedFact,
  ProposedInstruction,
  SourceSpan,
} from "@loci/ports/language-model";
import type { graph } from "@loci/protos";
import { sourceOf, type Source } from "./grounding.ts";
import {
  maxDescriptionLength,
  maxKeyLength,
  maxNameLength,
  maxProposedEntities,
  maxProposedFacts,
  maxProposedInstructions,
  maxTypeLength,
  maxValueLength,
} from "./limits.ts";

/** Facts that an assistant or a tool says stay below the floor (0.7), until a person confirms them. */
const unconfirmed = 0.6;

export interface CheckOptions {
  /** Where the extraction's first turn stands among the turns of the write. */
  readonly firstTurn: number;
  /** The turn that the result names. */
  readonly resultTurn: number;
  /** The caller's own word on the category of what is read, or "". */
  readonly memoryCategory: MemoryCategory | "";
}

/**
 * Makes a proposal for graph of what an extraction proposes, which is data from outside: what is malformed or too large is
 * dropped; what its source does not say gets the span -1, by which graph keeps it in quarantine. Embeddings are filled in later.
 */
export function checkExtraction(extraction: Extraction, turns: readonly ExtractionTurn[], options: CheckOptions): graph.Proposal {
  const source = sourceOf(turns);
  const checked = extraction.facts.slice(0, maxProposedFacts).flatMap((fact) => checkFact(fact, turns, source, options) ?? []);
  const facts = ofFewEntities(checked);
  const instructions = extraction.instructions
    .slice(0, maxProposedInstructions)
    .flatMap((instruction) => checkInstruction(instruction, turns, options) ?? []);
  const categories = new Map(extraction.entities.map((entity) => [entityKey(entity), entity.memoryCategory]));
  return { entities: entitiesOf(facts, categories, options), facts, instructions, turn: options.resultTurn };
}

/** The first of these facts, as long as they speak of no more entities than graph takes: each may speak of two. */
function ofFewEntities(facts: readonly graph.ProposedFact[]): graph.ProposedFact[] {
  const entities = new Set<string>();
  const beyond = facts.findIndex((fact) => {
    for (const entity of [fact.subject, fact.target]) if (entity && !isQuarantined(fact)) entities.add(entityKey(entity));
    return entities.size > maxProposedEntities;
  });
  return facts.slice(0, beyond < 0 ? facts.length : beyond);
}

/** The entities that facts speak of, each once. One of which nothing is said is not worth a record. */
export function entitiesOf(
  facts: readonly graph.ProposedFact[],
  categories: ReadonlyMap<string, MemoryCategory>,
  options: Pick<CheckOptions, "memoryCategory">,
): graph.ProposedEntity[] {
  const entities = new Map<string, graph.ProposedEntity>();
  for (const fact of facts) {
    if (isQuarantined(fact)) continue;
    for (const entity of [fact.subject, fact.target]) {
      if (!entity || entities.has(entityKey(entity))) continue;
      const guessed = normaliseType(entity.type) === "person" ? "identity" : "knowledge";
      const memoryCategory = options.memoryCategory || (known(categories.get(entityKey(entity))) ?? guessed);
      entities.set(entityKey(entity), { ...entity, memoryCategory, embedding: new Uint8Array() });
    }
  }
  return [...entities.values()];
}

/** A fact that was read in a turn, whose place in it is not to be found. */
export function isQuarantined(fact: Pick<graph.ProposedFact, "turn" | "spanStart">): boolean {
  return fact.turn >= 0 && fact.spanStart < 0;
}

function checkFact(
  fact: ProposedFact,
  turns: readonly ExtractionTurn[],
  source: Source,
  options: CheckOptions,
): graph.ProposedFact | undefined {
  const subject = checkName(fact.subject);
  const target = fact.target ? checkName(fact.target) : null;
  const key = normaliseKey(storable(fact.key));
  const value = target ? "" : storable(fact.value).trim();
  if (!subject || target === undefined || key === "" || key.length > maxKeyLength) return undefined;
  // "I no longer have a job" ends whatever the value was: a negation may go without one.
  if (value.length > maxValueLength || (value === "" && !target && !fact.negated)) return undefined;
  const place = placeOf(fact.span, turns);
  const said =
    source.hasName(subject.name) && (target ? source.hasName(target.name) : source.hasValue(place.turn, value, key, place));
  const spoken = turns[place.turn]?.role;
  const confidence = Number.isFinite(fact.confidence) ? Math.min(1, Math.max(0, fact.confidence)) : unconfirmed;
  return {
    subject,
    key,
    value,
    target,
    memoryCategory: options.memoryCategory || (known(fact.memoryCategory) ?? "knowledge"),
    confidence: spoken === "assistant" || spoken === "tool" ? Math.min(confidence, unconfirmed) : confidence,
    ...checkValidity(fact),
    negated: fact.negated,
    changed: fact.changed,
    corrected: fact.corrected ?? false,
    unbound: (fact.unbound ?? false) && (fact.corrected ?? false),
    beside: fact.beside ?? false,
    insteadOf: storable(fact.insteadOf ?? "")
      .trim()
      .slice(0, maxValueLength),
    turn: options.firstTurn + place.turn,
    spanStart: place.found && said ? place.start : -1,
    spanEnd: place.found && said ? place.end : -1,
    embedding: new Uint8Array(),
  };
}

function checkInstruction(
  { label, description, revokes, span }: ProposedInstruction,
  turns: readonly ExtractionTurn[],
  options: CheckOptions,
): graph.ProposedInstruction | undefined {
  const name = normaliseKey(storable(label));
  const text = storable(description).trim();
  const place = placeOf(span, turns);
  const speaker = turns[place.turn]?.role;
  // What an assistant, a tool or a document says is no order: else a web page could plant one.
  if (speaker === "assistant" || speaker === "tool" || speaker === "document") return undefined;
  if (!place.found || name === "" || name.length > maxKeyLength || text.length > maxDescriptionLength) return undefined;
  if (text === "" && !revokes) return undefined;
  return {
    label: name,
    description: text,
    revokes,
    turn: options.firstTurn + place.turn,
    spanStart: place.start,
    spanEnd: place.end,
  };
}

/** Where a proposal was read; what names no turn is put to the last one, not found there. */
function placeOf(span: SourceSpan, turns: readonly ExtractionTurn[]): SourceSpan & { readonly found: boolean } {
  const { turn, start, end } = span;
  const content = turns[turn]?.content;
  if (content === undefined) return { turn: Math.max(0, turns.length - 1), start: 0, end: 0, found: false };
  const found = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= content.length;
  return found ? { turn, start, end, found } : { turn, start: 0, end: content.length, found };
}

export function checkName(given: EntityName): graph.EntityName | undefined {
  const type = storable(given.type).trim();
  const name = storable(given.name).trim();
  if (normaliseName(name) === "" || normaliseName(type) === "" || name.length > maxNameLength || type.length > maxTypeLength)
    return undefined;
  return { type, name };
}

/** A valid time that parses and does not end before it begins; anything else is not known. */
function checkValidity(fact: ProposedFact): Pick<graph.ProposedFact, "validFrom" | "validUntil" | "validPrecision"> {
  const validFrom = parseTimestamp(fact.validFrom) ?? "";
  const validUntil = parseTimestamp(fact.validUntil) ?? "";
  if (validFrom === "" && validUntil === "") return { validFrom, validUntil, validPrecision: "" };
  if (validFrom !== "" && validUntil !== "" && validUntil <= validFrom)
    return { validFrom: "", validUntil: "", validPrecision: "" };
  const validPrecision = validPrecisions.find((precision) => precision === fact.validPrecision) ?? "day";
  return { validFrom, validUntil, validPrecision };
}

function known(category: string | undefined): MemoryCategory | undefined {
  return memoryCategories.find((each) => each === category);
}

function entityKey({ type, name }: EntityName): string {
  return `${normaliseType(type)}/${normaliseName(name)}`;
}

/** What a database can store: no NUL, no lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
