/** "My boss, Fatou Diallo": whom a text names beside what they are to its speaker, whatever clause or fragment it stands in. */
import { relationOf } from "./kinship.ts";

/** What somebody is to the speaker, who, and where it is said. */
export interface RoleHolder {
  readonly key: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const adjective =
  "(?:new|current|older|younger|elder|eldest|oldest|youngest|little|big|baby|best|late|dear|good|close|twin|only|first|second)";
/** Whom people call their own; the CEO and the captain are those of a firm and a team. */
const personal =
  /^(?:doctor|gp|dentist|vet|therapist|physio|midwife|nurse|lawyer|solicitor|accountant|landlord|landlady|tutor|trainer|coach|teacher|supervisor|advis[eo]r|hairdresser|barber|nanny|babysitter|childminder|plumber|gardener|cleaner|mentor|\p{L}+(?:ologist|iatrist|therapist))$/u;
const word = "\\p{Lu}[\\p{Ll}\\p{M}][\\p{L}\\p{M}]{0,30}(?:-\\p{L}{1,30})?(?![\\p{L}\\p{N}])";
const particle = "(?:(?:van|von|de|der|den|del|della|da|di|dos|la|le|el|al|bin|ibn) ){0,2}";
const pattern = new RegExp(
  `\\b(?:[Mm]y|[Oo]ur) (?:${adjective} )?(\\p{Ll}{2,20}(?:-in-law)?)(?:, | \\(| [\u2013\u2014-] | )((?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? )?${word}(?: ${particle}${word}){0,2})`,
  "gu",
);
const noName =
  /^(?:I|The|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December|Christmas|Easter)\b/;
const most = 20;

export function roleHoldersIn(content: string): RoleHolder[] {
  return [...content.matchAll(pattern)].slice(0, most).flatMap((match) => {
    const [whole, noun = "", name = ""] = match;
    const isPlural = noun.endsWith("s") && noun !== "boss";
    const key = isPlural ? undefined : (relationOf(noun) ?? (personal.test(noun) ? noun.replaceAll("-", "_") : undefined));
    const asked = /^(?:[^.!?\n]|(?<=\b(?:Dr|Mr|Mrs|Ms|Prof))\.)*\?/.test(content.slice(match.index + whole.length));
    return key === undefined || asked || noName.test(name)
      ? []
      : [{ key, name, start: match.index, end: match.index + whole.length }];
  });
}
