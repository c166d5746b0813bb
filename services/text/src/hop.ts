import { analyse } from "./analyse.ts";
import { conceptsOf } from "./expansion.ts";

/** Somebody, or something, that a question names by its relation to another: "Ana's manager" in "What does Ana's manager drive?". */
export interface Hop {
  /** As it stands in the question. */
  readonly phrase: string;
  /** Whose; "user" for who asks. */
  readonly owner: string;
  readonly relation: string;
  /** Whether it is an office, which somebody has: no owner, and the name is the fact's subject. */
  readonly isOffice?: boolean;
  /** Only a relation to a person or an animal shows that it is one. */
  readonly isOpen?: boolean;
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
/** "my cardiologist", "our head gardener": what only a relation to somebody can show to be one. */
const anybody =
  /\b(?:[Mm]y|[Oo]ur|(?:[Tt]he )?[Uu]ser['\u2019]s) (\p{Ll}[\p{Ll}-]{2,24}(?: \p{Ll}[\p{Ll}-]{2,24})?)(?=[ ?.,!]|['\u2019]s|$)/u;
/** "the head of procurement", "the treasurer": whose office it is. */
const office = /\b[Tt]he (\p{Ll}[\p{Ll}-]{3,24}(?: of(?: the)? [\p{L}-]{2,24})?)(?=[ ?.,!]|['\u2019]s|$)/u;
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
  const hop = ofPossessive(question) ?? ofOther(question) ?? ofAnybody(question) ?? ofOffice(question);
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

function ofAnybody(question: string): Hop | undefined {
  const [phrase = "", related = ""] = anybody.exec(question) ?? [];
  return phrase === "" ? undefined : { phrase, owner: "user", relation: related, isOpen: true };
}

function ofOffice(question: string): Hop | undefined {
  const [phrase = "", named = ""] = office.exec(question) ?? [];
  return phrase === "" ? undefined : { phrase, owner: "", relation: named, isOffice: true };
}

/** A fact, as far as it may say who stands at a relation's other end. */
interface Related {
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  /** The value is an entity. */
  readonly isRelation?: boolean;
}

const offices = /^(?:job_title|role|position|title|is_a|office)$/;
const lately = /^(?:(?:the|our|an?|new|current|acting|present) )+/i;

/** Whose office a question names, where one has it. */
function holder(question: string, { phrase, relation: named }: Hop, facts: readonly Related[]): string | undefined {
  const wanted = analyse(named).join(" ");
  const titleOf = (value: string) => analyse(value.replace(lately, "").split(/ (?:at|in|for) /)[0] ?? "").join(" ");
  const held = facts.filter(
    ({ key, value }) => offices.test(key) && value.length <= 80 && wanted !== "" && titleOf(value) === wanted,
  );
  const [who, ...others] = new Set(held.map(({ subject }) => subject));
  return who === undefined || others.length > 0 || who === "user" ? undefined : question.replace(phrase, who);
}

const saysOfOther =
  /_(?:is|has|had|does|likes|wants|needs|lives|works|plays|takes|drinks|eats|status|event|birth_date|age|location|residence|employer|job_title)(?:_|$)/;

/** The question with the name in the place of the relation; undefined where no fact says it, or several differ. */
export function overHop(question: string, hop: Hop, facts: readonly Related[]): string | undefined {
  if (hop.isOffice === true) return holder(question, hop, facts);
  if (hop.isOpen === true) return overOpen(question, hop, facts);
  const own = facts.filter(({ subject, value }) => subject.toLowerCase() === hop.owner.toLowerCase() && value.length <= 80);
  const wanted = analyse(hop.relation);
  // "mother_has" says something of the mother, and not who she is.
  const naming = own.filter(({ key }) => !saysOfOther.test(key));
  // A key ends with what it leads to: a "car_insurance_policy" is no car.
  const headOf = (key: string) => analyse(key.replace(/_name$/, "").replaceAll("_", " ")).at(-1) ?? "";
  const literal = naming.filter(
    ({ key }) => wanted.includes(headOf(key)) && wanted.every((term) => analyse(key.replaceAll("_", " ")).includes(term)),
  );
  const concepts = new Set(wanted.flatMap((term) => [...conceptsOf(term)]));
  const alike = naming.filter(({ key }) => [...conceptsOf(headOf(key))].some((concept) => concepts.has(concept)));
  const values = new Set((literal.length > 0 ? literal : alike).map(({ value }) => value));
  const [value] = values;
  return value === undefined || values.size > 1 ? undefined : question.replace(hop.phrase, value);
}

/** "my physio": somebody whom a relation of that very name leads to. */
function overOpen(question: string, { phrase, owner, relation: named }: Hop, facts: readonly Related[]): string | undefined {
  // The second word may be the verb: "Where does my physio work?"
  const [first = ""] = named.split(" ");
  for (const noun of [named, first]) {
    const key = noun.replaceAll(/[ -]/g, "_");
    const found = facts.filter((one) => one.isRelation === true && one.subject.toLowerCase() === owner && one.key === key);
    const [value, ...others] = new Set(found.map((one) => one.value));
    if (value !== undefined) return others.length > 0 ? undefined : question.replace(phrase.replace(named, noun), value);
  }
  return undefined;
}
