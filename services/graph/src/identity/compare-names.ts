import { isFamilyFirst } from "./family-first.ts";
import { genderOfGiven } from "./name-gender.ts";
import { isMisspelling, isSlip, soundsTheSame } from "./misspelling.ts";
import { isNicknameOf } from "./nicknames.ts";
import type { WrittenName } from "./written-name.ts";

/**
 * How two names may be one: `spelling`, the same but for titles, suffixes and spelling; `middle`, one has more names between the
 * first and the last, or a second family name; `reordered`, the family name stands before in one and behind in the other, and `swapped`
 * where none of the words is known to be a family name; `nickname` and `initials` with the same family name, `titled` with the same title
 * and no given name; `given` and `short`, one is the given name of the other, or a nickname of it; `family`, one is only the family name;
 * `misspelled`, one word may be the other written wrongly; `headed`, the name of a thing with the word for what it is; `acronym`, the first
 * letters of the other's words; `slipped`, a long family name with a letter doubled, or two in the wrong order; `part`, the name of a thing goes on where the other's ends; undefined where they are names of two.
 */
export type Likeness =
  | "spelling"
  | "middle"
  | "reordered"
  | "swapped"
  | "nickname"
  | "initials"
  | "titled"
  | "given"
  | "short"
  | "family"
  | "misspelled"
  | "slipped"
  | "headed"
  | "acronym"
  | "part";

export function likeness(a: WrittenName, b: WrittenName): Likeness | undefined {
  if (a.words.length === 0 || b.words.length === 0 || tellApart(a, b)) return undefined;
  if (a.words.join(" ") === b.words.join(" ")) return a.generation === b.generation ? "spelling" : "family";
  if (a.given.length + b.given.length === 0 && a.family === "" && b.family === "") return ofThings(a.words, b.words);
  if (a.family !== "" && b.family !== "") return a.family === b.family ? withFamily(a, b) : withGiven(a, b);
  const [bare, full] = a.family === "" ? [a, b] : [b, a];
  const [called = ""] = bare.given;
  if (full.given.includes(called) && full.family !== "") return "given";
  if (full.family === called && full.family !== "") return "family";
  if (full.given.some((given) => isNicknameOf(given, called))) return "short";
  return full.family === "" && soundsTheSame(called, full.words[0] ?? "") ? "misspelled" : undefined;
}

/** Words for what a thing is that stand before or behind its name and add nothing to it. */
const heads = new Set("project projekt programme program initiative campaign".split(" "));
const fewestLetters = 3;
/** So many letters are no other name by chance, however they are divided. */
const longJoined = 7;
const joining = new Set("and of the for in on de la du des und y e".split(" "));

/** The name of a thing without the word for what it is, where it stands first. */
export function withoutHead(name: string): string {
  const [first = "", ...rest] = name.split(" ");
  return rest.length > 0 && heads.has(first.toLowerCase()) ? rest.join(" ") : name;
}

function ofThings(a: readonly string[], b: readonly string[]): Likeness | undefined {
  // "Blau-Werk" and "Blauwerk".
  if (a.length !== b.length && a.join("").length >= longJoined && a.join("") === b.join("")) return "spelling";
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length === short.length + 1 && short.length > 0) {
    if (heads.has(long[0] ?? "") && short.every((word, i) => word === long[i + 1])) return "headed";
    if (heads.has(long.at(-1) ?? "") && short.every((word, i) => word === long[i])) return "headed";
  }
  const [only = "", ...more] = short;
  if (more.length === 0 && only.length >= fewestLetters && acronymsOf(long).includes(only)) return "acronym";
  if (short.every((word, i) => word === long[i])) return "part";
  const [other, ...others] = long.flatMap((word, i) => (word === short[i] ? [] : [[word, short[i] ?? ""] as const]));
  return other !== undefined && others.length === 0 && isMisspelling(...other) ? "misspelled" : undefined;
}

/** The first letters of a name's words: with the small ones ("UCoL"), and without. None of a single word. */
export function acronymsOf(words: readonly string[]): string[] {
  if (words.length < 2) return [];
  const letters = (some: readonly string[]) => some.map((word) => word.slice(0, 1)).join("");
  return [...new Set([letters(words), letters(words.filter((word) => !joining.has(word)))])].filter((one) => one.length > 1);
}

function withFamily(a: WrittenName, b: WrittenName): Likeness | undefined {
  if (a.given.length === 0 || b.given.length === 0) return a.title !== "" && a.title === b.title ? "titled" : "family";
  if (a.given.some((given) => b.given.includes(given))) return middlesDiffer(a, b) ? undefined : "middle";
  if (a.given.some((given) => b.given.some((other) => isNicknameOf(given, other)))) return "nickname";
  const [first = "", second = ""] = [a.given[0], b.given[0]];
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  if (short.length === 1) return long.startsWith(short) ? "initials" : undefined;
  return soundsTheSame(first, second) ? "misspelled" : undefined;
}

/** "John A. Smith" and "John B. Smith". */
function middlesDiffer(a: WrittenName, b: WrittenName): boolean {
  const [one = "", other = ""] = [a, b].map(({ words }) => words.slice(1, -1)[0]);
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short !== "" && !(short.length === 1 ? long.startsWith(short) : short === long);
}

function withGiven(a: WrittenName, b: WrittenName): Likeness | undefined {
  const [first = "", second = ""] = [a.given[0], b.given[0]];
  if ((a.isFamiliar && b.given.includes(a.family)) || (b.isFamiliar && a.given.includes(b.family))) return "given";
  if (a.words.length === 2 && b.words.length === 2 && a.words[0] === b.words[1] && a.words[1] === b.words[0])
    return a.words.some(isFamilyFirst) ? "reordered" : "swapped";
  const [short, long] = a.words.length < b.words.length ? [a.words, b.words] : [b.words, a.words];
  // "Ana García", "Ana García López".
  if (first.length > 1 && first === second && short.length > 1 && short.every((word, i) => word === long[i])) return "middle";
  if (first.length < 2 || first !== second) return undefined;
  if (isSlip(a.family, b.family)) return "slipped";
  return isMisspelling(a.family, b.family) ? "misspelled" : undefined;
}

function tellApart(a: WrittenName, b: WrittenName): boolean {
  const differ = (one: string, other: string) => one !== "" && other !== "" && one !== other;
  const gendered = (one: WrittenName, other: WrittenName) =>
    one.gender !== "" && other.gender === "" && differ(one.gender, genderOfGiven(other.given[0] ?? ""));
  return differ(a.gender, b.gender) || differ(a.generation, b.generation) || gendered(a, b) || gendered(b, a);
}
