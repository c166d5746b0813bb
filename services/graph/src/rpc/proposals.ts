import {
  invalidField,
  isSelf,
  memoryCategories,
  normaliseKey,
  normaliseName,
  normaliseType,
  selfName,
  validPrecisions,
  type IdSource,
  type Stream,
} from "@loci/kernel";
import type { graph } from "@loci/protos";
import { roleHolder } from "../identity/role-holders.ts";
import { sentenceAt } from "../memory/evidence.ts";
import { canonicalKey } from "../memory/families.ts";
import { isWithheld } from "../memory/withholding.ts";
import { changeIn, reporterOf } from "@loci/text";
import { speakerPrefix, type ChunkRef, type Name, type Source, type Statement } from "../memory/model.ts";
import type { Proposed, ProposedEntity, ProposedFact, ProposedInstruction } from "../memory/proposal.ts";
import { normaliseValue } from "../memory/values.ts";
import { keyClass } from "../memory/vocabulary.ts";
import type { Turn } from "../store/turns.ts";
import { atMost, integer, oneOf, text, timestamp } from "./checks.ts";

/** Where a proposal's indexes point, and what holds for what no turn said. */
export interface Origin {
  readonly turns: readonly (Passage | undefined)[];
  /** For what the caller itself states; undefined where only turns may be a source. */
  readonly caller: CallerOrigin | undefined;
}

/** A turn, or a chunk of a document. */
export interface Passage
  extends
    Pick<Turn, "id" | "content" | "scopeSet" | "stream" | "labels" | "knownAt" | "sessionId" | "seq">,
    Partial<Pick<Turn, "role" | "speaker">> {
  readonly chunk?: ChunkRef;
}

export interface CallerOrigin {
  readonly scopeSet: string;
  readonly stream: Stream;
  readonly labels: readonly string[];
  /** When it was known; "" for the time of the turn that the proposal names, else the present. */
  readonly knownAt: string;
  readonly now: string;
}

const maxFacts = 2_000;

/** Checks proposals and brings them to the words of the rules. What speaks of a turn that is not there any more is left out. */
export function readProposals(proposals: readonly graph.Proposal[], origin: Origin, ids: IdSource): Proposed {
  const entities: ProposedEntity[] = [];
  const facts: ProposedFact[] = [];
  const instructions: ProposedInstruction[] = [];
  for (const [i, proposal] of proposals.entries()) {
    const at = `/proposals/${i}`;
    for (const list of ["entities", "facts", "instructions"] as const) atMost(`${at}/${list}`, proposal[list], maxFacts);
    const about = integer(`${at}/turn`, proposal.turn, -1, Math.max(origin.turns.length - 1, 0));
    const named = about < origin.turns.length ? about : -1;
    const place = placeOf(named, named, origin, `${at}/turn`);
    for (const [j, entity] of proposal.entities.entries()) {
      const where = `${at}/entities/${j}`;
      const checked = {
        name: name(where, entity),
        category: oneOf(`${where}/memoryCategory`, entity.memoryCategory, memoryCategories),
      };
      const { embedding } = entity;
      if (place)
        entities.push({
          proposal: i,
          ...checked,
          turnId: place.turn?.chunk === undefined ? (place.turn?.id ?? "") : "",
          scopeSet: place.scopeSet,
          knownAt: place.knownAt,
          embedding: vector(where, embedding),
        });
    }
    for (const [j, fact] of proposal.facts.entries()) {
      const read = readFact(`${at}/facts/${j}`, { proposal: i, named, origin, ids }, fact);
      if (read) facts.push(read);
    }
    for (const [j, instruction] of proposal.instructions.entries()) {
      const read = readInstruction(`${at}/instructions/${j}`, { proposal: i, named, origin, ids }, instruction);
      if (read) instructions.push(read);
    }
  }
  return { entities, facts, instructions };
}

/** The proposal that is being read: its index, and the turn that it names (-1 for none). */
interface Within {
  readonly proposal: number;
  readonly named: number;
  readonly origin: Origin;
  readonly ids: IdSource;
}

function readFact(at: string, within: Within, fact: graph.ProposedFact): ProposedFact | undefined {
  const { proposal, ids } = within;
  if (fact.subject === null) throw invalidField(`${at}/subject`, "is required");
  const subject = name(`${at}/subject`, fact.subject);
  const given = fact.target === null ? undefined : name(`${at}/target`, fact.target);
  const value = given?.name ?? text(`${at}/value`, fact.value, 8_192).trim();
  if (value === "" && !fact.negated) throw invalidField(`${at}/value`, "must not be empty");
  if (!(fact.confidence >= 0 && fact.confidence <= 1)) throw invalidField(`${at}/confidence`, "must be a number from 0 to 1");
  const validFrom = timestamp(`${at}/validFrom`, fact.validFrom);
  const validUntil = timestamp(`${at}/validUntil`, fact.validUntil);
  if (validFrom !== "" && validUntil !== "" && validFrom >= validUntil)
    throw invalidField(`${at}/validUntil`, "must be later than validFrom");
  const category = oneOf(`${at}/memoryCategory`, fact.memoryCategory, memoryCategories);
  const validPrecision = oneOf(`${at}/validPrecision`, fact.validPrecision, ["", ...validPrecisions]);
  const embedding = vector(at, fact.embedding);
  const said = source(at, fact, within);
  if (said === undefined) return undefined;
  const named = key(`${at}/key`, fact.key);
  const isRead = said.source.kind !== "caller" && !fact.negated;
  const target = given ?? (isRead ? roleHolder(named, value) : undefined);
  const statement: Statement = {
    ...{ id: ids("provenance"), factId: "", source: said.source, labels: said.labels, knownAt: said.knownAt },
    ...{ value, valueNorm: value === "" ? "" : normaliseValue(value), targetType: target?.typeNorm ?? "", targetEntityId: "" },
    ...{
      negated: fact.negated,
      changed: fact.changed || isChangedBeside(fact, said.sentence),
      category,
      confidence: fact.confidence,
      validFrom,
      validUntil,
      validPrecision,
    },
    ...(fact.corrected ? { corrected: true } : {}),
    ...(fact.beside ? { beside: true } : {}),
    ...(fact.insteadOf === "" ? {} : { insteadOf: normaliseValue(text(`${at}/insteadOf`, fact.insteadOf, 8_192)) }),
  };
  const { scopeSet, stream, sentence, quarantined } = said;
  return {
    ...(fact.unbound ? { unbound: true } : {}),
    proposal,
    subject,
    target,
    key: said.source.kind === "caller" ? named : canonicalKey(named),
    statement,
    embedding,
    scopeSet,
    stream,
    sentence,
    quarantined,
  };
}

/**
 * Whether the sentence says beside what was read from it that something has changed ("The date was changed, it is due on 16 June"): of a key
 * that has one value, and else no leave to change, it is that.
 */
function isChangedBeside({ negated, beside, key: named }: graph.ProposedFact, sentence: string): boolean {
  return !negated && !beside && keyClass({}, canonicalKey(named)) === "single" && changeIn(sentence) === "changes";
}

function readInstruction(at: string, within: Within, instruction: graph.ProposedInstruction): ProposedInstruction | undefined {
  const { proposal, ids } = within;
  const description = text(`${at}/description`, instruction.description, 8_192).trim();
  if (description === "" && !instruction.revokes) throw invalidField(`${at}/description`, "must not be empty");
  const label = key(`${at}/label`, instruction.label);
  const said = source(at, instruction, within);
  if (said === undefined) return undefined;
  // A revocation is of whatever stands under the label.
  const value = instruction.revokes ? "" : description;
  const statement: Statement = {
    ...{ id: ids("provenance"), factId: "", source: said.source, labels: said.labels, knownAt: said.knownAt },
    ...{ value, valueNorm: value === "" ? "" : normaliseName(value) || value, targetType: "", targetEntityId: "" },
    ...{
      negated: instruction.revokes,
      changed: false,
      category: "identity",
      confidence: 1,
      validFrom: "",
      validUntil: "",
      validPrecision: "",
    },
  };
  const { scopeSet, stream, sentence, quarantined } = said;
  return { proposal, key: label, statement, scopeSet, stream, sentence, quarantined };
}

interface Place extends Pick<ProposedFact, "scopeSet" | "stream"> {
  readonly knownAt: string;
  readonly labels: readonly string[];
  readonly turn: Passage | undefined;
}

/** Where the turn of this index was said; for -1 the caller's place. */
function placeOf(index: number, named: number, origin: Origin, pointer: string): Place | undefined {
  if (index >= 0) {
    const turn = origin.turns[index];
    return turn && { scopeSet: turn.scopeSet, stream: turn.stream, knownAt: turn.knownAt, labels: turn.labels, turn };
  }
  if (origin.caller === undefined) throw invalidField(pointer, "must name a turn");
  const { scopeSet, stream, labels, knownAt, now } = origin.caller;
  return { scopeSet, stream, labels, knownAt: knownAt || (origin.turns[named]?.knownAt ?? now), turn: undefined };
}

interface Span {
  readonly turn: number;
  readonly spanStart: number;
  readonly spanEnd: number;
}

/** Who said it; what a turn is said to say without a span that was found in it is quarantined. */
function source(at: string, span: Span, { named, origin }: Within) {
  const place = placeOf(integer(`${at}/turn`, span.turn, -1, origin.turns.length - 1), named, origin, `${at}/turn`);
  if (place === undefined) return undefined;
  const { turn, ...rest } = place;
  if (turn === undefined) {
    const nowhere = { turnId: "", sessionId: "", seq: -1, spanStart: -1, spanEnd: -1 };
    const caller = { kind: "caller", ...nowhere, witness: "caller" } as const;
    return { ...rest, source: caller, sentence: "", quarantined: false };
  }
  const quarantined = span.spanStart < 0 || span.spanEnd < 0;
  const spanStart = quarantined ? -1 : integer(`${at}/spanStart`, span.spanStart, 0, turn.content.length);
  const spanEnd = quarantined ? -1 : integer(`${at}/spanEnd`, span.spanEnd, spanStart, turn.content.length);
  // It was forgotten while somebody read it.
  if (!quarantined && isWithheld(turn.content.slice(spanStart, spanEnd))) return undefined;
  const { chunk, id, sessionId, seq } = turn;
  const where = chunk === undefined ? ({ kind: "turn", turnId: id } as const) : ({ kind: "chunk", turnId: "", chunk } as const);
  const sentence = quarantined ? "" : sentenceAt(turn.content, spanStart, spanEnd);
  const said: Source = { ...where, sessionId, seq, spanStart, spanEnd, witness: witnessOf(turn, sentence) };
  return { ...rest, source: said, quarantined, sentence };
}

/** A document, whoever is said to say so, or who speaks. An assistant has what it says of what it was told. */
function witnessOf({ chunk, role, speaker }: Passage, sentence: string): string {
  if (chunk !== undefined) return chunk.documentId;
  const { name: reporter } = reporterOf(sentence);
  if (reporter !== "") return `${speakerPrefix}${reporter}`;
  return speaker === undefined || speaker === ""
    ? `${role === "assistant" ? "user" : role}`
    : `${speakerPrefix}${speaker.toLowerCase()}`;
}

export function name(at: string, given: graph.EntityName): Name {
  const type = text(`${at}/type`, given.type.trim(), 128, 1);
  const plain = text(`${at}/name`, given.name.trim(), 512, 1);
  const named = { type, name: plain, typeNorm: normaliseType(type) || type, nameNorm: normaliseName(plain) || plain };
  // "I", "me" and "the user" are one, whoever writes them down.
  return isSelf(named) ? { ...named, name: selfName, nameNorm: selfName } : named;
}

export function key(at: string, given: string): string {
  const normal = normaliseKey(text(at, given, 128, 1));
  if (normal === "" || normal.length > 128) throw invalidField(at, "must hold a letter or a digit, and at most 128 characters");
  return normal;
}

/** A packed vector of 32-bit floats; empty where there is none. */
export function vector(at: string, bytes: Uint8Array): Uint8Array {
  if (bytes.length % 4 !== 0) throw invalidField(`${at}/embedding`, "must be 32-bit floats");
  return bytes;
}
