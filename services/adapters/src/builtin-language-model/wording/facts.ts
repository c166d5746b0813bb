import { irregularForms } from "@loci/text";
import { verbForm } from "../extraction/verbs.ts";

/** A fact as it is said. */
export interface SaidFact {
  readonly subject: string;
  /** In words: "job title". */
  readonly key: string;
  readonly value: string;
}

/** Keys that say what their subject does. */
const verbs = new Set(
  "likes dislikes prefers speaks plays owns uses knows needs wants supports acquired founded employs visited has works_in lives_in".split(
    " ",
  ),
);

/** Other keys that are common enough to be known at the end of "small bakery location: Berlin", whose subject has no capitals. */
const nouns = `
  name, full name, given name, nickname, birth date, birthplace, age, origin, residence, former residence, location, headquarters,
  employer, former employer, job title, role, work field, education, field of study, spouse, partner, sibling, child, parent, grandparent,
  grandchild, relative, friend, roommate, colleague, manager, mentor, neighbour, pet, species, relationship status, hobby, allergy,
  diet, health condition, learning, event, plans, goals, deadline, status, budget, ceo, founded in
`;

const knownKeys = [...verbs, ...nouns.split(",").map((key) => key.trim().replace(/\s+/g, " "))]
  .map((key) => key.replaceAll("_", " "))
  .sort((a, b) => b.length - a.length);

/** Whether a key is one of those that many facts have. */
export function isCommonKey(key: string): boolean {
  return knownKeys.includes(key);
}

/** Reads "Mina job title: nurse", the text by which a fact is indexed; undefined where subject and key cannot be told apart. */
export function readFact(text: string): SaidFact | undefined {
  const parts = /^([^\n:]*(?::(?!\s)[^\n:]*)*):\s+(\S[^\n]*)$/.exec(text.trim());
  const [, head = "", value = ""] = parts ?? [];
  const known = knownKeys.find((key) => head.endsWith(` ${key}`));
  if (known) return { subject: head.slice(0, -known.length - 1), key: known, value: plainValue(value) };
  // "Caroline Smith favourite colour": capitals end where the key begins.
  const named = /^(user|\p{Lu}\S*(?: (?:(?:of|the|de|van|von|der|la|di|da) )?[\p{Lu}\p{N}]\S*)*) (\p{Ll}[\p{Ll}\p{N} ]*)$/u.exec(
    head,
  );
  return named ? { subject: named[1] ?? "", key: named[2] ?? "", value: plainValue(value) } : undefined;
}

/** Without the full stop that it was read with. */
export function plainValue(value: string): string {
  return value.trim().replace(/(?<![.;,])[.;,]+$/, "");
}

/** "Mina lives in Lisbon", "Mina likes hiking", "Mina's budget is 300"; the one who asks is "you". What is past was. */
export function sayFact({ subject, key, value }: SaidFact, addressed: boolean, past = false): string {
  const nested = knownKeys.includes(key) ? null : ofSomething.exec(key);
  if (nested)
    return sayFact(
      { subject: `${subject === "user" ? subject : `${subject}'s`} ${nested[1] ?? ""}`, key: nested[2] ?? "", value },
      addressed,
      past,
    );
  const you = addressed && subject === "user";
  const owner = ownerOf(subject, addressed);
  const predicate = plainly(key, value, you) ?? doing(key, [value], you);
  const said = predicate ? `${owner} ${predicate}` : `${you ? "Your" : `${owner}'s`} ${being(key, [value])}`;
  return past ? said.replace(/ (is|are) /, (_, verb: string) => (verb === "is" ? " was " : " were ")) : said;
}

/** "kitchen status": what the key's last words say of a thing of the subject. */
const ofSomething = /^(\S.*) (event|status|residence|employer|location|age|origin|birthplace|birth date|job title)$/;

const placed =
  /^(?:in|at|near|on|with|by|next|close|outside|above|below|behind|under|opposite|around|abroad|somewhere|here|there)\b/i;

/** What common keys say, as people say it; undefined for others. */
function plainly(key: string, value: string, you: boolean): string | undefined {
  const be = you ? "are" : "is";
  const was = you ? "were" : "was";
  const at = (of: string) => (placed.test(value) ? value : /\d/.test(value) ? `at ${value}` : `${of} ${value}`);
  switch (key) {
    case "residence":
      return `${you ? "live" : "lives"} ${at("in")}`;
    case "employer":
      return /^(?:freelance|self-employed|unemployed|herself|himself|themselves)/i.test(value)
        ? undefined
        : `${you ? "work" : "works"} for ${value}`;
    case "age":
      return `${be} ${value}`;
    case "origin":
      return placed.test(value) ? undefined : `${be} from ${value}`;
    case "birthplace":
      return `${was} born ${at("in")}`;
    case "birth date":
      return `${was} born on ${value}`;
    case "due":
      return `${be} due ${value}`;
    default:
      return severalOf.test(key) && counted.test(value) ? `${you ? "have" : "has"} ${value}` : undefined;
  }
}

/** Of these one has so many: "Your pet is two cats" is no English. */
const severalOf = /^(?:pet|animal|child|kid|son|daughter|sister|brother|sibling|friend|car|vehicle|bike|horse|dog|cat)s?$/;
const counted =
  /^(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|many|some|a (?:few|couple of)) (?:\p{Ll}+ ){0,3}?\p{Ll}+$/u;

/** "user agency" is the agency of who asks; what is written in small letters is no name. */
function ownerOf(subject: string, addressed: boolean): string {
  if (subject === "user") return addressed ? "You" : "The user";
  if (subject.startsWith("user ")) return `${addressed ? "Your" : "The user's"} ${subject.slice("user ".length)}`;
  return /^\p{Ll}\P{N}*$/u.test(subject) ? `The ${subject}` : subject;
}

/** "residence is Lisbon", "siblings are Tom and Ann" without the owner: for keys that name a thing. */
export function being(key: string, values: readonly string[]): string {
  const spaced = key.replaceAll("_", " ");
  return values.length > 1 ? `${plural(spaced)} are ${enumerate(values)}` : `${spaced} is ${enumerate(values)}`;
}

/** "likes hiking and jazz" without the subject: for keys that tell a doing; undefined for others. */
export function doing(key: string, values: readonly string[], you = false): string | undefined {
  const normal = key.replaceAll(" ", "_");
  const words = normal.split("_");
  const listed = enumerate(values);
  const first = values[0]?.split(" ")[0]?.toLowerCase() ?? "";
  if (normal === "works_in" || normal === "lives_in") return `${you ? normal.slice(0, 4) : normal.slice(0, 5)} in ${listed}`;
  if (normal === "has") return `${you ? "have" : "has"} ${listed}`;
  if (verbs.has(normal)) return `${you && /[^s]s$/.test(normal) ? normal.slice(0, -1) : normal} ${listed}`;
  if (denial.test(normal)) {
    const [auxiliary = "", ...others] = words;
    return [you ? (plainForm[auxiliary] ?? auxiliary) : auxiliary, ...others, listed].join(" ");
  }
  if (statuses.has(normal)) {
    // "broke up" happened, and is no state; "broken" is one.
    if (pastOnly.has(first)) return listed;
    const stands = verbForm(first)?.past === true && intransitive.has(verbForm(first)?.lemma ?? "");
    return stands || /^(?:died|passed|split)\b/.test(first) ? listed : `${you ? "are" : "is"} ${listed}`;
  }
  if (normal === "does") return you && verbForm(first)?.base ? listed.replace(/^\S+/, verbForm(first)?.lemma ?? first) : listed;
  if (normal === "member_of") return `${you ? "are" : "is"} a member of ${listed}`;
  if (normal === "learning") return `${you ? "are" : "is"} learning ${listed}`;
  if (normal === "allergy") return `${you ? "are" : "is"} allergic to ${listed}`;
  if (normal === "event" && (verbForm(first)?.past || /^\p{Ll}+ed$/u.test(first) || irregularForms.has(first))) return listed;
  if (normal === "plans" && verbForm(first)?.base) return `${you ? "plan" : "plans"} to ${listed}`;
  if (normal === "plans" && verbForm(first)?.ing) return `${you ? "plan" : "plans"} on ${listed}`;
  if (normal === "goals" && verbForm(first)?.base) return `${you ? "want" : "wants"} to ${listed}`;
  if (normal === "plans" || normal === "goals") return undefined;
  const last = words.at(-1) ?? "";
  // "led by", "founded in"
  if (words.length === 2 && preposition.has(last) && verbForm(words[0] ?? "")?.past) {
    const be = last === "by" ? (you ? "are" : "is") : you ? "were" : "was";
    return `${be} ${words.join(" ")} ${listed}`;
  }
  if (words.length > 2 && preposition.has(last) && irregularForms.has(words[0] ?? "")) return `${words.join(" ")} ${listed}`;
  if (/..ing$/.test(words[0] ?? "") && preposition.has(words[1] ?? "")) return `${you ? "are" : "is"} ${words.join(" ")} ${listed}`;
  const verb = thirdPerson(words);
  return verb === undefined ? undefined : `${[you ? verb : words[0], ...words.slice(1)].join(" ")} ${listed}`;
}

/** "does not eat", "cannot swim": said as they stand. */
const denial = /^(?:(?:does|do|did|is|are|was|has|have|had|can|could|will|would|should|must)_not|cannot|never)(?:_|$)/;
const plainForm: Readonly<Record<string, string>> = { does: "do", is: "are", was: "were", has: "have" };
/** Past forms that are no participles. */
const pastOnly = new Set("broke went gave fell began grew quit took chose drove flew froze ate spoke wore wrote left".split(" "));

const statuses = new Set(["status", "relationship_status", "employment_status", "employment"]);
/** What has done so, not what was done to it: "has retired", but "is sold". */
const intransitive = new Set("arrive close die end expire leave move pass resign retire separate split".split(" "));

/** Keys of one word that end in s and are no verbs. */
const pluralNoun =
  /^(?:goals|plans|siblings|children|parents|actions|decisions|attendees|members|hours|pronouns|glasses|kids|news|times|days|dates|notes|results|items|topics|skills|hobbies|pets|languages|allergies|interests|colou?rs|friends|names|needs|projects|clients|customers|series|species|sales|savings|earnings)$/;

const preposition = new Set("to from with in on at for by of off into about as under".split(" "));
const irregular: Readonly<Record<string, string>> = { has: "have", is: "are", goes: "go" };

/** The base form of the first word where it is a verb in the third person, as "goes to" begins with; undefined where it is none. */
function thirdPerson([first = "", second = ""]: readonly string[]): string | undefined {
  if (irregular[first] !== undefined) return irregular[first];
  const known = verbForm(first);
  if (known?.base === true && known.lemma !== first) return known.lemma;
  const isAlone = second === "" && /[^su]s$/.test(first) && !pluralNoun.test(first);
  return isAlone || (preposition.has(second) && /[^s]s$/.test(first)) ? first.slice(0, -1) : undefined;
}

/** "a", "a and b", "a, b and c". */
export function enumerate(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? "") : `${values.slice(0, -1).join(", ")} and ${values.at(-1) ?? ""}`;
}

export function plural(noun: string): string {
  if (noun === "child" || noun.endsWith(" child")) return `${noun}ren`;
  if (noun === "grandchild") return "grandchildren";
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(?:x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return noun.endsWith("s") ? noun : `${noun}s`;
}
