import { normaliseName } from "@loci/kernel";
import type { Name } from "../memory/model.ts";
import { formsOf } from "./nicknames.ts";
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

/** What to look for in order to find every entity whose name may mean the same as one of these. */
export function probesFor(names: readonly Pick<Name, "nameNorm" | "typeNorm">[]): {
  given: string[];
  family: string[];
  whole: string[];
} {
  const [given, family, whole] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { nameNorm, typeNorm } of names) {
    // A reader may have taken a person's bare name for something else.
    const [person, thing] = [writtenName(nameNorm, "person"), writtenName(nameNorm, "")];
    const first = thing.words[0] ?? "";
    for (const one of [first, person.words[0] ?? "", ...person.given]) given.add(one);
    whole.add(nameNorm).add(normaliseName(thing.words.join(" ")));
    if (typeNorm !== "person") continue;
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
  return { given: [...given], family: [...family], whole: [...whole] };
}
