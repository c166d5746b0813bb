import type { ClauseFact } from "./read-clause.ts";

const told = /^((?:she|he|they|ze|xe|it)(?:\/\p{Ll}{2,5}){1,2})(?: pronouns)?$/iu;

/** "uses they/them pronouns": somebody's pronouns are nothing that is used. */
export function withPronouns(fact: ClauseFact): ClauseFact {
  const pronouns = /^(?:uses|prefers|does)$/.test(fact.key) ? told.exec(fact.value)?.[1] : undefined;
  if (pronouns === undefined) return fact;
  return { ...fact, subject: { ...fact.subject, type: "Person" }, key: "pronouns", value: pronouns, memoryCategory: "identity" };
}
