import { isMisspelling, soundsTheSame } from "./misspelling.ts";
import { isNicknameOf } from "./nicknames.ts";
import type { WrittenName } from "./written-name.ts";

/**
 * How two names may be one: `spelling`, the same but for titles, suffixes and spelling; `middle`, one has more names between the
 * first and the last; `nickname` and `initials` with the same family name, `titled` with the same title and no given name; `given` and `short`, one is the given name of the other, or
 * a nickname of it; `family`, one is only the family name; `misspelled`, one word may be the other written wrongly; `part`, the name of
 * a thing goes on where the other's ends; undefined where they are names of two.
 */
export type Likeness =
  | "spelling"
  | "middle"
  | "nickname"
  | "initials"
  | "titled"
  | "given"
  | "short"
  | "family"
  | "misspelled"
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

function ofThings(a: readonly string[], b: readonly string[]): Likeness | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.every((word, i) => word === long[i])) return "part";
  const [other, ...others] = long.flatMap((word, i) => (word === short[i] ? [] : [[word, short[i] ?? ""] as const]));
  return other !== undefined && others.length === 0 && isMisspelling(...other) ? "misspelled" : undefined;
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
  return first.length > 1 && first === second && isMisspelling(a.family, b.family) ? "misspelled" : undefined;
}

function tellApart(a: WrittenName, b: WrittenName): boolean {
  const differ = (one: string, other: string) => one !== "" && other !== "" && one !== other;
  return differ(a.gender, b.gender) || differ(a.generation, b.generation);
}
