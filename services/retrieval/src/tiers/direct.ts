import type { graph } from "@loci/protos";
import { analyse, conceptsOf } from "@loci/text";

/**
 * The facts that answer a question by themselves: it names one entity and one of its keys, and says nothing else. Undefined when it
 * does not, or when several keys would fit: then a search decides.
 */
export function directFacts(
  question: string,
  entityName: string,
  facts: readonly graph.NeighbourhoodFact[],
  questionTerms: readonly string[],
): graph.NeighbourhoodFact[] | undefined {
  const name = new Set(analyse(entityName));
  const asked = questionTerms.filter((term) => !name.has(term));
  if (asked.length === 0 || question.length > maxQuestion) return undefined;
  const keys = [...Map.groupBy(facts, (fact) => fact.key)].map(([key, held]) => ({ terms: analyse(key.replaceAll("_", " ")), held }));
  // A key that holds the asked words themselves is meant before one that only shares their concept ("job" is not the employer).
  const literal = keys.filter(({ terms }) => asked.every((term) => terms.includes(term)));
  const fitting = literal.length > 0 ? literal : keys.filter(({ terms }) => terms.length > 0 && allMeant(asked, terms));
  // `residence` is asked for by "live" in every word of it, `former_residence` is not.
  const exact = fitting.filter(({ terms }) => allMeant(terms, asked));
  const [only, ...others] = exact.length > 0 ? exact : fitting;
  return others.length === 0 ? only?.held : undefined;
}

/** A long question says more than an entity and a key. */
const maxQuestion = 120;

/** Whether each of these terms is, or shares a concept with, one of those. */
function allMeant(these: readonly string[], those: readonly string[]): boolean {
  const concepts = new Set(those.flatMap((term) => [...conceptsOf(term)]));
  return these.every((term) => those.includes(term) || [...conceptsOf(term)].some((concept) => concepts.has(concept)));
}
