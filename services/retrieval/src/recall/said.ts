/** A hit as what it says is compared with what others say, and with what is asked. */
import { analyse, beginsAfter, changeIn, clausesOf, lapsesAt, parseSpeaker, tellsSameAspect, type Change } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import type { Focus } from "../question.ts";
import { countTold, ofWords, sentenceSpans, wordsOf, type Words } from "../words.ts";
import { calledIn } from "./called.ts";

export interface Sentence {
  readonly text: string;
  /** The same for all questions. */
  readonly words: Words;
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<string>;
  readonly change: Change | undefined;
  /** The terms of what it says to have ended: those of its clauses that end something. */
  readonly ending: ReadonlySet<string>;
  /** Whether a clause beside those that end something says what is otherwise now. */
  readonly goesOn: boolean;
  /** What it says begins only after now. */
  readonly isAhead: boolean;
  /** When it was over by its own words, where that was before now; "" elsewhere. */
  readonly lapsed: string;
  /** How many of the asked terms it tells of; 0 where that is less than half. */
  readonly tells: number;
  /** Whether it is a fact that tells of them only by the sentence that it was read from. */
  readonly isToldBeside?: boolean;
}

/** So much of a text is compared, in characters. */
export const maxCharacters = 4_000;
/** So many sentences of all hits together: each is held against each of the others. */
const maxSentences = 160;

/** Words of another, longer than a title. */
const quotation = /["\u201c][^"\u201c\u201d]{20,600}["\u201d]/gu;

const changeOf = ofWords((text) => changeIn(text.replace(quotation, '""')));

const mayLapse = ofWords((text) => /\bfor the\b/iu.test(text));

/** A correction of so few terms says nothing by itself. */
const bareCorrection = 3;

/** A hit with what it says, sentence by sentence. */
export interface Said {
  /** Whether it says more than is compared. */
  readonly saysMore: boolean;
  readonly hit: CheckedHit;
  /** Where it stands among the hits. */
  readonly place: number;
  readonly terms: ReadonlySet<string>;
  /** The asked terms of which it tells the same aspect. */
  readonly aspects: ReadonlySet<string>;
  readonly sentences: readonly Sentence[];
  /** How many of the asked terms it tells of at most in a sentence. */
  readonly tells: number;
  /** The same of all its sentences together: "The dentist again. My appointment is on 4 March." */
  readonly tellsInAll: number;
  /** Whether it names all that the question names. */
  readonly names: boolean;
}

/** The hits, each with its share of the sentences that are compared. */
export function readHits(hits: readonly CheckedHit[], focus: Focus, now = ""): Said[] {
  const share = Math.max(4, Math.floor(maxSentences / Math.max(1, hits.length)));
  const said = hits.map((hit, place) => readHit(hit, place, focus, share, now));
  const passages = new Map(said.filter(({ hit }) => isPassage(hit)).map((one) => [one.hit.record.turnId, one]));
  return said.map((one) => withSource(one, passages.get(one.hit.record.turnId)));
}

/** A fact with what its sentence tells and names beside: its own words are few. */
function withSource(fact: Said, source: Said | undefined): Said {
  if (source === undefined || isPassage(fact.hit) || isName(fact)) return fact;
  const { spanStart } = fact.hit.record;
  const sentence = source.sentences.find(({ start, end }) => start <= spanStart && spanStart < end);
  if (sentence === undefined) return fact;
  const tells = Math.max(fact.tells, sentence.tells);
  const isAhead = fact.sentences.some((one) => one.isAhead) || sentence.isAhead;
  return {
    ...fact,
    tells,
    names: fact.names || source.names,
    sentences: fact.sentences.map((one) => ({ ...one, tells, isAhead, isToldBeside: one.tells === 0 && tells > 0 })),
  };
}

function readHit(hit: CheckedHit, place: number, { asked, names, called: byName }: Focus, share: number, now: string): Said {
  const { text, entityName, speaker } = hit.record;
  const prefix = parseSpeaker(text);
  // "Ticket 881:" is what the text is about.
  const from = isPassage(hit) && !/\p{N}/u.test(prefix.speaker) ? prefix.start : 0;
  const content = text.slice(from, from + maxCharacters);
  const all = isPassage(hit) ? sentenceSpans(content) : [{ start: 0, end: content.length }];
  const spans = all.slice(0, share);
  const saysMore = text.length > from + maxCharacters || all.length > spans.length;
  let corrects = false;
  const sentences = spans.map((span) => {
    const [start, end] = [from + span.start, from + span.end];
    const words = text.slice(start, end);
    const read = wordsOf(words);
    const { terms } = read;
    const most = countTold(asked, read);
    const tells = most >= Math.ceil(asked.length / 2) ? most : 0;
    // "Oops, the other way round." is told by what follows it; what somebody is quoted with has changed for them.
    const change = changeOf(words, read) ?? (corrects ? "corrects" : undefined);
    corrects = change === "corrects" && terms.size <= bareCorrection;
    const isAhead =
      now !== "" &&
      (tells > 0 || change !== undefined) &&
      (isPassage(hit) ? beginsAfter(words, hit.record.knownAt, now) : hit.record.validFrom > now);
    const lapse = now !== "" && isPassage(hit) && mayLapse(words, read) ? lapsesAt(words, hit.record.knownAt) : "";
    const lapsed = lapse !== "" && lapse <= now ? lapse : "";
    return {
      text: words,
      start,
      end,
      words: read,
      terms,
      change,
      ...(change === "ends" ? endingOf(words, read) : nothingEnds),
      isAhead,
      lapsed,
      tells,
    };
  });
  const read = wordsOf(content);
  const { terms, told } = read;
  // Who speaks is meant by "I".
  const called = new Set([
    ...terms,
    ...analyse(entityName),
    ...(firstPerson.test(content) ? analyse(speaker) : []),
    ...calledIn(hit, byName),
  ]);
  const tells = Math.max(0, ...sentences.map((sentence) => sentence.tells));
  const tellsInAll = sentences.length > 1 ? Math.max(tells, countTold(asked, read)) : tells;
  const aspects = new Set(asked.filter((term) => tellsSameAspect(term, told)));
  return {
    hit,
    place,
    saysMore,
    terms,
    aspects,
    sentences,
    tells,
    tellsInAll,
    names: [...names].every((name) => called.has(name)),
  };
}

const nothingEnds = { ending: new Set<string>(), goesOn: false };

const endingOf = ofWords((words): Pick<Sentence, "ending" | "goesOn"> => {
  const parts = clausesOf(words).map(({ start, end, hasVerb }) => ({ clause: words.slice(start, end), hasVerb }));
  // "Mateus and I broke up": who stands before the first verb is a part of its clause.
  const verb = Math.max(
    0,
    parts.findIndex(({ hasVerb }) => hasVerb),
  );
  const joined = parts
    .slice(0, verb + 1)
    .map(({ clause }) => clause)
    .join(" ");
  const clauses = [joined, ...parts.slice(verb + 1).map(({ clause }) => clause)];
  // "The van we shared failed inspection and is scrapped": the subject stands in the clause before.
  const ending = clauses.filter((clause, i) => changeIn(clause) === "ends" || (i === 0 && isPredicateEnding(clauses[1])));
  const isAll = ending.length === 0 || ending.length === clauses.length;
  // "The Clio went to Bo, I got 2,900 for it": what "it" is stands in the clause before.
  const meant = clauses.filter((_, i) => ending.includes(clauses[i + 1] ?? "") && byPronoun.test(clauses[i + 1] ?? ""));
  const given = new Set((isAll ? clauses : [...meant, ...ending]).flatMap((clause) => analyse(clause.replace(receiver, "$1"))));
  if (isAll) return { ending: receiver.test(words) ? given : new Set(analyse(words)), goesOn: false };
  return { ending: given, goesOn: clauses.some((clause) => changeIn(clause) === "changes") };
});

const byPronoun = /\b(?:it|them)\b(?! (?:is|was|are|were)\b)/u;

const predicate = /^\W*(?:and |but |so )?(?:is|are|was|were|has|have|had|got|gets)\b/u;

function isPredicateEnding(clause = ""): boolean {
  return predicate.test(clause) && changeIn(clause) === "ends";
}

/** To whom something was given: with the gift nothing of theirs ends. */
const receiver = /\b((?:gave|given|sold|lent|handed|passed) [^,.;]{1,60}?) to .*/iu;

const firstPerson = /\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b/;

/** What is read from a sentence's text once, though it is held against many others and asked for again. */
export function readOnce<T>(read: (sentence: Pick<Sentence, "text" | "terms">) => T): (sentence: Sentence) => T {
  const known = new WeakMap<Words, { readonly is: T }>();
  return (sentence) => {
    const found = known.get(sentence.words) ?? { is: read(sentence) };
    known.set(sentence.words, found);
    return found.is;
  };
}

/** The older one first. */
export function compareTimes({ hit: a }: Said, { hit: b }: Said): number {
  if (a.record.knownAt !== b.record.knownAt) return a.record.knownAt < b.record.knownAt ? -1 : 1;
  return a.record.sessionId === b.record.sessionId ? a.record.seq - b.record.seq : 0;
}

export function isPassage({ ranked }: CheckedHit): boolean {
  return ranked.candidate.class === "passage" || ranked.candidate.class === "chunk";
}

/** A name, or a heading: it says nothing of anybody. */
export function isName({ hit }: Said): boolean {
  const { candidate } = hit.ranked;
  return candidate.class === "entity" || candidate.class === "section";
}
