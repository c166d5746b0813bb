/** Whom or what a pronoun means of those that the sentences before spoke of. */
import type { Mention } from "./conversation.ts";
import { givenNameGender } from "./given-names.ts";
import type { Speakers } from "./subject.ts";

/** Nouns of women and girls. */
export const women =
  /^(?:wife|mother|mom|mum|mama|sister|daughter|girlfriend|aunt|niece|grandmother|grandma|granny|nana|goddaughter|godmother|granddaughter|stepmother|stepsister|stepdaughter|girl|woman|lady|landlady|fiancée|widow|waitress|actress|midwife)$/;
/** Nouns of men and boys. */
export const men =
  /^(?:husband|father|dad|papa|brother|son|boyfriend|uncle|nephew|grandfather|grandpa|godson|godfather|grandson|stepfather|stepbrother|stepson|boy|man|guy|landlord|widower|waiter|hubby)$/;

/**
 * Who was meant by the same pronoun in the sentence before; else, where a person is asked for, the person that it was about; else what was
 * spoken of last, or the only one that fits of the latest sentence that spoke of any.
 */
export function antecedentOf(speakers: Speakers, pronoun: string): Mention | undefined {
  const { last, before = [] } = speakers;
  const gender = genderOf(pronoun);
  const [latest = []] = before;
  if (gender !== "") {
    const again = latest.find((one) => one.gender === gender);
    // "Her sous-chef is Mads. She …": whose sous-chef is no other.
    const others = latest.filter(
      (one) => one.type === "Person" && one.isSubject === true && one.gender === undefined && one.name !== again?.name,
    );
    if (again !== undefined && others.length === 0) return again;
    const [subject, ...more] = latest.filter((one) => one.type === "Person" && one.isSubject === true && mayMean(one, pronoun));
    if (subject !== undefined && more.length === 0) return subject;
  }
  // "Met Sione Tupou of IronTide Gyms. They operate 17 gyms.": whoever was met alone is one.
  const firms = latest.filter(({ type, name }) => type === "Organisation" || (type === "" && name !== last?.name));
  const isOfOne = last?.type === "Person" && latest.some(({ name, isSubject }) => name === last.name && isSubject !== true);
  if (/^(?:they|them|their)$/.test(pronoun) && isOfOne && firms.length === 1) return firms[0];
  // "Broadband drops; she works from home": a name that nobody knows for a person's is less than Mrs MacInnes before it.
  const told = toldBefore(speakers, pronoun);
  if (told !== undefined && !latest.some((one) => one.type === "Person" && one.name !== told.name && mayMean(one, pronoun)))
    if (last === undefined || last.type !== "Person" || latest.some(({ name, type }) => name === last.name && type === ""))
      return told;
  return last !== undefined && fits(last.type, pronoun) && !isOtherwise(last, before, gender)
    ? last
    : spokenOfBefore(before, pronoun);
}

/** "Ms Villanueva charges 28. He …": what was told of her before says that she is no "he". */
function isOtherwise({ name, possession }: Mention, before: readonly (readonly Mention[])[], asked: string): boolean {
  if (asked === "" || possession !== undefined) return false;
  return (
    (titleOf(name) ?? asked) !== asked ||
    before.flat().some((one) => one.name === name && one.possession === undefined && (one.gender ?? asked) !== asked)
  );
}

/** "she" and "he": whom they mean does not change while nobody else comes up. */
export function genderOf(pronoun: string): "she" | "he" | "" {
  if (/^(?:she|her|hers)$/.test(pronoun)) return "she";
  return /^(?:he|him|his)$/.test(pronoun) ? "he" : "";
}

/** The only one that fits of the latest sentence that spoke of any; of several its subject. */
function spokenOfBefore(before: readonly (readonly Mention[])[], pronoun: string): Mention | undefined {
  const isSingular = !/^(?:they|them|their)$/.test(pronoun);
  // "Priya joined in May. Acme makes drones. She …": a name that is hardly a person's stands behind the people before it.
  const isTold = genderOf(pronoun) !== "" && before.flat().some((one) => one.type === "Person" && mayMean(one, pronoun));
  for (const mentions of before) {
    const fitting = mentions.filter((one) => isSingular && mayMean(one, pronoun) && !(isTold && one.doubtful === true));
    if (fitting.length === 1) return fitting[0];
    const own = ofGender(fitting, genderOf(pronoun));
    if (own !== undefined) return own;
    const subjects = fitting.filter((one) => one.isSubject === true);
    if (fitting.length > 1) return subjects.length === 1 ? subjects[0] : undefined;
  }
  return undefined;
}

/** Of Ghislaine and Peter, "she" is Ghislaine: the only one whose given name fits, where those of the others do not. */
function ofGender(people: readonly Mention[], asked: "she" | "he" | ""): Mention | undefined {
  if (asked === "") return undefined;
  const genders = people.map(({ name, possession }) => (possession === undefined ? givenNameOf(name) : undefined));
  const fitting = people.filter((_, i) => genders[i] === asked);
  return fitting.length === 1 && genders.every((gender) => gender !== undefined) ? fitting[0] : undefined;
}

/** The pronoun for somebody by the first of their names. */
export function givenNameOf(name: string): "she" | "he" | undefined {
  return givenNameGender(name.split(" ")[0] ?? "");
}

/** "Mrs. MacInnes" is a "she". */
function titleOf(name: string): "she" | "he" | undefined {
  if (/^(?:Mrs|Ms|Miss|Frau|Signora|Mevrouw|Aunt)\b\.?\s/.test(name)) return "she";
  return /^(?:Mr|Sir|Herr|Signor|Uncle)\b\.?\s/.test(name) ? "he" : undefined;
}

/** The only one of the latest sentences of whom the text told that a "she" or "he" stands for them; undefined where it told so of several. */
export function toldBefore({ before = [] }: Speakers, pronoun: string): Mention | undefined {
  const asked = genderOf(pronoun);
  const found = new Map(
    before
      .flat()
      .filter((one) => asked !== "" && one.possession === undefined && (one.gender ?? titleOf(one.name)) === asked)
      .map((one) => [one.name, one] as const),
  );
  return found.size === 1 ? [...found.values()][0] : undefined;
}

/** By its kind, and by what its noun says: "my brother" is no "she". What the name finder does not know may be a person. */
function mayMean(
  { name, type, possession = "", gender = possession === "" ? titleOf(name) : undefined }: Mention,
  pronoun: string,
): boolean {
  const noun = possession.split(" ").at(-1) ?? "";
  const asked = genderOf(pronoun);
  if (gender !== undefined && asked !== "" && gender !== asked) return false;
  if (asked === "he" && women.test(noun)) return false;
  if (asked === "she" && men.test(noun)) return false;
  return type === "" ? !/^(?:it|its)$/.test(pronoun) : fits(type, pronoun);
}

function fits(type: string, pronoun: string): boolean {
  if (type === "Person") return /^(?:he|she|him|her|his|they|them|their)$/.test(pronoun);
  if (type === "Animal") return /^(?:he|she|it|him|her|his|its)$/.test(pronoun);
  // "I come from Eritrea. They don't accept my papers": no place is meant.
  return (type === "Place" ? /^(?:it|its)$/ : /^(?:it|its|they|their|them)$/).test(pronoun);
}
