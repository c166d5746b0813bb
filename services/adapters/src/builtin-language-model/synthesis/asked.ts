import type { SynthesisRequest } from "@loci/ports/language-model";
import { analyse, expandTerms, isLightTerm, questionFocus, type QuestionKind } from "@loci/text";

/** What a question asks, made ready for comparison with what sources say. */
export interface Asked {
  /** The terms of the names in it; what answers has one of them. */
  readonly names: ReadonlySet<string>;
  /** What it is about besides: each term with its weight, and the terms that mean nearly the same. */
  readonly content: readonly { readonly term: string; readonly weight: number; readonly related: ReadonlySet<string> }[];
  readonly kinds: ReadonlySet<QuestionKind>;
  /** "I", "my": the user is addressed in the answer. */
  readonly ownVoice: boolean;
  /** Nothing but whatever there is about somebody: "What do you know about me?". */
  readonly wantsAll: boolean;
  /** Several things: "Which clients do we have?". */
  readonly wantsMany: boolean;
}

const lightWeight = 0.3;
/** "Which language is she learning?": the answer names one, and seldom says that it is one. */
const typeWeight = 0.25;
const askedType =
  /\b(?:what|which)\s+((?:[\p{L}-]+\s+)??[\p{L}-]+)\s+(?:(?:do|does|did|has|have|had|will|would|can|should)\b|(?:is|are|am|was|were)\b(?=[^?]*\p{L}(?:ing|ed|born)\b))/iu;
const many =
  /\b(?:who|what) (?:all )?are\b|\b(?:what|which)\s+(?:[\p{L}-]+\s+)?[\p{L}]+s\s+(?:do|does|did|are|have|has|were)\b|\blist\b|\ball (?:of )?(?:my|our|the|his|her|their)\b/iu;
/** What a question says of the present, which every answer is about. */
const present = new Set(analyse("now currently today nowadays presently still moment anymore these days lately"));

/** Marriage and its people are apart in the lexicon, which is made for search. */
const kin: readonly (readonly string[])[] = [
  "married spouse husband wife partner",
  "name called nickname",
  "work employer job",
  "car drive vehicle own",
  "exercise gym train workout fitness",
  "pet dog cat animal have own",
  "boss manager supervisor report",
  "doctor physician dentist clinic",
  "live residence home address",
  "cost price rent fee",
  "launch release ship live start deadline due",
  "bank account",
  "phone number extension mobile",
  "school attend class kindergarten",
  "language speak speaks learning fluent",
  "run runs host database use",
].map(analyse);

/** What only asks for whatever there is: "what do we know about …". */
const asking = new Set(
  analyse("know known remember tell say said anything everything something information details summary summarise"),
);

export function readQuestion({ question, history }: Pick<SynthesisRequest, "question" | "history">): Asked {
  const focus = questionFocus(question);
  const named = focus.names.length > 0 ? focus.names : namesMeant(question, history);
  const names = new Set(named.flatMap((name) => analyse(name)));
  if (/\bthe user\b|\buser's\b/i.test(question)) for (const term of analyse("user")) names.add(term);
  const ofType = new Set(analyse(askedType.exec(question)?.[1] ?? ""));
  const weightOf = (term: string) => (isLightTerm(term) ? lightWeight : ofType.has(term) ? typeWeight : 1);
  const meant = [...new Set(focus.terms)].filter((term) => !names.has(term) && !asking.has(term));
  const content = meant
    .filter((term) => !present.has(term))
    .map((term) => ({ term, weight: weightOf(term), related: relatedTo(term) }));
  const ownVoice = /\b(?:i|my|me|mine|we|our|us)\b/i.test(question);
  const wantsAll = content.length === 0 && (names.size > 0 || ownVoice) && isAsking(question);
  return { names, content, kinds: new Set(focus.kinds), ownVoice, wantsAll, wantsMany: wantsAll || many.test(question) };
}

/** Whether it has a word of those that ask for whatever there is. */
function isAsking(question: string): boolean {
  return /\b(?:about|know|remember|who (?:is|are|am|was)|tell me|summar|everything|anything)/i.test(question);
}

/** "Where does she live?" is about whom the conversation named last. */
function namesMeant(question: string, history: SynthesisRequest["history"]): string[] {
  if (!/\b(?:he|she|him|her|his|hers|they|them|their|it|its)\b/i.test(question)) return [];
  for (const { content } of history.toReversed()) {
    const { names } = questionFocus(content);
    if (names.length > 0) return names.slice(-1);
  }
  return [];
}

function relatedTo(term: string): Set<string> {
  return new Set([...expandTerms([term]).keys(), ...kin.filter((group) => group.includes(term)).flat()]);
}
