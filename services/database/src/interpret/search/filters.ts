import snowball from "snowball-stemmers";
import type { Filter } from "../../language/surrealql/tree/index.ts";
import { asciiOf } from "./ascii.ts";
import type { Token } from "./tokens.ts";

/** A word as an index has it, made of a token. */
export interface Term {
  readonly text: string;
  /** Where it begins in its token, in characters; beginnings of words and parts of them are several of one token. */
  readonly offset: number;
  readonly token: Token;
}

type MapTerm = (term: Term) => readonly Term[];

/** Parts of words are made of texts; who searches means a whole word or part. */
export function filterTerms(tokens: readonly Token[], filters: readonly Filter[], of: "text" | "query"): readonly Term[] {
  let terms: readonly Term[] = tokens.map((token) => ({ text: token.text, offset: 0, token }));
  for (const filter of filters) {
    if (of === "query" && (filter.filter === "ngram" || filter.filter === "edgengram")) continue;
    terms = terms.flatMap(mapOf(filter));
  }
  return terms;
}

const changed =
  (change: (text: string) => string): MapTerm =>
  (term) => [{ ...term, text: change(term.text) }];

function mapOf(filter: Filter): MapTerm {
  switch (filter.filter) {
    case "ascii":
      return changed(asciiOf);
    case "lowercase":
      return changed((text) => text.toLowerCase());
    case "uppercase":
      return changed((text) => text.toUpperCase());
    case "snowball": {
      const stemmer = snowball.newStemmer(filter.language);
      return changed((text) => stemmer.stem(text.toLowerCase()));
    }
    case "edgengram":
      return (term) => partsOf(term, filter, 0);
    case "ngram":
      return (term) => {
        const starts = Array.from({ length: [...term.text].length + 1 }, (_, at) => at);
        return starts.flatMap((at) => partsOf(term, filter, at));
      };
    case "mapper":
      return (term) => [term];
  }
}

/** The parts of a term that begin at `at`, of the wanted lengths. */
function partsOf(term: Term, { min, max }: { readonly min: number; readonly max: number }, at: number): readonly Term[] {
  const characters = [...term.text];
  const parts: Term[] = [];
  for (let length = min; length <= max && at + length <= characters.length; length++)
    parts.push({ text: characters.slice(at, at + length).join(""), offset: term.offset + at, token: term.token });
  return parts;
}
