import { changeIn, tellsOf } from "@loci/text";
import type { Asked, AskedTerm } from "./asked.ts";
import type { Statement } from "./statements.ts";

/** A term that only means nearly the same. */
const relatedMatch = 0.75;
/** A term that tells of the same aspect: "moved" of "live". */
const aspectMatch = 0.6;

/** A term that only a sentence beside it has: "Minutes of the council. Next meeting on 2 May." */
const aroundMatch = 0.65;

/** What ends what is named, and says no more of it. */
const endOfNamed = 0.7;

/** Whom it is about only the sentences around it say. */
const namedAround = 0.9;

/** The part of what is asked that a statement tells of, 0 to 1; 0 where it is about others than the question names. */
export function relevance(asked: Asked, statement: Statement): number {
  if (!isAboutNamed(asked, statement)) return 0;
  const named = names(asked.names, statement.terms) ? 1 : namedAround;
  const total = asked.content.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return asked.wantsAll || asked.wantsNews || asked.names.size > 0 || asked.during.length > 0 ? named : 0;
  const own = asked.content.map((term) => match(term, statement));
  if (own.every((part) => part === 0)) return endsNamed(asked, statement) ? endOfNamed : 0;
  const parts = asked.content.map(({ term }, i) =>
    statement.around.has(term) ? Math.max(aroundMatch, own[i] ?? 0) : (own[i] ?? 0),
  );
  const told = asked.content.reduce((sum, { weight }, i) => sum + weight * (parts[i] ?? 0), 0);
  return (named * told) / total;
}

/** "Do I still have a Netflix subscription?", "I cancelled Netflix.": the end of what is named answers, whatever it is called. */
function endsNamed({ names: asked, yesNo }: Asked, { fact, terms, text }: Statement): boolean {
  return yesNo !== "" && asked.size > 0 && fact === undefined && names(asked, terms) && changeIn(text) === "ends";
}

function match(
  { term, related, isType }: Pick<AskedTerm, "term" | "related" | "isType">,
  { terms, spoken, told }: Statement,
): number {
  if (terms.has(term) || spoken.has(term)) return 1;
  for (const other of related) if (terms.has(other)) return relatedMatch;
  return !isType && tellsOf(term, told) ? aspectMatch : 0;
}

/** Whether it, or what stands around it, has one of the names. */
export function isAboutNamed(asked: Pick<Asked, "names">, { terms, around }: Pick<Statement, "terms" | "around">): boolean {
  return names(asked.names, terms) || names(asked.names, around);
}

function names(asked: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  if (asked.size === 0) return true;
  for (const name of asked) if (terms.has(name)) return true;
  return false;
}

/** Whether a statement says all that a question of yes or no asks about, in these words or ones that mean nearly the same. */
export function coversAll(
  { content, asksStill }: Pick<Asked, "content" | "asksStill">,
  { terms }: Pick<Statement, "terms">,
): boolean {
  const says = (term: string, related: ReadonlySet<string>) => terms.has(term) || [...related].some((other) => terms.has(other));
  return content.length > 0 && content.every(({ term, weight, related }) => (weight < 1 && !asksStill) || says(term, related));
}
