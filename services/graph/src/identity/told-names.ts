import { normaliseKey } from "@loci/kernel";
import type { ProposedFact } from "../memory/proposal.ts";

/** Keys whose value is what somebody or something is called. */
const wholeNames = new Set(
  `name full_name given_name first_name also_known_as known_as goes_by alias aka called preferred_name real_name legal_name renamed_to renamed_as
  new_name stage_name pen_name code_name codename initials handle username maiden_name birth_name former_name married_name email email_address`.split(
    /\s+/,
  ),
);
const byNames = new Set(
  `nickname short_name abbreviation acronym preferred_name goes_by known_as alias also_known_as aka called stage_name pen_name code_name codename
  initials handle username maiden_name birth_name former_name email email_address`.split(/\s+/),
);
/** "@tkrantz", "leila.haddad@northpier.example": what somebody signs with. It has no space. */
const handles = new Set("handle username alias also_known_as known_as goes_by email email_address".split(" "));
const handle = /^@?[\p{L}\p{N}][\p{L}\p{N}._+-]{1,60}(?:@[\p{L}\p{N}-]{1,60}(?:\.[\p{L}\p{N}-]{1,60}){1,4})?$/u;
const leastConfidence = 0.6;
const longestName = 80;

/** Whether a key says what its subject is called. */
export function givesName(key: string): boolean {
  const plain = normaliseKey(key);
  return wholeNames.has(plain) || byNames.has(plain);
}

/** What a fact says that its subject is called; undefined where it says something else. */
export function toldName({ key, statement, target }: ProposedFact): string | undefined {
  const { negated, confidence } = statement;
  if (negated || confidence < leastConfidence || !givesName(key)) return undefined;
  // "Kestrel is the code name of the billing service": a reader took the name for somebody.
  const value = target?.name ?? statement.value;
  if (handles.has(normaliseKey(key)) && handle.test(value) && /\p{L}/u.test(value)) return value;
  const words = value.trim().split(/\s+/);
  // A name is short, has no digits, and is no sentence.
  if (value.length > longestName || words.length > 6 || !/^\p{L}[\p{L}\p{M}\s.,'\u2019&()"-]*$/u.test(value)) return undefined;
  return value.trim();
}

/** Whether a name is an address or what one signs in with: no word is written so. */
export function isHandle(name: string): boolean {
  return /[@_\d]|\p{L}\.\p{L}{2}/u.test(name) && !name.includes(" ");
}

/** Whether a key gives another name beside the one that somebody has: it contradicts none. */
export function isByName(key: string): boolean {
  return byNames.has(normaliseKey(key));
}
