import { analyse, isStopWord, stemOf } from "./analyse.ts";
import { conceptsOf } from "./expansion.ts";
import { rawWords } from "./tokens.ts";

export type QuestionKind =
  | "when"
  | "who"
  | "where"
  | "why"
  | "how_many"
  | "how_much"
  | "how_long"
  | "how_often"
  | "how"
  | "which"
  | "what"
  | "yes_no";

export interface QuestionFocus {
  /** Its terms without question words and the light verbs of questions. */
  readonly terms: string[];
  /** Candidate names of entities and speakers: runs of capitalised words, as written, possessive dropped. */
  readonly names: string[];
  /** What is asked for, in the order in which the question says it. */
  readonly kinds: QuestionKind[];
}

const kindPatterns: readonly (readonly [QuestionKind, RegExp])[] = [
  ["when", /\b(?:when|what (?:date|day|month|year|time)s?|which (?:date|day|month|year)s?)\b/i],
  ["who", /\b(?:who|whom|whose)\b/i],
  ["where", /\b(?:where|(?:what|which) (?:city|country|place|town|state|location))\b/i],
  ["why", /\b(?:why|what (?:made|motivated|caused|inspired)|for what reason)\b/i],
  ["how_many", /\b(?:how many|number of)\b/i],
  ["how_much", /\bhow much\b/i],
  ["how_long", /\bhow long\b/i],
  ["how_often", /\b(?:how often|how frequently|how regularly)\b/i],
  ["how", /\bhow\b(?! (?:many|much|long|often|frequently|regularly)\b)/i],
  ["which", /\bwhich\b/i],
  ["what", /\bwhat\b/i],
];

/** Phrases that frame a question without saying what it is about. */
const framing = [
  /\b(?:can|could|would|will) you (?:please )?(?:tell|remind|show) me\b/gi,
  /\b(?:do|did) you (?:know|remember|recall)\b/gi,
  /\b(?:tell|remind) me (?:about|of)?\b/gi,
  /\b(?:kind|type|sort)s? of\b/gi,
  /\bhow (?:many|much|long|often|frequently|regularly|come)\b/gi,
  /\b(?:what|which) (?:date|day|time|year|month)\b/gi,
  /\b(?:the )?(?:name|number|date) of\b/gi,
  /\baccording to\b/gi,
  /\bwhat(?:['\u2019]s| has| ever| is| will)? (?:(?:happened|going to happen|happen|going on|happening) (?:to|with)|bec(?:ame|ome) of)\b/gi,
  /^\s*will\b/gi,
  // Not the month.
  /^\s*may (?=(?:i|we|he|she|they|you|it|the|my|our)\b)/gi,
];

/** Capitalised at the start of a request without being a name. */
const openers: ReadonlySet<string> = new Set(
  `tell name list describe give show find explain summarize summarise compare remind mention according based since every anyone
  many`.split(/\s+/),
);

const calendar: ReadonlySet<string> = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday`.split(/\s+/),
);

const wholly =
  /\b(?:what|everything|anything|all)\b[^?]{0,60}\b(?:know|knows|remember|recall|learn(?:ed|t)|stored?|have)\b[^?]{0,40}\b(?:about|of|on)\b|\b(?:tell|remind) me (?:\p{L}+ )?(?:about|of)\b/iu;

/** Whether a question asks for whatever is known about somebody or something: "What do you know about me?". */
export function asksForAll(question: string): boolean {
  return wholly.test(question);
}

/** "What does my sister do?" asks for her work, where it names somebody and nothing else. */
const whatDoes =
  /^(\s*[Ww]hat (?:do|does) (?:I|he|she|they|(?:my|our|his|her|their|[Tt]he user['\u2019]s) \p{L}+|[Tt]he user|\p{Lu}[\p{L}'\u2019-]*(?: \p{L}+){0,2}) do)(?: now| these days| currently)?\W*$/u;

/** What a question is about: terms, candidate names and the kind of answer it wants. */
export function questionFocus(question: string): QuestionFocus {
  const plain = question.replace(/\bfor a living\b/gi, "as a job").replace(whatDoes, "$1 as a job");
  const stripped = framing.reduce((text, phrase) => text.replace(phrase, " "), plain);
  const terms = analyse(stripped);
  return {
    terms: terms.length > 0 ? terms : analyse(question),
    names: namesIn(question).flatMap(apartFromOffice),
    kinds: kindsOf(question),
  };
}

/** "CEO of Calder Shipping" names a company, and what somebody is there. */
function apartFromOffice(name: string): string[] {
  const [, office, at] = /^(\p{Lu}{2,4}) (?:of|for) (?:the )?(\p{Lu}.*)$/u.exec(name) ?? [];
  return office === undefined || at === undefined ? [name] : [office, at];
}

function kindsOf(question: string): QuestionKind[] {
  const found = kindPatterns
    .map(([kind, pattern]) => ({ kind, at: question.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind);
  // "What date" and "which city" ask for a date and a place only.
  const plain = new Set<QuestionKind>(["what", "which", "how"]);
  const special = found.some((kind) => !plain.has(kind));
  const asked = found.filter((kind) => !special || kind === "how" || !plain.has(kind));
  if (asked.length > 0) return asked;
  return /^\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b/i.test(question) ? ["yes_no"] : [];
}

const nameOrWord = /\p{L}[\p{L}\p{M}\p{N}]*(?:['\u2019-][\p{L}\p{M}\p{N}]+)*\.?|\p{N}[\p{L}\p{N}]*|[^\s\p{L}\p{N}]/gu;
const connectors: ReadonlySet<string> = new Set(["of", "the", "de", "van", "von", "der", "la", "di", "da", "del", "bin"]);

/** Runs of capitalised words; small connecting words may stand inside ("Lord of the Rings"), punctuation ends a run. */
function namesIn(question: string): string[] {
  const names: string[] = [];
  let run: string[] = [];
  let held: string[] = [];
  let sentenceStart = true;
  const close = () => {
    if (run.length > 0) names.push(run.join(" "));
    run = [];
    held = [];
  };
  for (const token of question.match(nameOrWord) ?? []) {
    const written = token.replace(/['\u2019]s$/, "").replace(/(?<=\p{L}{4})\.$/u, "");
    const starts = sentenceStart;
    sentenceStart = /[.!?]$/.test(token) && !/^(?:Dr|Mr|Ms|Mrs|St|Prof|\p{Lu})\.$/u.test(token);
    if (isNameWord(written, starts)) {
      run.push(...held, written);
      held = [];
      // A possessive ends the name: what follows is owned by it. So does the end of a sentence.
      if (written !== token && !token.endsWith(".")) close();
      if (sentenceStart) close();
    } else if (run.length > 0 && connectors.has(token)) held.push(token);
    else if (run.length > 0 && /^\d+$/.test(token) && held.length === 0) run.push(token);
    else close();
  }
  close();
  return [...new Set(names)];
}

function isNameWord(written: string, startsSentence: boolean): boolean {
  if (!/^\p{Lu}/u.test(written)) return false;
  const lower = written.toLowerCase().replace(/\.$/, "");
  if (calendar.has(lower) || lower === "i" || /^i['\u2019]/.test(lower)) return false;
  if (!startsSentence) return !(isStopWord(lower) && written.length > 1 && written !== written.toUpperCase() && lower !== "will");
  const plain = rawWords(lower)[0]?.split(/['\u2019]/, 1)[0] ?? lower;
  return !isStopWord(plain) && !openers.has(plain) && conceptsOf(stemOf(plain)).length === 0;
}
