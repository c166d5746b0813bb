import type { SynthesisRequest } from "@loci/ports/language-model";
import {
  adjunctTerms,
  analyse,
  asksAhead,
  asksForName,
  askedTime,
  datesIn,
  expandTerms,
  fieldOf,
  isLightTerm,
  questionFocus,
  type AskedTime,
  type DateSpan,
  type QuestionKind,
} from "@loci/text";

/** A term that a question asks by. */
export interface AskedTerm {
  readonly term: string;
  readonly weight: number;
  /** The terms that mean nearly the same. */
  readonly related: ReadonlySet<string>;
  /** It says of which kind the answer is ("which language"): the answer seldom says that. */
  readonly isType: boolean;
}

/** What a question asks, made ready for comparison with what sources say. */
export interface Asked {
  /** The terms of the names in it; what answers has one of them. */
  readonly names: ReadonlySet<string>;
  /** What it is about besides. */
  readonly content: readonly AskedTerm[];
  readonly kinds: ReadonlySet<QuestionKind>;
  /** What somebody or something is called. */
  readonly wantsName: boolean;
  /** "I", "my": the user is addressed in the answer. */
  readonly ownVoice: boolean;
  /** Who asks is the user: what is known of the user is said to them. */
  readonly addressed: boolean;
  /** Nothing but whatever there is about somebody: "What do you know about me?". */
  readonly wantsAll: boolean;
  /** Several things: "Which clients do we have?". */
  readonly wantsMany: boolean;
  /** How somebody is, or what became of them: whatever is newest. */
  readonly wantsNews: boolean;
  /** It is answered by yes or no; "not" where it asks whether something is not so. */
  readonly yesNo: "" | "so" | "not";
  /** Whether something is still so. */
  readonly asksStill: boolean;
  readonly time: AskedTime;
  /** When it is asked; "" where that is not known, or where it asks for what is to come. */
  readonly now: string;
  /** The times that it names in full: "in June 2024". */
  readonly during: readonly DateSpan[];
}

/** A question is asked by its beginning: the time grows with its length, and nobody asks by more. */
const longest = 1_000;
const maxTerms = 24;

const lightWeight = 0.3;
/** "Which language is she learning?": the answer names one, and seldom says that it is one. */
const typeWeight = 0.25;
/** "… in the morning": where and when it is so is often left unsaid. */
const adjunctWeight = 0.5;
const askedType =
  /\b(?:what|which)\s+((?:[\p{L}-]+\s+)??[\p{L}-]+)\s+(?:(?:do|does|did|has|have|had|will|would|can|should)\b|(?:is|are|am|was|were)\b(?=[^?]*\p{L}(?:ing|ed|born)\b))/iu;
const many =
  /\b(?:who|what) (?:all )?are\b|\b(?:what|which)\s+(?:[\p{L}-]+\s+)?[\p{L}]+s\s+(?:do|does|did|are|have|has|were)\b|\bwho is (?:on|in) (?:the|my|our)\b|\blist\b|\ball (?:of )?(?:my|our|the|his|her|their)\b/iu;
/** What a question says of the present, which every answer is about, and of which of several it asks for. */
const ofTime = new Set(
  analyse(
    "now currently current today nowadays presently still moment anymore these days lately first last latest newest earliest recent recently before used",
  ),
);
const vague = new Set(analyse("favourite favorite usual main lasting kind"));
const month = "(?:jan|febr)uary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber|spring|summer|autumn|winter";
const day = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
/** A time that is named: the order of the sources heeds it. */
const namedTime = new RegExp(
  `\\b(?:back )?(?:in|on|during|since|as of) (?:(?:early|mid|late|the|last) )*(?:(?:\\d{1,2}(?:st|nd|rd|th)? )?(?:${month})\\b(?: \\d{1,2}(?:st|nd|rd|th)?\\b)?,?(?: \\d{4})?|\\d{4}(?:-\\d\\d){0,2})\\b|\\b(?:last|this) (?:week|month|year|${month}|${day})\\b|\\byesterday\\b`,
  "giu",
);

/** Phrases of questions, and the words that answers have. */
const idioms: readonly (readonly [RegExp, string])[] = [
  [/\b(?:do|does|did) for (?:a living|work)\b|\bdo(?:es|ing)? professionally\b/giu, "job"],
  [
    /\bget(?:s|ting)? (?:to|into)(?= (?:the |my |our |his |her |their )?(?:work|office|school|university|campus|job)\b)/giu,
    "commute to",
  ],
  [/\bwrong with\b/giu, "health condition of"],
  [/\bhow old\b/giu, "age"],
  [/\bwhere (?=(?:am|are|is|was|were|do|does|did)\b[^?]{1,60}\bfrom\W*$)/giu, "origin "],
  [/\bhow tall\b/giu, "height tall"],
  [/\bhow heavy\b/giu, "weight weigh"],
];
const newsOf =
  /^\s*(?:and |so )?(?:how(?:'s| is| are|'re)(?! (?:old|tall|much|many|long|often|far|big|high|heavy|late)\b)|what(?:'s| has| ever| is| will)? (?:(?:happened|going to happen|happen|going on|happening) (?:to|with)|became of|become of|(?:is )?(?:up|new) with)|any news (?:of|on|about|from))\s/iu;
/** "Have" and "own" are no terms: what is bought is had. */
const having = /\b(?:do|does|did) [^?]{1,60} (?:have|got|keep|own)\??$/iu;
export const ownership = "buy";
/** Written like a name, and borne by one after another, or the name of a kind of thing. */
const common = /^(?:C[A-Z]O|S?VP|GP|PM|HR|MP|DPO|MC|URL|IP|PIN|ID|API|VPN|TV|PC|CV|ETA|FAQ|QA|UI|OS|SIM|USB|PDF)$/;
const yesOrNo =
  /^\s*(?:and |so |but )?(?:(is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|should|may|must)(n['\u2019]t)?)\b(?![^?]* or )/iu;

/** Marriage and its people are apart in the lexicon, which is made for search. */
const kin: readonly (readonly string[])[] = [
  "married spouse husband wife partner",
  "name called nickname",
  "work employer job",
  "job role occupation profession position title",
  "car drive vehicle own",
  "exercise gym train workout fitness",
  "pet dog cat animal have own keep goat hen chicken sheep cow horse bee rabbit",
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

export function readQuestion({
  question,
  history,
  purpose,
  now = "",
}: Pick<SynthesisRequest, "question" | "history" | "purpose" | "now">): Asked {
  const given = question.slice(0, longest).replaceAll("\u2019", "'").trim();
  const times = given.match(namedTime) ?? [];
  const datesOver = times.length > 0;
  const during = times.flatMap((one) => datesIn(one, /\d{4}/.test(one) || now === "" ? "2000-01-01T00:00:00.000Z" : now));
  const time = askedTime(given, datesOver);
  // What it only dates its answer by, it does not ask.
  const undated = (time.before === "" ? given : given.slice(0, given.lastIndexOf(time.before))).replace(namedTime, " ");
  const text = idioms.reduce((words, [phrase, meaning]) => words.replace(phrase, meaning), undated);
  const focus = questionFocus(text);
  const written = focus.names.filter((name) => !common.test(name));
  const named = written.length > 0 ? written : namesMeant(text, history);
  const names = new Set(named.flatMap((name) => analyse(name)).slice(0, maxTerms));
  const namesUser = /\b(?:the user|user's)\b|\bUser\b/.test(text);
  if (namesUser) for (const term of analyse("user")) names.add(term);
  const wantsNews = newsOf.test(given);
  const isOfField = ofField.test(given);
  const content = contentOf(text, focus.terms, names, { wantsNews, isOfField });
  const ownVoice = /\b(?:i|my|me|mine|we|our|us)\b/i.test(text);
  const wantsAll = content.length === 0 && !wantsNews && (names.size > 0 || ownVoice) && isAsking(text);
  const wantsMany = wantsAll || isOfField || many.test(text);
  const [, asks, not] = yesOrNo.exec(given) ?? [];
  const yesNo = asks === undefined ? "" : not !== undefined || /\b(?:not|no longer|never)\b/i.test(given) ? "not" : "so";
  const asksStill = /\bstill\b/i.test(given);
  const kinds = new Set(questionFocus(given).kinds);
  return {
    names,
    content,
    kinds,
    wantsName: asksForName(text),
    ownVoice,
    addressed: ownVoice || (purpose === "chat" && !namesUser),
    wantsAll,
    wantsMany,
    wantsNews,
    yesNo,
    asksStill,
    time,
    now: kinds.has("when") || asksAhead(given) ? "" : now,
    during,
  };
}

/** "What do you know about my health?": whatever there is of a field of life. */
const ofField =
  /\b(?:know|remember|tell me|told you|anything|everything)\b[^?]{0,40}\babout (?:my|our|his|her|their|the user's|\p{Lu}[\p{L} -]{0,40}'s?) \p{L}/u;

function contentOf(
  text: string,
  terms: readonly string[],
  names: ReadonlySet<string>,
  { wantsNews, isOfField }: { readonly wantsNews: boolean; readonly isOfField: boolean },
): AskedTerm[] {
  const ofType = new Set(analyse(askedType.exec(text)?.[1] ?? ""));
  const meant = [...new Set(terms)].filter(
    (term) => !names.has(term) && !asking.has(term) && !ofTime.has(term) && !(wantsNews && isLightTerm(term)),
  );
  const beside = adjunctTerms(text, (term) => meant.includes(term));
  // "What does she want for her birthday?": where nothing else is asked, a word of every day says what is.
  const isAllLight = meant.every((term) => isLightTerm(term) || beside.has(term));
  const weightOf = (term: string) => {
    if (/^\d/.test(term)) return 1;
    if ((isLightTerm(term) && !(isAllLight && beside.size > 0 && !beside.has(term))) || vague.has(term)) return lightWeight;
    return ofType.has(term) ? typeWeight : beside.has(term) ? adjunctWeight : 1;
  };
  const owned = having.test(text) ? analyse(ownership) : [];
  return [...owned, ...meant].slice(0, maxTerms).map((term) => ({
    ...{ term, related: new Set([...relatedTo(term), ...(isOfField ? fieldOf(term) : [])]), isType: ofType.has(term) },
    weight: owned.includes(term) ? typeWeight : weightOf(term),
  }));
}

/** Whether it has a word of those that ask for whatever there is. */
function isAsking(question: string): boolean {
  return /\b(?:about|know|remember|who (?:is|are|am|was)|tell me|summar|everything|anything)/i.test(question);
}

/** "Where does she live?" is about whom the conversation named last. */
function namesMeant(question: string, history: SynthesisRequest["history"]): string[] {
  if (!/\b(?:he|she|him|her|his|hers|they|them|their|it|its)\b/i.test(question)) return [];
  for (const { content } of history.toReversed()) {
    const { names } = questionFocus(content.slice(0, longest));
    if (names.length > 0) return names.slice(-1);
  }
  return [];
}

function relatedTo(term: string): Set<string> {
  return new Set([...expandTerms([term]).keys(), ...kin.filter((group) => group.includes(term)).flat()]);
}
