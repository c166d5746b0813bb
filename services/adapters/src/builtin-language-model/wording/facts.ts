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
  "likes dislikes prefers speaks plays owns uses knows needs wants supports acquired founded employs visited works_in lives_in".split(
    " ",
  ),
);

/** Other keys that are common enough to be known at the end of "small bakery location: Berlin", whose subject has no capitals. */
const nouns = `
  name, full name, given name, nickname, birth date, birthplace, age, origin, residence, former residence, location, headquarters,
  employer, former employer, job title, work field, education, field of study, spouse, partner, sibling, child, parent, grandparent,
  grandchild, relative, friend, roommate, colleague, manager, mentor, neighbour, pet, species, relationship status, hobby, allergy,
  diet, health condition, learning, event, plans, goals, deadline, status, budget, ceo, founded in
`;

const knownKeys = [...verbs, ...nouns.split(",").map((key) => key.trim().replace(/\s+/g, " "))]
  .map((key) => key.replaceAll("_", " "))
  .sort((a, b) => b.length - a.length);

/** Reads "Mina job title: nurse", the text by which a fact is indexed; undefined where subject and key cannot be told apart. */
export function readFact(text: string): SaidFact | undefined {
  const parts = /^([^\n:]*(?::(?!\s)[^\n:]*)*):\s+(\S[^\n]*)$/.exec(text.trim());
  const [, head = "", value = ""] = parts ?? [];
  const known = knownKeys.find((key) => head.endsWith(` ${key}`));
  if (known) return { subject: head.slice(0, -known.length - 1), key: known, value: plain(value) };
  // "Caroline Smith favourite colour": capitals end where the key begins.
  const named = /^(user|\p{Lu}\S*(?: (?:(?:of|the|de|van|von|der|la|di|da) )?[\p{Lu}\p{N}]\S*)*) (\p{Ll}[\p{Ll}\p{N} ]*)$/u.exec(
    head,
  );
  return named ? { subject: named[1] ?? "", key: named[2] ?? "", value: plain(value) } : undefined;
}

function plain(value: string): string {
  return value.trim().replace(/(?<![.;,])[.;,]+$/, "");
}

/** "Mina's residence is Lisbon", "Mina likes hiking"; the one who asks is "you". */
export function sayFact({ subject, key, value }: SaidFact, addressed: boolean): string {
  const you = addressed && subject === "user";
  const owner = you ? "You" : subject === "user" ? "The user" : subject;
  const predicate = doing(key, [value], you);
  return predicate ? `${owner} ${predicate}` : `${you ? "Your" : `${owner}'s`} ${being(key, [value])}`;
}

/** "residence is Lisbon", "siblings are Tom and Ann" without the owner: for keys that name a thing. */
export function being(key: string, values: readonly string[]): string {
  const spaced = key.replaceAll("_", " ");
  return values.length > 1 ? `${plural(spaced)} are ${enumerate(values)}` : `${spaced} is ${enumerate(values)}`;
}

/** "likes hiking and jazz" without the subject: for keys that tell a doing; undefined for others. */
export function doing(key: string, values: readonly string[], you = false): string | undefined {
  const normal = key.replaceAll(" ", "_");
  const listed = enumerate(values);
  const first = values[0]?.split(" ")[0]?.toLowerCase() ?? "";
  if (normal === "works_in" || normal === "lives_in") return `${you ? normal.slice(0, 4) : normal.slice(0, 5)} in ${listed}`;
  if (verbs.has(normal)) return `${you && /[^s]s$/.test(normal) ? normal.slice(0, -1) : normal} ${listed}`;
  if (normal === "learning") return `${you ? "are" : "is"} learning ${listed}`;
  if (normal === "allergy") return `${you ? "are" : "is"} allergic to ${listed}`;
  if (normal === "event" && verbForm(first)?.past) return listed;
  if (normal === "plans" && verbForm(first)?.base) return `${you ? "plan" : "plans"} to ${listed}`;
  if (normal === "plans" && verbForm(first)?.ing) return `${you ? "plan" : "plans"} on ${listed}`;
  if (normal === "goals" && verbForm(first)?.base) return `${you ? "want" : "wants"} to ${listed}`;
  if (normal === "plans" || normal === "goals") return undefined;
  const words = normal.split("_");
  const verb = thirdPerson(words);
  return verb === undefined ? undefined : `${[you ? verb : words[0], ...words.slice(1)].join(" ")} ${listed}`;
}

const preposition = new Set("to from with in on at for by of off into about as under".split(" "));
const irregular: Readonly<Record<string, string>> = { has: "have", is: "are", goes: "go" };

/** The base form of the first word where it is a verb in the third person, as "goes to" begins with; undefined where it is none. */
function thirdPerson([first = "", second = ""]: readonly string[]): string | undefined {
  if (irregular[first] !== undefined) return irregular[first];
  const known = verbForm(first);
  if (known?.base === true && known.lemma !== first) return known.lemma;
  return preposition.has(second) && /[^s]s$/.test(first) ? first.slice(0, -1) : undefined;
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
