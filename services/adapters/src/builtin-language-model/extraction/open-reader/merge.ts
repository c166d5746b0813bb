import { normaliseKey, normaliseName } from "@loci/kernel";
import { relationOf } from "../kinship.ts";
import type { ClauseFact } from "../read-clause.ts";

/**
 * What the rules by topic read, and what the open reader read beside it: of the same stretch, about the same subject, a value that the
 * rules already have is left to them, as their keys are the better known ones.
 */
export function withOpenFacts(byRules: readonly ClauseFact[], open: readonly ClauseFact[]): ClauseFact[] {
  const isMistaken = (fact: ClauseFact) => open.some((other) => corrects(other, fact)) && !open.some((other) => says(other, fact));
  // "lost my phone" is what happened, and says that it is gone.
  const ends = (fact: ClauseFact) =>
    fact.key === "event" && open.some((one) => one.changed && isBeside(one, fact) && (one.negated || gives(one, fact)));
  // "Our landlord is a firm called Brickline": who it is, and not what.
  const isNamedThere = (fact: ClauseFact) =>
    /^\p{Ll}[\p{Ll} ]*$/u.test(fact.value) &&
    open.some(
      (one) => one.key === fact.key && isBeside(one, fact) && one.start === fact.start && /^\p{Lu}/u.test(one.target?.name ?? ""),
    );
  const all = byRules.filter(
    (fact) => !isNamedThere(fact) && !unfinished.test(fact.value) && !ends(fact) && (fact.value === "" || !isMistaken(fact)),
  );
  for (const fact of open) {
    // Who moved out is no flatmate, and nobody one lives with: each of an ending's keys counts.
    const others = fact.negated ? all.filter((known) => !known.negated || known.key === fact.key || !open.includes(known)) : all;
    if (!others.some((known) => says(known, fact) || isItsYear(known, fact, byRules))) all.push(fact);
  }
  return all;
}

/** "has gone up to 214" tells the new figure. */
function gives(one: ClauseFact, event: ClauseFact): boolean {
  return /^(?:amount|headcount|date)$/.test(one.key) && one.value !== "" && event.value.endsWith(one.value);
}

/** The parse knows better whose verb it is, and whether a mark is one. */
function corrects(open: ClauseFact, fact: ClauseFact): boolean {
  if (open.start >= fact.end || fact.start >= open.end) return false;
  // "My car's licence plate is …" is no "my car is".
  if (open.subject.name === fact.subject.name) return open.key === normaliseKey(`${fact.key} ${fact.value}`);
  // "I said that Wilma moved and works at sea": Wilma does.
  return open.key === fact.key && valueOf(fact) !== "" && valueOf(open) === valueOf(fact) && open.negated === fact.negated;
}

/** What ends in an article or a preposition was cut at the wrong place. */
const unfinished = /^(?:an?|the)$|\s(?:every|each|the|an?|of|and|or|my|our|his|her|their)$/i;

function says(known: ClauseFact, fact: ClauseFact): boolean {
  // "quit my job": the rules know which one.
  if (fact.negated && known.negated && fact.key === known.key && valueOf(fact) === "" && isBeside(known, fact)) return true;
  if (isReversed(known, fact)) return true;
  if (known.negated !== fact.negated || !isBeside(known, fact)) return false;
  // "Sam's emergency contact is his brother Theo" says two things of Theo.
  if (
    known.target !== undefined &&
    fact.target !== undefined &&
    isKinKey(known.key) &&
    !isKinKey(fact.key) &&
    !/_with$/.test(fact.key)
  )
    return false;
  const [one, other] = [valueOf(known), valueOf(fact)];
  // "went up to 1,320 euros" is what happened; what has that value now is said beside it.
  if (known.key === "event" && (fact.changed || fact.target !== undefined) && one !== other) return false;
  // "My exam is on Friday": the rules know which day that is.
  if (
    known.key === fact.key &&
    /^\d{4}-\d\d-\d\d$/.test(one) &&
    /^(?:on |this |next |the )?(?:[a-z]+day|tomorrow|today)$/.test(other)
  )
    return true;
  // "will report to Charlotte" is more than a plan.
  const isFromThenOn = fact.changed && /^(?:employer|job_title)$/.test(fact.key) && fact.validFrom !== "";
  if (/^(?:plans|does)$/.test(known.key) && (fact.target !== undefined || isFromThenOn)) return false;
  // "a trip with my sister Mona" says more than who Mona is.
  if (known.target !== undefined && fact.target === undefined && /^(?:plans|task|reminder|wants|decision)$/.test(fact.key))
    return other.split(" ").length <= one.split(" ").length + 2 && other.includes(one);
  // "works night shifts at a paper mill" says more than where.
  if (/(?:^|_)employer$/.test(known.key) && /(?:^|_)works$/.test(fact.key)) return one === other;
  return one === other || (one !== "" && other !== "" && (one.includes(other) || other.includes(one)));
}

function isKinKey(key: string): boolean {
  return (
    relationOf(key) !== undefined ||
    /^(?:sibling|parent|child|spouse|partner|relative|grandparent|grandchild|pet|friend|roommate)$/.test(key)
  );
}

/** "diagnosed in 2015": the time of what the rules read. */
function isItsYear(known: ClauseFact, fact: ClauseFact, byRules: readonly ClauseFact[]): boolean {
  if (!byRules.includes(known) || known.negated !== fact.negated || !isBeside(known, fact)) return false;
  return /^\d{4}$/.test(fact.value) && known.validFrom.startsWith(fact.value);
}

/** Of one stretch, and about the same subject. */
function isBeside(one: ClauseFact, other: ClauseFact): boolean {
  return one.start < other.end && other.start < one.end && normaliseName(one.subject.name) === normaliseName(other.subject.name);
}

/** "Acme was founded by Ada": the rules have that Ada founded Acme. */
function isReversed(known: ClauseFact, fact: ClauseFact): boolean {
  if (known.start >= fact.end || fact.start >= known.end || known.target === undefined) return false;
  // Whose director somebody is also tells for whom they work.
  if (fact.key === "employer" && known.key !== "founded") return false;
  // "My aunt Greta lives with us"
  if (/_with$/.test(fact.key)) return false;
  return (
    normaliseName(known.target.name) === normaliseName(fact.subject.name) && normaliseName(known.subject.name) === valueOf(fact)
  );
}

function valueOf(fact: ClauseFact): string {
  return normaliseName(fact.target?.name ?? fact.value);
}
