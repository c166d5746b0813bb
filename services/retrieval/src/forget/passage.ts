/** Which parts of a passage say what is to be forgotten. */
import { analyse, clausesOf, isStopWord, rawWordsOf, sentencesOf, type Clause, type Span } from "@loci/text";
import { borneBy, termBorne, termsOf, type Borne, type Terms } from "./bearing.ts";
import type { AskedName, Forgetting } from "./question.ts";
import { nameWord, placesOf } from "./tokens.ts";
import { isOthers, speaksOf } from "./whose.ts";

export interface Passage {
  readonly text: string;
  readonly speaker: string;
  readonly role: string;
}

export interface PassageMatch extends Borne {
  readonly parts: readonly Span[];
}

/** A clause with what is known of whom it speaks. */
interface Part extends Clause {
  readonly words: string;
  readonly terms: Terms;
  /** The names that it holds, or that the clauses before it carry on into it. */
  readonly names: ReadonlySet<AskedName>;
  /** It speaks of who said it, or goes on with what does. */
  readonly isOwn: boolean;
  /** Somebody else who is only joined by "and": "… and Bodil". */
  readonly isBeside: boolean;
}

const joining = /\b(?:and|but|plus|or|while|whereas)\b/iu;
const carriesOn = /\b(?:he|she|they|him|her|hers|his|their|theirs|them|it|its|who|whom|which|whose)\b/iu;
const relative = /^(?:who|whom|which|whose|that)\b/iu;

/**
 * The clauses that bear what is to be forgotten, sentence by sentence; undefined where none does. A sentence bears it when its clauses do
 * together; of them those go that bear all of it, else each that bears some.
 * @param pause called between its clauses: a long text takes a second
 */
export async function matchPassage(
  forgetting: Forgetting,
  passage: Passage,
  pause: () => Promise<void>,
): Promise<PassageMatch | undefined> {
  const parts: Span[] = [];
  let best: Borne | undefined;
  const sentences = sentencesOf(passage.text);
  const clauses = await partsOf(forgetting, passage, sentences, pause);
  for (const [number, inSentence] of Map.groupBy(clauses, ({ sentence }) => sentence)) {
    await pause();
    const whole = sentences[number];
    if (whole === undefined) continue;
    const found = bearing(forgetting, passage, inSentence, labelOf(passage.text, whole, inSentence));
    if (found === undefined) continue;
    if (best === undefined || found.score > best.score) best = found;
    for (const part of found.parts.length === inSentence.length ? [wholeOf(forgetting, whole, found.parts)] : found.parts)
      parts.push(part);
  }
  return best && { ...best, parts: parts.sort((a, b) => a.start - b.start).map(({ start, end }) => ({ start, end })) };
}

/** From its first clause on; with its label where nothing but a name was asked for, as it may be the speaker's. */
function wholeOf({ terms, codes, days }: Forgetting, sentence: Span, parts: readonly Span[]): Span {
  const isNameAlone = terms.length + codes.length + days.length === 0;
  return { start: isNameAlone ? sentence.start : (parts[0]?.start ?? sentence.start), end: sentence.end };
}

function labelOf(text: string, sentence: Span, clauses: readonly Clause[]): string {
  return text.slice(sentence.start, clauses[0]?.start ?? sentence.start);
}

function bearing(
  forgetting: Forgetting,
  passage: Passage,
  clauses: readonly Part[],
  label: string,
): (Borne & { readonly parts: readonly Part[] }) | undefined {
  const { names, terms } = forgetting;
  const together = new Set(clauses.flatMap((clause) => [...clause.names]));
  // Several names need not stand in one clause.
  const isNamed = ({ names: held }: Part) => (names.length > 1 ? together.size === names.length : held.size === names.length);
  const eligible = clauses.filter(
    (clause) => isNamed(clause) && (!forgetting.isOwn || clause.isOwn) && !isOthers(forgetting, clause.words, passage.role),
  );
  if (eligible.length === 0) return undefined;
  const borne = borneBy(forgetting, termsOf([label, ...eligible.map(({ words }) => words)].join(" ; ")));
  if (borne === undefined) return undefined;
  if (terms.length + forgetting.codes.length + forgetting.days.length === 0)
    return { ...borne, parts: withPredicates(eligible, clauses) };
  const labelled = termsOf(label);
  const all = eligible.filter(
    (clause) => borneBy(forgetting, both(clause.terms, labelled)) !== undefined && bearsAny(forgetting, clause.terms),
  );
  const chosen = all.length > 0 ? all : eligible.filter((clause) => bearsAny(forgetting, clause.terms));
  // All of it stands in the label: "Alarm code: 2468".
  if (chosen.length === 0) return { ...borne, parts: eligible };
  const [first] = clauses;
  const isTopic = first !== undefined && chosen.includes(first) && isNamedAlone(forgetting, first);
  const about = isTopic ? withPredicates([first], clauses) : [];
  const taken = new Set([...withTails(forgetting, chosen, clauses), ...about]);
  return { ...borne, parts: clauses.filter((clause) => taken.has(clause)) };
}

/** Whether a clause says nothing but what was asked for: "Project Falcon, all is well". */
function isNamedAlone({ terms, names }: Forgetting, { words, hasVerb }: Part): boolean {
  const asked = new Set([...terms, ...names.flatMap((name) => name.terms)]);
  return !hasVerb && analyse(words).every((term) => asked.has(term));
}

function both(a: Terms, b: Terms): Terms {
  return {
    terms: new Set([...a.terms, ...b.terms]),
    codes: new Set([...a.codes, ...b.codes]),
    days: new Set([...a.days, ...b.days]),
  };
}

function bearsAny({ terms, codes, days, isWide }: Forgetting, held: Terms): boolean {
  return (
    terms.some((term) => termBorne(term, held.terms, isWide) > 0) ||
    codes.some((code) => held.codes.has(code)) ||
    days.some((day) => held.days.has(day))
  );
}

/**
 * What has no verb belongs to the clause before it ("12 Elm Street, Springfield"), unless that ends with what was asked for and the others are
 * items beside it ("a kite, a dictionary and gloves").
 */
function withTails(forgetting: Forgetting, chosen: readonly Part[], clauses: readonly Part[]): Part[] {
  const taken = new Set(chosen);
  let head: Part | undefined;
  let takesTail = false;
  clauses.forEach((clause, i) => {
    if (clause.hasVerb) head = clause;
    if (head === clause) takesTail = taken.has(clause) && !endsWithAsked(forgetting, clause);
    const before = clauses[i - 1];
    if (takesTail && !clause.hasVerb && before !== undefined && taken.has(before)) taken.add(clause);
  });
  return clauses.filter((clause) => taken.has(clause));
}

/** Of whom nothing is said before the comma, of him all that follows is said: "Lars and I met in Rome". */
function withPredicates(named: readonly Part[], clauses: readonly Part[]): Part[] {
  const taken = new Set(named);
  let isSubject = true;
  clauses.forEach((clause, i) => {
    const before = clauses[i - 1];
    if (before !== undefined && taken.has(before) && isSubject === clause.hasVerb && (isSubject || !clause.isBeside))
      taken.add(clause);
    isSubject &&= !clause.hasVerb;
  });
  return clauses.filter((clause) => taken.has(clause));
}

function endsWithAsked({ terms }: Forgetting, { words }: Part): boolean {
  const last = analyse(words).at(-1);
  return last !== undefined && terms.includes(last);
}

/** The clauses, each with the names that it is about. */
async function partsOf(
  forgetting: Forgetting,
  { text, speaker, role }: Passage,
  sentences: readonly Span[],
  pause: () => Promise<void>,
): Promise<Part[]> {
  const parts: Part[] = [];
  const said = namesIn(forgetting, speaker);
  let carried: ReadonlySet<AskedName> = new Set();
  for (const clause of clausesOf(text)) {
    await pause();
    const words = text.slice(clause.start, clause.end);
    const before = parts.at(-1);
    const isFirst = before?.sentence !== clause.sentence;
    const sentence = sentences[clause.sentence];
    const label = isFirst && sentence ? namesIn(forgetting, text.slice(sentence.start, clause.start)) : [];
    const own = namesIn(forgetting, words);
    const isBeside = !isFirst && !clause.hasVerb && hasName(words) && joining.test(text.slice(before.end, clause.start));
    const follows = !isFirst && !isBeside && (clause.isElided || !clause.hasVerb || relative.test(words));
    const isAbout = [...own, ...label, ...(speaksOf(words, "user") ? said : [])];
    const inherited = follows ? before.names : carriesOn.test(words) && own.length === 0 ? carried : [];
    const names = new Set([...isAbout, ...inherited]);
    if (own.length > 0 || hasName(words)) carried = new Set(own);
    const isOwn = speaksOf(words, role) || (follows && before.isOwn);
    parts.push({ ...clause, words, terms: termsOf(words), names, isOwn, isBeside });
  }
  return parts;
}

/** The asked names that stand in a text: all of their words in a row, and no other's longer name. */
function namesIn({ names }: Pick<Forgetting, "names">, text: string): AskedName[] {
  if (names.length === 0 || text === "") return [];
  const raw = rawWordsOf(text);
  const words = raw.map(nameWord);
  return names.filter(({ words: sought, isComplete }) =>
    placesOf(sought, words).some((at) => {
      const last = raw[at + sought.length - 1] ?? "";
      const next = raw[at + sought.length] ?? "";
      return !(isComplete && /^\p{Lu}\p{Ll}/u.test(next) && text.includes(`${last} ${next}`));
    }),
  );
}

/** Whether it names somebody: a capitalised word, which at its beginning is no common one. */
function hasName(words: string): boolean {
  return rawWordsOf(words).some((word, i) => /^\p{Lu}\p{Ll}/u.test(word) && (i > 0 || !isStopWord(word.toLowerCase())));
}
