import snowball from "snowball-stemmers";
import type { Filter } from "../../language/surrealql/tree/index.ts";
import { tooLarge } from "../../messages/interpret.ts";
import type { Effect } from "../effect.ts";
import type { Scope } from "../scope.ts";
import { takeTurns } from "../turns.ts";
import { asciiOf } from "./ascii.ts";
import type { Token } from "./tokens.ts";

/** A word as an index has it, made of a token. */
export interface Term {
  readonly text: string;
  /** Where it begins in its token, in characters; beginnings of words and parts of them are several of one token. */
  readonly offset: number;
  readonly token: Token;
}

type MapTerm = (term: Term) => Iterable<Term>;

/** Of all terms of one text, after each filter. */
const mostCharacters = 20_000_000;

/** Parts of words are made of texts; who searches means a whole word or part. */
export function* filterTerms(
  tokens: readonly Token[],
  filters: readonly Filter[],
  of: "text" | "query",
  scope: Scope,
): Effect<readonly Term[]> {
  let terms: readonly Term[] = tokens.map((token) => ({ text: token.text, offset: 0, token }));
  for (const filter of filters) {
    if (of === "query" && (filter.filter === "ngram" || filter.filter === "edgengram")) continue;
    const map = mapOf(filter);
    const mapped: Term[] = [];
    let made = 0;
    for (const term of terms) {
      yield* takeTurns(scope);
      for (const one of map(term)) {
        // A few words may have a thousand times as many parts.
        made += one.text.length + 1;
        if (made > mostCharacters) throw tooLarge();
        mapped.push(one);
      }
    }
    terms = mapped;
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
      return (term) => partsOf(term, filter, false);
    case "ngram":
      return (term) => partsOf(term, filter, true);
    case "mapper":
      return (term) => [term];
  }
}

/** The parts of a term of the wanted lengths: those that begin at its beginning, or anywhere. */
function* partsOf(term: Term, { min, max }: { readonly min: number; readonly max: number }, isAnywhere: boolean): Iterable<Term> {
  const characters = [...term.text];
  const lastStart = isAnywhere ? characters.length : 0;
  for (let at = 0; at <= lastStart; at++)
    for (let length = min; length <= max && at + length <= characters.length; length++)
      yield { text: characters.slice(at, at + length).join(""), offset: term.offset + at, token: term.token };
}
