/** What kind of thing a fact shows its subject and its value to be: only people have an employer, and that is an organisation. */
import type { ClauseFact } from "./read-clause.ts";

const ofPeople =
  /^(?:former_)?(?:employer|job_title|residence|spouse|sibling|child|parent|manager|age|birth_date|birthplace|speaks|hobby|education|nationality|allergy)$/;
const organisations = /(?:^|_)(?:employer|supplier|vendor|customer|bank)$/;
const places = /(?:^|_)(?:residence|birthplace|hometown|(?:moves|commutes|travels|flies|drives)_to|lives_in|grew_up_in)$/;
/** A name, and nothing told about it: "Acme", "St. Gallen". */
const bareName = /^\p{Lu}[\p{L}.'\u2019&-]*(?: \p{Lu}[\p{L}.'\u2019&-]*){0,3}$/u;

export function typesShown({
  subject,
  key,
  value,
  target,
  negated,
}: ClauseFact): { readonly name: string; readonly type: string }[] {
  if (negated) return [];
  const named = target?.name ?? value;
  const type = organisations.test(key) ? "Organisation" : places.test(key) ? "Place" : undefined;
  return [
    ...(ofPeople.test(key) ? [{ name: subject.name, type: "Person" }] : []),
    ...(type !== undefined && bareName.test(named) ? [{ name: named, type }] : []),
  ];
}
