import { withoutBrackets } from "./bracketed.ts";
import { joinedCompanies } from "./company-names.ts";

/**
 * The text with words that the parser knows in the place of some that it cannot take, each of as many letters, so that every place stays:
 * "User", as models write memories, is a name; "Wed" is taken for "we'd"; "brother-in-law" comes apart at its hyphens; "Harrow & Pike Ltd" is one
 * name, and so are "Anton Keller senior" and 'Giacomo "Jack" Ferri'.
 */
export function knownWords(text: string): string {
  return joinedCompanies(withoutBrackets(text))
    .replace(/(?<=^|[.!?;:] )User(?='s |\s\p{Ll})/gu, "John")
    .replace(generation, (word) => (word.length > 3 ? "Miller" : "Lee"))
    .replace(nickname, (quoted) => middleNames.find(({ length }) => length === quoted.length) ?? quoted)
    .replace(/\bWed\b(?=[\s,.;:)]|$)/g, "Fri")
    .replace(relatives, (word, noun: string) => noun.repeat(4).slice(-word.length));
}

const word = "\\p{Lu}\\p{Ll}[\\p{L}'-]{0,30}";
/** What tells two of one name apart, behind a whole name. */
const generation = new RegExp(`(?<=\\b${word} ${word},? )(?:[Ss]enior|[Jj]unior|[SJ]r\\.|III)(?![\\p{L}\\p{N}])`, "gu");
/** One of each length. */
const middleNames = "Lee John Peter Robert Michael Benjamin Alexander Alessandro Christopher".split(" ");
/** Between a given and a family name. */
const nickname = new RegExp(`(?<=\\b${word} )(?:"${word}"|\u201c${word}\u201d|'${word}'|\\(${word}\\))(?= ${word})`, "gu");
const kin = "mother|father|brother|sister|son|daughter";
const relatives = new RegExp(
  String.raw`\b(?:(?:step|half|foster|great|twin)-(?=(?:${kin})\b))?(${kin})(?:-in-law)?\b(?<=-(?:${kin}|law))`,
  "g",
);
