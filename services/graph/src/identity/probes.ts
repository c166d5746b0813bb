import { normaliseName } from "@loci/kernel";
import type { Name } from "../memory/model.ts";
import { acronymsOf } from "./compare-names.ts";
import { formsOf } from "./nicknames.ts";
import { isGuessedType } from "./same-bearer.ts";
import { writtenName } from "./written-name.ts";

/** What an entity is looked for by, and stored under: the first and the last word of its name. */
export interface NameEnds {
  readonly given: string;
  readonly family: string;
}

export function nameEnds({ nameNorm, typeNorm }: Pick<Name, "nameNorm" | "typeNorm">): NameEnds {
  const { words, family } = writtenName(nameNorm, typeNorm);
  return { given: words[0] ?? "", family };
}

/** A single word of at least so many letters is looked for by all but the last of them. */
const longBeginning = 5;

const acronym = /^\p{Lu}{3,6}$/u;

/** A name with its letters as they were written, where they are at hand. */
export type ProbedName = Pick<Name, "nameNorm" | "typeNorm"> & Partial<Pick<Name, "name">>;

/** What to look for in order to find every entity whose name may mean the same as one of these. */
export function probesFor(names: readonly ProbedName[]): {
  given: string[];
  family: string[];
  whole: string[];
  /** How a single word begins that may be written wrongly further on. */
  beginnings: string[];
  /** Single words that may be the first letters of a thing's name. */
  acronyms: string[];
} {
  const [given, family, whole, beginnings] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  const acronyms = new Set<string>();
  for (const { nameNorm, typeNorm, name = "" } of names) {
    // A reader may have taken a person's bare name for something else.
    const [person, thing] = [writtenName(nameNorm, "person"), writtenName(nameNorm, "")];
    const first = thing.words[0] ?? "";
    for (const one of [first, person.words[0] ?? "", ...person.given]) given.add(one);
    if (thing.words.length === 1 && first.length >= longBeginning) beginnings.add(first.slice(0, longBeginning - 1));
    whole.add(nameNorm).add(normaliseName(thing.words.join(" ")));
    // "Project Heron" and "Heron".
    if (thing.words.length > 1 && thing.words.length <= 3) given.add(thing.words[1] ?? "");
    for (const one of acronymsOf(thing.words)) given.add(one);
    if (typeNorm !== "person" && acronym.test(name)) acronyms.add(first);
    if (isGuessedType(typeNorm) && thing.words.length === 1) family.add(first);
    // "Blau-Werk" and "Blauwerk".
    if (thing.words.length === 2) given.add(thing.words.join(""));
    if (typeNorm !== "person") continue;
    // "Wei Zhang", "Zhang Wei".
    if (person.words.length === 2) given.add(person.family);
    for (const one of person.given) {
      whole.add(one);
      // "J. Smith".
      given.add(one.slice(0, 1));
      for (const form of formsOf(one)) given.add(form);
    }
    // A bare name may be somebody's last name.
    for (const one of [person.family, ...(person.words.length === 1 ? person.words : [])]) family.add(one);
  }
  for (const set of [given, family, whole]) set.delete("");
  return { given: [...given], family: [...family], whole: [...whole], beginnings: [...beginnings], acronyms: [...acronyms] };
}
