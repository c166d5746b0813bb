import { factFingerprint, entityFingerprint, fingerprint, sentencesOf, weight } from "./fingerprints.ts";
import { compared, echoesIn, type Compared } from "./echoes/echoes.ts";
import { saysMore, withoutLikeness, type Heard } from "./echoes/hearing.ts";
import { isOwnWording } from "./echoes/prints.ts";
import type { Name } from "./model.ts";
import { saidParts, type SaidPart } from "./said-again.ts";
import { divided, isTouched, saysMore as saysMoreThan, united, wordsOf, type Divided } from "./withholding.ts";
import type { Span } from "@loci/text";
import { nameKey, type Proposed, type ProposedFact, type ProposedInstruction } from "./proposal.ts";

const shortestForgotten = 12;

/** What is kept of a text that is not to be learned again: the fingerprint of the whole, and of what its sentences and clauses say. */
export function forgottenPrints(text: string): string[] {
  const parts = sentencesOf(text).filter((part) => weight(part) >= shortestForgotten);
  const again = saidParts(text, true).flatMap(({ prints }) => prints);
  return [...new Set([fingerprint(text), ...parts.map(fingerprint), ...again])];
}

/** A turn as it is looked up: as a whole, and by what may have been returned of it. */
export interface TurnPrints {
  readonly isUser: boolean;
  readonly content: string;
  readonly whole: string;
  readonly text: Compared;
  readonly parts: readonly SaidPart[];
}

export function turnPrints(role: string, content: string): TurnPrints {
  const isUser = role === "user";
  return { isUser, content, whole: fingerprint(content), text: compared(content, isUser), parts: saidParts(content, isUser) };
}

/** What is known of a context's fingerprints, among those that were looked up. */
export interface KnownPrints {
  readonly returned: ReadonlySet<string>;
  /** Whole texts in the service's own words. */
  readonly replies: ReadonlySet<string>;
  readonly forgotten: ReadonlySet<string>;
}

/** What becomes of a turn: its echoes teach nothing, and a silent one is shown by its session and is no passage. */
export interface Recognised extends Heard {
  readonly isSilent: boolean;
}

/** So many words a person does not happen to say just as they stand. */
const verbatimWords = 6;
/** On one line, with no sign of a quotation, a list or Markdown. */
const plainlySaid = /^\s*[\p{L}\p{N}][^\n*_`"\u201C>]*$/u;

/**
 * What of a turn is not its speaker's. A text that was to be forgotten, or is a reply of the service, is silent as a whole; so is one that
 * says nothing but what was returned. A person who says a sentence again, in just its words, may well mean it: it is read, and
 * only its passage is not stored twice.
 */
export function recognised({ isUser, content, whole, text }: TurnPrints, known: KnownPrints): Recognised {
  if (known.forgotten.has(whole) || known.replies.has(whole)) return silent(content);
  if (known.returned.has(whole)) {
    const isSaidAgain = isUser && plainlySaid.test(content) && /\p{Ll}/u.test(content) && !isOwnWording(content);
    return {
      content,
      echoes: isSaidAgain ? [] : silent(content).echoes,
      isSilent: !isSaidAgain || text.words.length >= verbatimWords,
    };
  }
  const heard = { content, echoes: echoesIn(text, known.returned) };
  const echoes = isUser && plainlySaid.test(content) ? withoutLikeness(heard) : heard.echoes;
  const isOwn = echoes.length < heard.echoes.length;
  return { content, echoes, isSilent: echoes.length > 0 && !isOwn && !saysMore(heard) };
}

/** A text of which nothing is its speaker's. */
export function silent(content: string): Recognised {
  return { content, echoes: [{ start: 0, end: content.length }], isSilent: true };
}

/** The fingerprints by which proposals are looked up. */
export function proposalPrints({ entities, facts, instructions }: Proposed): string[] {
  return [
    ...entities.map(({ name }) => entityFingerprint(name.typeNorm, name.nameNorm)),
    ...facts.flatMap(printsOf),
    ...instructions.flatMap(instructionPrints),
  ];
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

/** What of a turn was to be forgotten, by its words and by the facts that were read from it; with whether anything else is said. */
export function forgottenWords(
  { content, parts }: Pick<TurnPrints, "content" | "parts">,
  facts: readonly ProposedFact[],
  forgotten: ReadonlySet<string>,
): { readonly spans: readonly Span[]; readonly saysMore: boolean } {
  const isForgotten = (prints: readonly string[]) => prints.some((print) => forgotten.has(print));
  const whole = divided(content);
  const read = facts.filter((fact) => isForgotten(printsOf(fact))).flatMap((fact) => wordsOfFact(whole, fact));
  const spans = united([...parts.filter(({ prints }) => isForgotten(prints)), ...read].map(({ start, end }) => ({ start, end })));
  return { spans, saysMore: saysMoreThan(whole, spans) };
}

/** Whether a fact was read from words that are withheld. @param spans in order, without overlaps */
export function isReadFrom(content: Divided, fact: ProposedFact, spans: readonly Span[]): boolean {
  return isTouched(content.text, wordsOfFact(content, fact), spans);
}

function wordsOfFact(content: Divided, { statement }: ProposedFact): Span[] {
  const { spanStart, spanEnd } = statement.source;
  return wordsOf(content, { spanStart, spanEnd, value: statement.value });
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
