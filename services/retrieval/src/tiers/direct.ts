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
  const fitting = [...Map.groupBy(facts, (fact) => fact.key)].filter(([key]) => namesKey(asked, analyse(key.replaceAll("_", " "))));
  const [only] = fitting;
  return fitting.length === 1 ? only?.[1] : undefined;
}

/** A long question says more than an entity and a key. */
const maxQuestion = 120;

function namesKey(asked: readonly string[], key: readonly string[]): boolean {
  const concepts = new Set(key.flatMap((term) => [...conceptsOf(term)]));
  const means = (term: string) => key.includes(term) || [...conceptsOf(term)].some((concept) => concepts.has(concept));
  return key.length > 0 && asked.every(means);
}
