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
}

const lightWeight = 0.3;

/** Marriage and its people are apart in the lexicon, which is made for search. */
const kin: readonly (readonly string[])[] = [
  "married spouse husband wife partner",
  "name called nickname",
  "work employer job",
].map(analyse);

/** What only asks for whatever there is: "what do we know about …". */
const asking = new Set(
  analyse("know known remember tell say said anything everything something information details summary summarise"),
);

export function readQuestion({ question, history }: Pick<SynthesisRequest, "question" | "history">): Asked {
  const focus = questionFocus(question);
  const named = focus.names.length > 0 ? focus.names : namesMeant(question, history);
  const names = new Set(named.flatMap((name) => analyse(name)));
  const content = [...new Set(focus.terms)]
    .filter((term) => !names.has(term) && !asking.has(term))
    .map((term) => ({ term, weight: isLightTerm(term) ? lightWeight : 1, related: relatedTo(term) }));
  return { names, content, kinds: new Set(focus.kinds), ownVoice: /\b(?:i|my|me|mine|we|our|us)\b/i.test(question) };
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
