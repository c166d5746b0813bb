import { acronymsOf } from "./compare-names.ts";
import { soundOf } from "./misspelling.ts";
import { formsOf } from "./nicknames.ts";
import type { BearerName } from "./same-bearer.ts";
import { writtenName, type WrittenName } from "./written-name.ts";

/** A key that more names share tells nothing: of so many Smiths a new one is known by more than that. */
const mostOfKey = 48;
/** A single word that may be written wrongly, in letters; longer ones are looked for by their words alone. */
const [shortest, longest] = [5, 24];

/**
 * Names by what two that may be one have in common, so that a name is held against these alone and not against all. Whatever `likenessOf` and
 * `retyped` find alike shares a key, unless too many names have it.
 */
export class NameIndex<Id> {
  private readonly ids = new Map<string, Set<Id>>();

  add(name: BearerName, id: Id): void {
    for (const key of keysOf(name)) {
      const known = this.ids.get(key);
      if (known === undefined) this.ids.set(key, new Set([id]));
      else known.add(id);
    }
  }

  /** Whose names may be one with this one, in the order in which they were added. */
  near(name: BearerName): Set<Id> {
    const found = new Set<Id>();
    for (const key of keysOf(name)) {
      const ids = this.ids.get(key);
      if (ids !== undefined && ids.size <= mostOfKey) for (const id of ids) found.add(id);
    }
    return found;
  }
}

/** A reader may have taken a person's name for something else: each name is looked at as both. */
function keysOf({ nameNorm }: BearerName): Set<string> {
  const [person, thing] = [writtenName(nameNorm, "person"), writtenName(nameNorm, "")];
  return new Set([`is ${nameNorm}`, ...keysOfThing(thing), ...keysOfPerson(person)]);
}

function keysOfThing({ words }: WrittenName): string[] {
  const [first = "", ...others] = words;
  const all = [`all ${words.join(" ")}`, `all ${others.join(" ")}`, `all ${words.slice(0, -1).join(" ")}`];
  return [`joined ${words.join("")}`, ...all, ...words, ...acronymsOf(words), ...(others.length === 0 ? slipsOf(first) : [])];
}

function keysOfPerson({ words, given, family, title }: WrittenName): string[] {
  const first = words[0] ?? "";
  const called = [...new Set([...given, ...given.flatMap(formsOf)])];
  const whole = called.flatMap((one) => [`${one} ${family}`, `${one.slice(0, 1)} ${family}`]);
  return [
    `sorted ${[...words].sort().join(" ")}`,
    ...[...words, ...called],
    ...(family === "" ? [] : [...whole, `title ${title} ${family}`, `sound ${soundOf(first)} ${family}`]),
    `sound ${soundOf(first)}`,
  ];
}

/** What a word shares with another that is one letter, or two letters' order, away: a form of it without one letter. */
function slipsOf(word: string): string[] {
  if (word.length < shortest || word.length > longest) return [`sound ${soundOf(word)}`];
  const without = Array.from({ length: word.length }, (_, i) => `slip ${word.slice(0, i)}${word.slice(i + 1)}`);
  return [`sound ${soundOf(word)}`, `slip ${word}`, ...without];
}
