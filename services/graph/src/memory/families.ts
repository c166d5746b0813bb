/**
 * Keys that say one thing of somebody under several names, and those of one part of life, as far as an ending needs to know them: who
 * quits a job has no more its title, and who sells a car still lives where they live.
 */
import { words } from "./vocabulary.ts";

/** The name that stands for all of its synonyms, in what is read from texts. */
const synonyms: Readonly<Record<string, string>> = {
  residence: "lives_in lives_at resides_in home_city current_residence place_of_residence country_of_residence home_location",
  employer: "works_at works_for employed_by employed_at workplace place_of_work current_employer is_employed_by company_name",
  job_title: "job occupation profession current_job works_as",
  spouse: "wife husband married_to is_married_to",
  partner: "girlfriend boyfriend dating fiance fiancee engaged_to",
  manager: "reports_to boss line_manager supervisor managed_by",
  speaks: "speaks_language fluent_in languages_spoken speaks_fluently language_spoken",
  allergy: "allergic_to allergies has_allergy food_allergy",
  birth_date: "date_of_birth born_on birthdate birthday",
  birthplace: "born_in place_of_birth birth_place",
  likes: "enjoys loves is_fond_of",
  dislikes: "hates",
  member_of: "belongs_to is_member_of",
  phone_number: "telephone telephone_number mobile mobile_number cell_number",
  email: "email_address mail e_mail",
};

const canonical: ReadonlyMap<string, string> = new Map(
  Object.entries(synonyms).flatMap(([key, others]) => words(others).map((other) => [other, key] as const)),
);

/** The key under which what a text says stands: `works_at` and `employed_by` are `employer`, a sister's too. */
export function canonicalKey(key: string): string {
  for (let at = 0; at >= 0; at = key.indexOf("_", at) + 1 || -1) {
    const known = canonical.get(key.slice(at));
    if (known !== undefined && (at === 0 || relatives.has(key.slice(0, at - 1)))) return key.slice(0, at) + known;
  }
  return key;
}

export type Family = "work" | "union" | "home" | "rest";

const workplaces = words("employer works_at works_for employed_by workplace company");
const roles = words("job_title job title occupation profession role position department team works_in work_field work_location");
const unions = words(
  "spouse partner wife husband girlfriend boyfriend fiance married_to engaged_to dating relationship_status marital_status lives_with",
);
const homes = words("residence lives_in lives_at home home_city city address location");
const petKeys = words("pet pets has_pet");

/** What happened, is wished for or felt, and who somebody is: it does not end with a thing. */
const untouched = new Set(
  words(`
  likes loves enjoys dislikes hates prefers preference interested_in interest interests fears favourite favorite wants wishes
  bought sold lost found received gave donated event events happened experience memory tradition visited travelled_to traveled_to attended
  studied studied_at education degree former past previous given_name full_name first_name last_name name nickname alias birth_date
  birthplace age nationality origin grew_up_in sibling child children parent father mother friend grandparent grandchild relative
  knows wrote author_of founded created built award awards won opinion belief feeling feels status employment_status died_on
  date_of_death death_date is is_a kind species made acquired
  `),
);

/** Whose key it is, where it is told under the speaker: `sister_employer` is the sister's. */
const relatives = new Set(
  words(`
  sister brother sibling twin son daughter child kid mother father mum mom dad parent grandmother grandfather grandma grandpa aunt uncle
  cousin nephew niece wife husband spouse partner girlfriend boyfriend fiance fiancee friend colleague coworker boss manager
  neighbour neighbor roommate flatmate dog cat puppy kitten horse rabbit
  `),
);

export interface KeyPlace {
  /** Of whom the key speaks: "" for the subject itself. */
  readonly owner: string;
  readonly name: string;
  readonly family: Family;
}

export function placeOfKey(key: string): KeyPlace {
  const at = key.indexOf("_");
  const owner = at > 0 && relatives.has(key.slice(0, at)) ? key.slice(0, at) : "";
  const name = owner === "" ? key : key.slice(at + 1);
  return { owner, name, family: familyOf(name) };
}

function familyOf(name: string): Family {
  if (isWorkplace(name) || roles.includes(name)) return "work";
  if (unions.includes(name)) return "union";
  return homes.includes(name) ? "home" : "rest";
}

/** The keys of a family other than the rest, which has no list. */
export function keysOfFamily(family: Exclude<Family, "rest">): readonly string[] {
  return { work: [...workplaces, ...roles], union: unions, home: homes }[family];
}

export function isWorkplace(name: string): boolean {
  return workplaces.includes(name);
}

export function isUnion(name: string): boolean {
  return unions.includes(name);
}

export function isPetKey(name: string): boolean {
  return petKeys.includes(name);
}

/** Whether a key holds what somebody goes on doing: "plays", "sings_in", "helps_out_on". */
export function isDoing(name: string): boolean {
  const [verb = ""] = name.split("_", 1);
  const isKnown = untouched.has(verb) || untouched.has(verb.replace(/s$/, ""));
  return /^[a-z]+[^sui]s(?:_[a-z]+){0,2}$/.test(name) && !isKnown && mayEndWithThing(name);
}

/** Whether a key holds what somebody has, uses or does, so that it may end with the thing. */
export function mayEndWithThing(name: string): boolean {
  return !untouched.has(name) && !/^(?:former|past|previous|never|favou?rite|birth|bought|sold|plans?|wants?|likes)_/.test(name);
}
