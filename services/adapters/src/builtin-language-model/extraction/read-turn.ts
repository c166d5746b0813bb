import type { ExtractionTurn, ProposedFact, ProposedInstruction } from "@loci/ports/language-model";
import { bracketedDetails } from "./bracketed.ts";
import { categoryOf } from "./categories.ts";
import { clausesOf } from "./clauses.ts";
import { readCorrection, type Correction } from "./corrections.ts";
import type { Conversation, Mention } from "./conversation.ts";
import { mentionIn, personNamed } from "./mention.ts";
import { isForeign } from "./foreign-language.ts";
import { handlesIn } from "./handles.ts";
import { introductionsIn, namesOfOthers } from "./introductions.ts";
import { otherNamesIn } from "./other-names.ts";
import { readInstruction } from "./instructions.ts";
import { hasClause } from "./has-clause.ts";
import { isHedged, isQuestion, isTwiceDenied, isUnreal } from "./modality.ts";
import { profileFacts } from "./profile-json.ts";
import { notedPieces } from "./noted-pieces.ts";
import { withPronouns } from "./pronouns-told.ts";
import { readOpenly, withUncovered } from "./open-reader/read.ts";
import { labelledBlocks, type LabelledBlock } from "./open-reader/labelled.ts";
import { formFacts, type LineFact } from "./open-reader/roster.ts";
import { spokenOf } from "./open-reader/spoken-of.ts";
import { typesShown } from "./types-shown.ts";
import { withOpenFacts } from "./open-reader/merge.ts";
import { readClause, type ClauseFact } from "./read-clause.ts";
import { explicit, type Subject } from "./rule.ts";
import type { Speakers } from "./subject.ts";
import { isUnreadable, sentencesOf, type Readers } from "./sentences-of.ts";
import type { Sentence } from "./sentence.ts";

/** What one piece of a turn gave. */
export interface PieceReading {
  readonly facts: readonly ProposedFact[];
  readonly instructions: readonly ProposedInstruction[];
}

const ownClause = /[,;] (?:I|I'm|my|we|our|because|since|as) /;
/** So many sentences back a pronoun may mean somebody. */
const lookedBack = 3;
/** Facts from assistants and tools start below the floor, until a person confirms them. */
const unconfirmed = 0.6;

/** Reads a turn piece by piece, so that the caller can stop or pause between two pieces of a long text. */
export function* readTurn(
  turn: ExtractionTurn,
  index: number,
  conversation: Conversation,
  readers: Readers,
): Generator<PieceReading> {
  let last: Mention | undefined;
  let before: readonly (readonly Mention[])[] = [];
  // "I was wrong." is about what comes next.
  let takesBack = false;
  const labelled =
    turn.role === "assistant" || turn.role === "tool" ? [] : labelledBlocks(turn.content, conversation.speakerOf(turn));
  if (labelled.length > 0) yield { facts: labelled.flatMap((block) => labelledFacts(block, turn, index)), instructions: [] };
  const forms = turn.role === "assistant" || turn.role === "tool" ? [] : formFacts(turn.content);
  const profile = turn.role === "assistant" || turn.role === "tool" ? [] : profileFacts(turn.content, conversation.speakerOf(turn));
  if (profile.length > 0) {
    yield { facts: profile.map((one) => formFact(one, turn, index)), instructions: [] };
    return;
  }
  if (forms.length > 0) yield { facts: forms.map((one) => formFact(one, turn, index)), instructions: [] };
  const bracketed = turn.role === "assistant" || turn.role === "tool" ? [] : bracketedDetails(turn.content);
  if (bracketed.length > 0)
    yield { facts: bracketed.flatMap(({ facts }) => facts.map((one) => formFact(one, turn, index))), instructions: [] };
  const isForm = (at: number) => labelled.some(({ places }) => places.some(({ start, end }) => at >= start && at < end));
  const introduced = namesTold(turn, index, conversation.speakerOf(turn));
  if (introduced.length > 0) yield { facts: introduced, instructions: [] };
  // One word is no clause, and parsing a line has its cost: a list of letters has thousands.
  const isClause = (text: string) => /\S\s+\S/.test(text) && readers.tokenize(text, 0).some(hasClause);
  for (const { start, end, self, notes } of notedPieces(turn, conversation.speakerOf(turn), isForm, () => last, isClause)) {
    const facts = notes.filter(saysMore).map((one): ProposedFact => formFact(one, turn, index));
    const instructions: ProposedInstruction[] = [];
    const named = notes.map((one) => one.target ?? one.subject).filter((one) => one.name !== self);
    last = named.at(-1) ?? last;
    if (named.length > 0) before = [[...new Map(named.map((one) => [one.name, one])).values()], ...before].slice(0, lookedBack);
    // "Patient: Ragnhild Moen. She takes …": who is described is spoken of all along.
    const about = self === "" || self === conversation.speakerOf(turn) ? [] : [[{ type: "Person", name: self, isSubject: true }]];
    for (const sentence of sentencesOf(turn, { start, end }, readers)) {
      const first = sentence.tokens[0];
      const end = sentence.tokens.at(-1)?.end ?? 0;
      if (!first || isUnreadable(sentence, first.start, end)) continue;
      const span = { turn: index, start: first.start, end };
      const text = turn.content.slice(first.start, end);
      if (isForeign(text)) continue;
      const instruction = turn.role === "user" || turn.role === "system" ? readInstruction(text) : undefined;
      if (instruction) {
        const { label, description, revokes } = instruction;
        instructions.push({ label, description, revokes, span });
        if (instruction.name && self !== "") facts.push(nickname(self, instruction.name, span));
        // "Please don't call before ten, I work nights" tells something as well.
        if (!ownClause.test(text)) continue;
      }
      const discourse = { self, conversation, last, before: [...before, ...about] };
      before = [spokenOf(turn.content, sentence.tokens, speakersOf(turn, discourse)), ...before].slice(0, lookedBack);
      // What is asked, imagined or only supposed states nothing.
      if (isQuestion(sentence) || isUnreal(text) || isHedged(text) || isTwiceDenied(text)) continue;
      const read = readSentence(sentence, turn, discourse);
      last = read.last;
      const correction: Correction | undefined = readCorrection(text, takesBack);
      takesBack = correction?.bare ?? false;
      const said = correction ? corrected(read.facts, correction, first.start, self) : read.facts;
      const others = namesOfOthers(text);
      const behind = first.start + (since.exec(text)?.[0].length ?? Infinity);
      const placed = said.map((one) => besideOthers(one, turn.content, first.start));
      for (const { start, end: stop, ...fact } of placed.map((one) => changedSince(one, turn.content, behind)))
        // Of another one of the same name nothing is kept: it would be taken for the one who is known.
        if (!others.has(fact.subject.name) && !(fact.target && others.has(fact.target.name)))
          facts.push({ ...capped(fact, turn), span: { turn: index, start, end: stop } });
    }
    yield { facts, instructions };
  }
}

/** What is known of the discourse when a sentence is read. */
interface Discourse {
  readonly self: string;
  readonly conversation: Conversation;
  readonly last: Mention | undefined;
  readonly before: readonly (readonly Mention[])[];
}

function speakersOf(turn: ExtractionTurn, { self, conversation, last, before }: Discourse): Speakers {
  const asShown = (one: Mention): Mention => {
    const type = one.possession === undefined ? conversation.shownType(one.name) : undefined;
    return type === undefined ? one : { ...one, type };
  };
  return {
    self,
    listener: conversation.listenerOf(turn),
    last: last && asShown(last),
    before: before.map((mentions) => mentions.map(asShown)),
    typeOf: (name) => conversation.shownType(name) ?? conversation.typeOf(name),
  };
}

function readSentence(
  sentence: Sentence,
  turn: ExtractionTurn,
  discourse: Discourse,
): { facts: readonly ClauseFact[]; last: Mention | undefined } {
  const facts: ClauseFact[] = [];
  const { conversation, self } = discourse;
  let { last } = discourse;
  let subject: Subject | undefined;
  for (const clause of clausesOf(sentence)) {
    const read = readClause(sentence, clause, speakersOf(turn, { ...discourse, last }), subject, turn.knownAt);
    facts.push(...read.facts);
    subject = read.subject;
    last = mentionIn(read.facts, self) ?? last;
    learnTypes(conversation, read.facts);
  }
  const speakers = speakersOf(turn, discourse);
  const open = readOpenly(sentence, speakers, turn.knownAt);
  const read = withOpenFacts(
    facts.filter(
      ({ value }) =>
        !isVerb(sentence, value) && !isClauseOf(sentence, value) && !isSubject(sentence, value) && !isCut(sentence, value),
    ),
    open,
  );
  const all = withUncovered(sentence, speakers, turn.knownAt, read.map(withPronouns)).filter(saysMore);
  learnTypes(conversation, all);
  return { facts: all, last: mentionIn(all, self) ?? personNamed(sentence.tokens, all, self) ?? last };
}

/** Nobody is what they are called. */
function saysMore({ subject, value, target }: Pick<ProposedFact, "subject" | "value" | "target">): boolean {
  return subject.name !== (target?.name ?? value);
}

/** "can't stand cilantro, and mushrooms give me a stomach ache": the rules by topic take a clause for the next thing of the list. */
function isClauseOf({ tokens }: Sentence, value: string): boolean {
  const [first, last, ...others] = value.split(" ");
  if (last === undefined || others.length > 0) return false;
  return tokens.some(({ text, tag }, at) => {
    const subject = tokens[at - 1];
    return (
      text === last &&
      /^VB[PZD]$/.test(tag) &&
      subject !== undefined &&
      subject.text === first &&
      subject.head === at &&
      subject.label === "nsubj"
    );
  });
}

/** "uses an iPad and the app version is 6.2": the rules by topic take a subject for the next thing of the list. */
function isSubject({ tokens }: Sentence, value: string): boolean {
  const last = value.split(" ").at(-1) ?? "";
  if (!/\p{Ll}/u.test(last) || last === value) return false;
  const at = tokens.findIndex(({ text, label }) => text === last && /^nsubj/.test(label));
  const [first, second] = [tokens[at - 1], tokens[tokens[at]?.head ?? 0]];
  return (
    at > 2 &&
    tokens.filter(({ text }) => text === last).length === 1 &&
    /^(?:det|poss|compound|amod)$/.test(first?.label ?? "") &&
    /^(?:conj|ccomp|advcl|ROOT)$/.test(second?.label ?? "") &&
    tokens.slice(1, at).some(({ tag }) => /^VB/.test(tag))
  );
}

/** "oat" of "oat-based ice cream": a value ends with a word. */
function isCut({ tokens }: Sentence, value: string): boolean {
  const last = value.split(" ").at(-1) ?? "";
  const found = tokens.filter(({ text }) => text === last);
  const at = tokens.findIndex(({ text }) => text === last);
  const [hyphen, next] = [tokens[at + 1], tokens[at + 2]];
  return found.length === 1 && hyphen?.text === "-" && hyphen.start === found[0]?.end && next?.start === hyphen.end;
}

/** "allergic to stings and carries a pen": the rules by topic take the verb for the next thing of the list. */
function isVerb({ tokens }: Sentence, value: string): boolean {
  return (
    /^\p{Ll}+$/u.test(value) &&
    tokens.some(({ text, tag, label }) => text === value && tag === "VBZ" && /^(?:conj|ROOT)$/.test(label))
  );
}

/** Names that a turn tells outside of its sentences' grammar: the speaker's own, and those by which somebody is known. */
function namesTold(turn: ExtractionTurn, index: number, self: string): ProposedFact[] {
  const own = turn.role === "user" && self !== "" ? introductionsIn(turn.content).map((one) => ({ ...one, who: self })) : [];
  const others = otherNamesIn(turn.content).map((one) => ({ ...one, key: "also_known_as", confidence: explicit }));
  const handles = handlesIn(turn.content)
    .map((one) => ({ ...one, who: one.who === "" && turn.role === "user" ? self : one.who, key: "handle", confidence: explicit }))
    .filter(({ who }) => who !== "");
  return [...own, ...others, ...handles].map(({ who, key, value, confidence, start, end }) => ({
    ...capped({ ...plainFact, subject: { type: "Person", name: who }, key, value, memoryCategory: "identity", confidence }, turn),
    span: { turn: index, start, end },
  }));
}

/** The facts of a sentence that takes something back: as corrections, or the one that does not say of what. */
function corrected(facts: readonly ClauseFact[], correction: Correction, offset: number, self: string): readonly ClauseFact[] {
  const { insteadOf } = correction;
  const { opener, text: only } = correction.value ?? {};
  // Of which more was read than itself is a clause ("Actually, Dana prefers tea"), and no value of what was said before.
  const isClause = opener !== undefined && facts.some((fact) => fact.start >= offset + opener && fact.value !== only);
  const value = isClause ? undefined : correction.value;
  if (value && self !== "") {
    const { text, start, end } = value;
    const own = facts.filter((fact) => fact.start < offset + start && fact.end <= offset + start);
    const what = {
      subject: { type: "Person", name: self },
      key: "correction",
      value: text,
      memoryCategory: categoryOf("correction"),
    };
    const stance = { corrected: true, unbound: true, changed: true, ...(insteadOf === undefined ? {} : { insteadOf }) };
    const right = { ...plainFact, ...what, ...stance, confidence: explicit, start: offset + start, end: offset + end };
    return [...(own.length > 0 ? own : facts.filter((fact) => !fact.changed && holdsOther(fact, text))), right];
  }
  const right = facts.filter((fact) => !/(?:^|_)(?:task|event|means|plans)$/.test(fact.key));
  return right.map((fact) =>
    fact.negated ? fact : { ...fact, corrected: true, changed: true, ...(insteadOf === undefined ? {} : { insteadOf }) },
  );
}

/** "The meeting is on Tuesday, no, wait, Thursday": what the sentence said first. */
function holdsOther(fact: ClauseFact, right: string): boolean {
  const value = fact.target?.name ?? fact.value;
  return fact.key === "date" && !value.includes(right);
}

const adding = /\b(?:also|as well|too|part-time|another|second|on the side|in addition|additionally|besides)\b/i;

/** For a time that the text does not bound: the lasting state goes on. */
const passing =
  /\b(?:for (?:the (?:summer|winter|autumn|spring|season|holidays|time being|moment)|now|a (?:while|bit|few (?:days|weeks|months))|a couple of (?:days|weeks|months))|temporarily|in the meantime|meanwhile|these days only)\b/i;

/** What is said to stand beside what was known: its own value may hold the word without saying so. */
function besideOthers(fact: ClauseFact, content: string, from: number): ClauseFact {
  if (fact.negated) return fact;
  // A clause may begin behind its "also".
  const before =
    content
      .slice(Math.min(from, fact.start), fact.start)
      .split(/[,;:]|\b(?:and|but)\b/)
      .at(-1) ?? "";
  const said = before + content.slice(fact.start, fact.end).replace(fact.value || "\0", "");
  const passes = fact.validUntil === "" && passing.test(said);
  return adding.test(said) || passes ? { ...fact, changed: false, beside: true } : fact;
}

/** "Since Mrs Okafor moved away, our spare key is with the Lims": what follows such an event is otherwise than before. */
const since =
  /^(?:since|now that|after|because) [^,;]{3,100}?\b(?:left|moved|transferred|retired|quit|resigned|gone|died|closed|joined|become|became|changed|switched|replaced|sold|broke|broken|stopped|started)\b[^,;]{0,80}, /i;

function changedSince(fact: ClauseFact, content: string, behind: number): ClauseFact {
  if (!Number.isFinite(behind) || fact.negated || fact.beside === true) return fact;
  const isBehind = content.indexOf(fact.target?.name ?? fact.value, behind) >= 0 && fact.end > behind;
  return isBehind ? { ...fact, changed: true } : fact;
}

function labelledFacts({ subject, lines }: LabelledBlock, turn: ExtractionTurn, index: number): ProposedFact[] {
  return lines.map(({ key, value, confidence, start, end }) => ({
    ...capped({ ...plainFact, subject, key, value, memoryCategory: categoryOf(key), confidence }, turn),
    span: { turn: index, start, end },
  }));
}

function formFact(
  { subject, key, value, target, confidence, start, end }: LineFact,
  turn: ExtractionTurn,
  index: number,
): ProposedFact {
  return {
    ...capped({ ...plainFact, subject, key, value, target, memoryCategory: categoryOf(key), confidence }, turn),
    span: { turn: index, start, end },
  };
}

const plainFact = { target: undefined, validFrom: "", validUntil: "", validPrecision: "", negated: false, changed: false } as const;

function learnTypes(conversation: Conversation, facts: readonly ClauseFact[]): void {
  for (const fact of facts) for (const { name, type } of typesShown(fact)) conversation.showType(name, type);
  for (const { subject, target } of facts) {
    conversation.learnType(subject.name, subject.type);
    if (target) conversation.learnType(target.name, target.type);
  }
}

function capped(fact: Omit<ProposedFact, "span">, turn: ExtractionTurn): Omit<ProposedFact, "span"> {
  return turn.role === "user" || turn.role === "document" ? fact : { ...fact, confidence: Math.min(fact.confidence, unconfirmed) };
}

function nickname(speaker: string, name: string, span: ProposedFact["span"]): ProposedFact {
  return {
    subject: { type: "Person", name: speaker },
    key: "nickname",
    value: name,
    target: undefined,
    memoryCategory: "identity",
    confidence: explicit,
    validFrom: "",
    validUntil: "",
    validPrecision: "",
    negated: false,
    changed: false,
    span,
  };
}
