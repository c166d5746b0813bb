import { tellsOf } from "@loci/text";
import type { Asked, AskedTerm } from "./asked.ts";
import type { Statement } from "./statements.ts";

/** A term that only means nearly the same. */
const relatedMatch = 0.75;
/** A term that tells of the same aspect: "moved" of "live". */
const aspectMatch = 0.6;

/** The part of what is asked that a statement tells of, 0 to 1; 0 where it is about others than the question names. */
export function relevance(asked: Asked, statement: Statement): number {
  if (!isAboutNamed(asked, statement)) return 0;
  const total = asked.content.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return asked.wantsAll || asked.wantsNews || asked.names.size > 0 ? 1 : 0;
  return (
    asked.content.reduce(
      (sum, { term, weight, related, isType }) => sum + weight * match({ term, related, isType }, statement),
      0,
    ) / total
  );
}

function match({ term, related, isType }: Pick<AskedTerm, "term" | "related" | "isType">, { terms, told }: Statement): number {
  if (terms.has(term)) return 1;
  for (const other of related) if (terms.has(other)) return relatedMatch;
  return !isType && tellsOf(term, told) ? aspectMatch : 0;
}

export function isAboutNamed({ names }: Pick<Asked, "names">, { terms }: Pick<Statement, "terms">): boolean {
  if (names.size === 0) return true;
  for (const name of names) if (terms.has(name)) return true;
  return false;
}

/** Whether a statement says all that a question of yes or no asks about, in these words or ones that mean nearly the same. */
export function coversAll({ content }: Pick<Asked, "content">, { terms }: Pick<Statement, "terms">): boolean {
  const says = (term: string, related: ReadonlySet<string>) => terms.has(term) || [...related].some((other) => terms.has(other));
  return content.length > 0 && content.every(({ term, weight, related }) => weight < 1 || says(term, related));
}
