import { analyse } from "./analyse.ts";
import { conceptsOf } from "./expansion.ts";

/** Somebody, or something, that a question names by its relation to another: "Ana's manager" in "What does Ana's manager drive?". */
export interface Hop {
  /** As it stands in the question. */
  readonly phrase: string;
  /** Whose; "user" for who asks. */
  readonly owner: string;
  readonly relation: string;
}

const relations = `
  manager boss supervisor lead mentor assistant colleague coworker employer company team ceo cto cfo owner founder landlord tenant
  sister brother sibling mother mom mum father dad parent wife husband spouse partner girlfriend boyfriend fianc\u00e9 fianc\u00e9e fiance
  fiancee daughter son child kid grandmother grandfather grandma grandpa cousin aunt uncle niece nephew
  friend neighbour neighbor roommate flatmate doctor dentist lawyer accountant therapist teacher coach tutor
  dog cat pet car project school university bank client customer supplier
`;
const relation = `(?:(?:best|new|old|older|younger|direct) )?(?:${relations.trim().split(/\s+/).join("|")})`;
const name = String.raw`\p{Lu}[\p{L}\p{N}.-]*(?: \p{Lu}[\p{L}\p{N}.-]*){0,3}`;
const possessive = new RegExp(
  `(?:\\b([Mm]y|[Oo]ur|(?:[Tt]he )?user['\u2019]s)|(${name})['\u2019]s?) (${relation})(?:(?![\\p{L}'\u2019])|(?=['\u2019]s ${relation}(?!\\p{L})))`,
  "u",
);
const ofSomebody = new RegExp(`\\bthe (${relation}) of (${name})(?!['\u2019])`, "u");
const ofRelated = new RegExp(`^${relation}[ _].`, "u");

/** Whether a key says something of a relative of its subject ("husband_employer"). */
export function isOfRelated(key: string): boolean {
  return ofRelated.test(key);
}

/** Who the other is, and nothing of them. */
const asksWho = /^\s*(?:and |so )?(?:who|what)(?:'s| is| are| was| were) (?:the name of )?$/i;

/** Characters of a question that is looked at: nobody asks by a relation at such length, and the time grows with the square of it. */
const longest = 1_000;

/** The first relation that a question goes over; undefined where it asks who stands at its end, or goes over none. */
export function hopIn(question: string): Hop | undefined {
  if (question.length > longest) return undefined;
  const hop = ofPossessive(question) ?? ofOther(question);
  if (hop === undefined) return undefined;
  const at = question.indexOf(hop.phrase);
  const rest = question.slice(at + hop.phrase.length).replace(/^['\u2019]s name\b/, "");
  return asksWho.test(question.slice(0, at)) && !/[\p{L}\p{N}]/u.test(rest) ? undefined : hop;
}

function ofPossessive(question: string): Hop | undefined {
  const [phrase = "", own, owner = "", related = ""] = possessive.exec(question) ?? [];
  return phrase === "" ? undefined : { phrase, owner: own === undefined ? owner : "user", relation: related };
}

function ofOther(question: string): Hop | undefined {
  const [phrase = "", related = "", owner = ""] = ofSomebody.exec(question) ?? [];
  return phrase === "" ? undefined : { phrase, owner, relation: related };
}

/** A fact, as far as it may say who stands at a relation's other end. */
interface Related {
  readonly subject: string;
  readonly key: string;
  readonly value: string;
}

/** The question with the name in the place of the relation; undefined where no fact says it, or several differ. */
export function overHop(question: string, hop: Hop, facts: readonly Related[]): string | undefined {
  const own = facts.filter(({ subject, value }) => subject.toLowerCase() === hop.owner.toLowerCase() && value.length <= 80);
  const wanted = analyse(hop.relation);
  const literal = own.filter(({ key }) => wanted.every((term) => analyse(key.replaceAll("_", " ")).includes(term)));
  const concepts = new Set(wanted.flatMap((term) => [...conceptsOf(term)]));
  const alike = own.filter(({ key }) =>
    analyse(key.replaceAll("_", " ")).some((term) => [...conceptsOf(term)].some((concept) => concepts.has(concept))),
  );
  const values = new Set((literal.length > 0 ? literal : alike).map(({ value }) => value));
  const [value] = values;
  return value === undefined || values.size > 1 ? undefined : question.replace(hop.phrase, value);
}
