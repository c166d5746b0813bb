/** Who is told by a role: "My cardiologist is Dr. Okafor" names a person, of whom texts go on to speak. */
import { normaliseName, normaliseType } from "@loci/kernel";
import type { Name } from "../memory/model.ts";

/** Roles that people have for somebody, and nothing else is called by. */
const roles = new Set(
  `doctor gp surgeon nurse midwife doula vet lawyer solicitor barrister attorney notary accountant bookkeeper barber hairdresser plumber nanny
  babysitter childminder gardener tutor teacher coach trainer instructor professor supervisor advisor adviser mentor boss landlord landlady
  neighbour neighbor roommate flatmate housemate colleague coworker teammate classmate janitor caretaker carpenter roofer masseuse masseur
  physio chiropractor counsellor counselor priest pastor rabbi imam headteacher headmaster headmistress headteacher
  postman handyman foreman cousin niece nephew aunt uncle godmother godfather godson goddaughter fiance
  fiancee boyfriend girlfriend stepmother stepfather sister brother mother father wife husband son daughter grandmother grandfather`.split(
    /\s+/,
  ),
);
const endings =
  /(?:ologist|iatrist|(?:tr|tic|ric|tet|dit)ician|therapist|dentist|pharmacist|stylist|optometrist|hygienist|receptionist|orthodontist|in_law)$/;
/** Those that are roles of people only where nothing stands before them: a package manager is nobody. */
const alone = new Set("manager spouse partner sibling parent child friend relative grandparent grandchild supervisor".split(" "));
/** "former_dentist": whom no text means by the role any more. "favourite_teacher" is a liking. */
const notNow = /^(?:former|ex|old|past|previous|last|next|future|favou?rite|dream)_/;
const word = "\\p{Lu}[\\p{L}\\p{M}'\u2019-]{1,30}\\.?";
const namePattern = new RegExp(
  `^${word}(?: (?:(?:van|von|de|der|den|del|della|da|di|dos|la|le|el|al|bin|ibn) ){0,2}(?:${word}|\\p{Lu}\\.)){0,4}$`,
  "u",
);
const companyEnd = /\b(?:Ltd|Inc|GmbH|LLC|LLP|AG|Clinic|Practice|Centre|Center|Dental|Law|Services|Group|Partners)\.?$/;

/** The person whom a fact names by its key alone, as the target of a relation; undefined where its value is something else. */
export function roleHolder(key: string, value: string): Name | undefined {
  const role = key.slice(key.lastIndexOf("_") + 1);
  if (notNow.test(key) || !(roles.has(role) || alone.has(key) || endings.test(key))) return undefined;
  if (!namePattern.test(value) || companyEnd.test(value)) return undefined;
  return { type: "Person", name: value, typeNorm: normaliseType("Person"), nameNorm: normaliseName(value) };
}
