import type { KeyClass } from "./model.ts";

export const vocabularyClasses = ["multi", "changing", "stable"] as const;
export type VocabularyClass = Extract<KeyClass, (typeof vocabularyClasses)[number]>;

/** A context's own classes of keys; what it does not name has the built-in class. */
export type Vocabulary = Readonly<Record<string, VocabularyClass>>;

const multi = `
  speaks language languages likes loves enjoys dislikes hates prefers preference interest interests interested_in hobby
  hobbies skill skills knows friend friend_of friends sibling sibling_of brother sister child children son daughter parent
  parent_of mother father relative family_member grandparent grandchild cousin aunt uncle colleague coworker teammate
  neighbour neighbor pet pets has_pet owns has possession visited travelled_to traveled_to has_visited plans_to_visit
  wants_to_visit attended attends studied studied_at alma_mater degree education certification award awards won allergy
  allergies allergic_to medication condition diagnosed_with instrument plays plays_instrument sport sports plays_sport
  practises practices member_of belongs_to volunteers_at supports uses tool tools technology favourite_food favourite_book
  read reading_list watched has_read has_watched wrote author_of created made built published nickname alias also_known_as
  website account contact works_with collaborates_with goal goals plan plans plans_to wants
  wants_to dream aspiration activity activities did event experience experienced memory tradition participated_in
  participates_in met knows_person related_to mentions mentioned tag tags topic topics product products customer customers
  supplier former_residence former_job_title former_leads learning fears children siblings roommate mentor depends_on
  runs_on works_on leads teaches acquired develops produces replaces released sponsors maintains field_of_study
  health_condition nationality kind partner_organisation subsidiary founder founded_by founded co_founder location_of
  office offices bought sold lost found received gave past_employer former_employer worked_at previous_role lived_in
  previous_residence feels feeling belief opinion trait personality note notes
`;

const changing = `
  residence lives_in lives_at home home_city city address location current_location country_of_residence based_in
  located_in employer works_at works_for works_in employed_by workplace job job_title title occupation profession role
  position department team manager reports_to status state relationship_status marital_status spouse partner wife
  husband girlfriend boyfriend fiance married_to dating engaged_to age weight height salary mood health health_status
  school school_year grade bank banks_with gym phone phone_number email email_address phone_provider provider insurer
  insurance landlord landlady doctor dentist gp therapist lawyer accountant hairdresser tutor trainer plays_for
  studies studies_at major current_project project_status phase stage priority deadline due_date owner assignee
  assigned_to version plan_name subscription tier price revenue headcount ceo headquarters driving drives car vehicle
  phone_model currently_reading currently_watching currently_learning current_goal diet work_field employment_status
  religion gender_identity pronouns name favourite favorite favourite_colour favorite_color timezone time_zone
  availability schedule work_location amount date time closes_at opens_at starts_at ends_at ends starts_in starts_on
  expires launches leaves_at arrives_at wakes_up_at duration launch_date release_date deadline_date trait cto cfo coo
  leader treasurer rent budget
`;

const stable = `
  birth_date date_of_birth born_on born birthday birth_year year_of_birth birthplace place_of_birth birth_place born_in
  given_name first_name surname last_name family_name full_name middle_name maiden_name birth_name native_language
  mother_tongue nationality_at_birth blood_type ethnicity hometown home_town origin comes_from is_from date_of_death
  death_date died_on founding_date founded_on founded_in established_in grew_up_in species breed isbn serial_number
`;

const builtIn: ReadonlyMap<string, VocabularyClass> = new Map([
  ...words(multi).map((key) => [key, "multi"] as const),
  ...words(changing).map((key) => [key, "changing"] as const),
  ...words(stable).map((key) => [key, "stable"] as const),
]);

/** The words of a list that is written as text. */
export function words(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== "");
}

/** The built-in classes, by key. */
export function builtInClasses(): Record<string, VocabularyClass> {
  return Object.fromEntries(builtIn);
}

/**
 * The class of a key in snake_case: the context's own, the built-in one, or that of the known key it ends in (`sister_residence` changes
 * as `residence` does). A verb or a plural (`restores`, `flies_for`, `glasses`) holds many values. Any other key holds one value, and
 * has no leave to change by itself.
 */
export function keyClass(vocabulary: Vocabulary, key: string): KeyClass {
  for (let tail = key; tail !== ""; tail = tail.includes("_") ? tail.slice(tail.indexOf("_") + 1) : "") {
    const own = Object.hasOwn(vocabulary, tail) ? vocabulary[tail] : undefined;
    const known = own ?? builtIn.get(tail);
    if (known !== undefined) return known;
  }
  if (doings.test(key)) return "multi";
  return choices.test(key) ? "changing" : "single";
}

/** What somebody chooses anew as they like. */
const choices = /(?:^|_)(?:favou?rite|preferred|current)_/;

/** What somebody does, by the shape of its key: a verb in the third person, with a preposition or a denial. */
const doings =
  /(?:^|_)(?:does|does_not_[a-z]+|cannot_[a-z]+|never_[a-z]+|[a-z]*[^sui]s(?:_(?:for|to|at|in|on|with|from|by|about|into|of|over|up|out))?|[a-z]+ing)$/;
