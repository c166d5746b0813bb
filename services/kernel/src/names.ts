/** The form under which names are compared: Unicode NFKC, case folded, white space collapsed, outer punctuation dropped. */
export function normaliseName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/^[\s"'.,;:!?]+|(?<![\s"'.,;:!?])[\s"'.,;:!?]+$/g, "");
}

/** A key in snake_case: `Job Title` and `jobTitle` are `job_title`. */
export function normaliseKey(key: string): string {
  return key
    .normalize("NFKC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
}

const typeSynonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    company: "organisation",
    organization: "organisation",
    org: "organisation",
    business: "organisation",
    corporation: "organisation",
    firm: "organisation",
    employer: "organisation",
    human: "person",
    people: "person",
    individual: "person",
    user: "person",
    location: "place",
    city: "place",
    country: "place",
    town: "place",
    region: "place",
    pet: "animal",
  }),
);

/** The type under which entities are compared; common synonyms fold together, a free type stays free. */
export function normaliseType(type: string): string {
  const plain = normaliseName(type).replace(/[\s_-]+/g, "_");
  return typeSynonyms.get(plain) ?? plain;
}

/** How a speaker is called in normal form: the one entity that "I", "me" and "the user" stand for in a scope. */
export const selfName = "user";
const selfNames: ReadonlySet<string> = new Set([
  "user",
  "the user",
  "user's",
  "i",
  "me",
  "my",
  "mine",
  "myself",
  "end user",
  "the speaker",
]);

/** Whether a name means the speaker. */
export function isSelf({ typeNorm, nameNorm }: { readonly typeNorm: string; readonly nameNorm: string }): boolean {
  return typeNorm === "person" && selfNames.has(nameNorm);
}
