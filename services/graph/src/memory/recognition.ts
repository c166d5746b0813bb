import { factFingerprint, entityFingerprint, fingerprint, sentencesOf, weight } from "./fingerprints.ts";
import type { Name } from "./model.ts";
import { nameKey, type Proposed, type ProposedFact, type ProposedInstruction } from "./proposal.ts";

/** A part of a returned text shorter than this is too common to be recognised by. */
const shortestReturned = 24;
const shortestForgotten = 12;
/** The share of a turn's characters that must have been returned before. */
const echoShare = 0.9;

/** What is kept of a text that was returned: the fingerprint of the whole, and of each part that says enough. */
export function returnedPrints(text: string): { readonly whole: string; readonly parts: readonly string[] } {
  const parts = sentencesOf(text).filter((part) => weight(part) >= shortestReturned);
  return { whole: fingerprint(text), parts: parts.map(fingerprint) };
}

/** What is kept of a text that is not to be learned again: the fingerprint of the whole, and of its sentences. */
export function forgottenPrints(text: string): string[] {
  const parts = sentencesOf(text).filter((part) => weight(part) >= shortestForgotten);
  return [fingerprint(text), ...parts.map(fingerprint)];
}

/** A turn as it is looked up: by the whole, and by every sentence with the weight that it has in it. */
export interface TurnPrints {
  readonly isUser: boolean;
  readonly whole: string;
  readonly parts: readonly { readonly print: string; readonly weight: number }[];
}

export function turnPrints(role: string, content: string): TurnPrints {
  const parts = sentencesOf(content).map((part) => ({ print: fingerprint(part), weight: weight(part) }));
  return { isUser: role === "user", whole: fingerprint(content), parts };
}

/** What is known of a context's fingerprints, among those that were looked up. */
export interface KnownPrints {
  readonly returned: ReadonlySet<string>;
  /** Whole texts in the service's own words. */
  readonly replies: ReadonlySet<string>;
  readonly forgotten: ReadonlySet<string>;
}

/**
 * Whether nothing is to be learned from a turn: it is a text that was to be forgotten, or says again what the service returned. A
 * user's words are taken for that only where all of them are one reply of the service.
 */
export function isRecognised(turn: TurnPrints, known: KnownPrints): boolean {
  if (known.forgotten.has(turn.whole) || known.replies.has(turn.whole)) return true;
  if (turn.isUser) return false;
  const total = turn.parts.reduce((sum, part) => sum + part.weight, 0);
  const returned = turn.parts.reduce((sum, part) => sum + (known.returned.has(part.print) ? part.weight : 0), 0);
  return known.returned.has(turn.whole) || (total > 0 && returned / total >= echoShare);
}

/** The fingerprints by which proposals are looked up. */
export function proposalPrints({ entities, facts, instructions }: Proposed): string[] {
  return [
    ...entities.map(({ name }) => entityFingerprint(name.typeNorm, name.nameNorm)),
    ...facts.flatMap(printsOf),
    ...instructions.flatMap(instructionPrints),
  ];
}

/** The proposals without what was read from these turns. */
export function withoutTurns(proposed: Proposed, turnIds: ReadonlySet<string>): Proposed {
  if (turnIds.size === 0) return proposed;
  const isHeard = ({ statement }: ProposedInstruction) => !turnIds.has(statement.source.turnId);
  return {
    entities: proposed.entities.filter(({ turnId }) => turnId === undefined || !turnIds.has(turnId)),
    facts: proposed.facts.filter(isHeard),
    instructions: proposed.instructions.filter(isHeard),
  };
}

/** The proposals without what was to be forgotten: by its subject, key and value, by its sentence, or by who it is about. */
export function withoutForgotten(proposed: Proposed, forgotten: ReadonlySet<string>): Proposed {
  if (forgotten.size === 0) return proposed;
  const isNew = (prints: readonly string[]) => !prints.some((print) => forgotten.has(print));
  const facts = proposed.facts.filter((fact) => isNew(printsOf(fact)));
  const kept = new Set(facts.flatMap(endsOf).map(nameKey));
  // Who is spoken of in nothing but what is to be forgotten is not learned of either.
  const dropped = new Set(
    proposed.facts
      .flatMap(endsOf)
      .map(nameKey)
      .filter((name) => !kept.has(name)),
  );
  return {
    entities: proposed.entities.filter(
      ({ name }) => !dropped.has(nameKey(name)) && isNew([entityFingerprint(name.typeNorm, name.nameNorm)]),
    ),
    facts,
    instructions: proposed.instructions.filter((one) => isNew(instructionPrints(one))),
  };
}

function endsOf({ subject, target }: ProposedFact): Name[] {
  return target === undefined ? [subject] : [subject, target];
}

function printsOf(fact: ProposedFact): string[] {
  const { subject, key, statement, sentence } = fact;
  return [
    factFingerprint(subject.typeNorm, subject.nameNorm, key, statement.valueNorm),
    ...endsOf(fact).map((end) => entityFingerprint(end.typeNorm, end.nameNorm)),
    fingerprint(sentence),
  ];
}

function instructionPrints({ key, statement, sentence }: ProposedInstruction): string[] {
  return [factFingerprint("", "", key, statement.valueNorm), fingerprint(sentence)];
}
