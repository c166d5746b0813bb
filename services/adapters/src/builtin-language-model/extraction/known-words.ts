import { joinedCompanies } from "./company-names.ts";

/**
 * The text with words that the parser knows in the place of some that it cannot take, each of as many letters, so that every place stays:
 * "User", as models write memories, is a name; "Wed" is taken for "we'd"; "brother-in-law" comes apart at its hyphens; "Harrow & Pike Ltd" is one name.
 */
export function knownWords(text: string): string {
  return joinedCompanies(text)
    .replace(/(?<=^|[.!?;:] )User(?='s |\s\p{Ll})/gu, "John")
    .replace(/\bWed\b(?=[\s,.;:)]|$)/g, "Fri")
    .replace(relatives, (word, noun: string) => noun.repeat(4).slice(-word.length));
}

const kin = "mother|father|brother|sister|son|daughter";
const relatives = new RegExp(
  String.raw`\b(?:(?:step|half|foster|great|twin)-(?=(?:${kin})\b))?(${kin})(?:-in-law)?\b(?<=-(?:${kin}|law))`,
  "g",
);
